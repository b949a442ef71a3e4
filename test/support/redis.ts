// A redis-server of the test's own, on a free port, without a file on the disk.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { freePort } from './free-port.ts';

/** Why tests on a queue are skipped; false where they can run. */
export const withoutRedis: string | false =
  spawnSync('redis-server', ['--version']).status === 0
    ? false
    : 'there is no redis-server: apt-get install redis-server';

export interface RedisServer {
  readonly url: string;
  /** Throws away everything that is on it. */
  flush(): void;
  /** How many clients wait on it for something to come, as a worker without work does. */
  waitingClients(): number;
  /** Ends it as a power cut would; it has kept nothing. */
  stop(): Promise<void>;
  /** Again, at the same address, with nothing on it. */
  start(): Promise<void>;
  close(): Promise<void>;
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
    waitingClients() {
      const { stdout } = spawnSync('redis-cli', ['-p', String(port), 'info', 'clients'], {
        encoding: 'utf8',
      });
      return Number(/blocked_clients:(\d+)/.exec(stdout)?.[1] ?? 0);
    },
    stop,
    async start() {
      child = await launch(port, settings);
    },
    close: stop,
  };
}
