// A redis-server of the test's own, on a free port, without a file on the disk.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';

/** Why tests on a queue are skipped; false where they can run. */
export const withoutRedis: string | false =
  spawnSync('redis-server', ['--version']).status === 0
    ? false
    : 'there is no redis-server: apt-get install redis-server';

export interface RedisServer {
  readonly url: string;
  /** Throws away everything that is on it. */
  flush(): void;
  /** Ends it as a power cut would; it has kept nothing. */
  stop(): Promise<void>;
  /** Again, at the same address, with nothing on it. */
  start(): Promise<void>;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function launch(port: number, more: readonly string[]): Promise<ChildProcess> {
  const child = spawn(
    'redis-server',
    [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--maxmemory-policy',
      'noeviction',
      ...more,
    ],
    { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('redis-server ended')));
    child.stdout?.on('data', (text: Buffer) => {
      if (text.includes('Ready to accept connections')) resolve();
    });
  });
  child.removeAllListeners('exit');
  return child;
}

/** `settings`: further words for redis-server, such as `--requirepass`. */
export async function startRedis(settings: readonly string[] = []): Promise<RedisServer> {
  const port = await freePort();
  let child: ChildProcess | undefined = await launch(port, settings);
  const stop = async (): Promise<void> => {
    if (child === undefined) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    child = undefined;
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    flush() {
      spawnSync('redis-cli', ['-p', String(port), 'flushall']);
    },
    stop,
    async start() {
      child = await launch(port, settings);
    },
    close: stop,
  };
}
