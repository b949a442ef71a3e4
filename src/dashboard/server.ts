// Serves the dashboard on a port: loopback unless another address is asked for, and then only with a token. On loopback
// too a token keeps out the other users of the machine.
import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { LateBenchError } from '../errors.ts';
import { listening } from '../http/listening.ts';
import { loopbackHosts } from '../http/served-name.ts';
import { createApp, type DashboardOptions } from './app.ts';
import type { Guard } from './security.ts';

export interface ServeOptions extends Omit<DashboardOptions, 'guard'> {
  /** Address to bind; loopback when absent. */
  readonly host?: string | undefined;
  /** 0 = any free one. */
  readonly port: number;
  /** Who knows it may enter; without one everybody who can reach the port may. */
  readonly token?: string | undefined;
}

export interface DashboardServer {
  readonly url: string;
  /** The address to open first: it exchanges the token for a cookie. */
  readonly entry: string;
  close(): Promise<void>;
}

const loopback = new Set(['127.0.0.1', 'localhost', '::1']);
const everywhere = new Set(['0.0.0.0', '::']);
const shortestToken = 16;

function guardOf({ host = '127.0.0.1', token }: ServeOptions): Guard {
  if (!loopback.has(host) && token === undefined) {
    throw new LateBenchError(
      'LB_USAGE',
      `--host ${host} can be reached from other machines: it needs a token, so leave out --no-token`,
    );
  }
  if (token !== undefined && token.length < shortestToken) {
    throw new LateBenchError('LB_USAGE', `the token is shorter than ${shortestToken} characters`);
  }
  const own = host.includes(':') ? `[${host}]` : host;
  return {
    hosts: new Set([...loopbackHosts, own.toLowerCase()]),
    anyAddress: everywhere.has(host),
    token: token ?? null,
    port: 0,
  };
}

export async function startDashboard(options: ServeOptions): Promise<DashboardServer> {
  const { host = '127.0.0.1', port } = options;
  const guard = guardOf(options);
  const app = createApp({ ...options, guard });
  const server = createAdaptorServer({ fetch: app.fetch, hostname: host }) as Server;
  guard.port = await listening(server, { host, port });
  const shown = host.includes(':') ? `[${host}]` : host;
  const url = `http://${shown}:${guard.port}`;
  return {
    url,
    entry: guard.token === null ? `${url}/` : `${url}/?token=${encodeURIComponent(guard.token)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
