// Begins to serve on a port, and says what is wrong with one that cannot be had.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LateBenchError } from '../errors.ts';

const maxPort = 65_535;

/**
 * The port that the server has: the same, or a free one for 0.
 *
 * @param option What names the port, for messages.
 * @throws LB_USAGE for a number that is no port; LB_CONFIG for one that cannot be had
 */
export async function listening(
  server: Server,
  { host = '127.0.0.1', port, option = '--port' }: { host?: string; port: number; option?: string },
): Promise<number> {
  if (!Number.isInteger(port) || port < 0 || port > maxPort)
    throw new LateBenchError(
      'LB_USAGE',
      `${option} ${port}: give a port from 0 (any free one) to ${maxPort}`,
    );
  await new Promise<void>((resolve, reject) => {
    // For good: later it is told of connections that the system has no file for, and goes on.
    server.on('error', (cause: NodeJS.ErrnoException) => {
      const taken = `the port is taken; choose another with ${option}`;
      const why = cause.code === 'EADDRINUSE' ? taken : cause.message;
      reject(new LateBenchError('LB_CONFIG', `cannot serve on ${host}:${port}: ${why}`, { cause }));
    });
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}
