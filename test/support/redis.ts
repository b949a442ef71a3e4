// Redis servers of the test's own, on free ports, without data on the disk: one alone, a node of a cluster, or a master
// that a Sentinel watches.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
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
  /** Holds it up, connections and all, until it goes on or is stopped. */
  pause(): void;
  goOn(): void;
  /** Ends it as a power cut would; it has kept nothing. */
  stop(): Promise<void>;
  /** Again, at the same address, with nothing on it. `more`: further words for it. */
  start(more?: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

async function launch(
  port: number,
  more: readonly string[],
  { cwd = tmpdir(), ready = 'Ready to accept connections' } = {},
): Promise<ChildProcess> {
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
    { cwd, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('redis-server ended')));
    child.stdout?.on('data', (text: Buffer) => {
      if (text.includes(ready)) resolve();
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
    pause: () => void child?.kill('SIGSTOP'),
    goOn: () => void child?.kill('SIGCONT'),
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
    async start(more = []) {
      child = await launch(port, [...settings, ...more]);
    },
    close: stop,
  };
}

/** What `redis-cli` says on that port. */
export function askRedis(port: number, ...words: readonly string[]): string {
  return spawnSync('redis-cli', ['-p', String(port), ...words], { encoding: 'utf8' }).stdout.trim();
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

const longestWaitMs = 60_000;

async function until(done: () => boolean): Promise<void> {
  const enough = performance.now() + longestWaitMs;
  while (!done()) {
    if (performance.now() > enough) throw new Error('redis-server does not get there');
    await sleep(50);
  }
}

export interface Cluster {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** A cluster of one node, which has all slots, or none where `slots` is false. */
export async function startCluster({ slots = true, announce = true } = {}): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'latebench-cluster-'));
  const [port, bus] = [await freePort(), await freePort()];
  const settings = ['--cluster-enabled', 'yes', '--cluster-port', String(bus)];
  // A node alone never learns its address from others.
  if (announce) settings.push('--cluster-announce-ip', '127.0.0.1');
  const child = await launch(port, settings, { cwd: folder });
  if (slots) {
    askRedis(port, 'cluster', 'addslotsrange', '0', '16383');
    await until(() => askRedis(port, 'cluster', 'info').includes('cluster_state:ok'));
  }
  return {
    url: `redis+cluster://127.0.0.1:${port}`,
    port,
    async close() {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface Watched {
  readonly url: string;
  readonly sentinelPort: number;
  readonly masterPort: number;
  /** Ends the master. */
  stopMaster(): Promise<void>;
  close(): Promise<void>;
}

/** A master called `late` and a Sentinel, with a replica that takes its place if wanted. `settings`: of the master. */
export async function startWatched({
  settings = [] as readonly string[],
  replica = false,
} = {}): Promise<Watched> {
  const folder = await mkdtemp(join(tmpdir(), 'latebench-sentinel-'));
  const [masterPort, sentinelPort] = [await freePort(), await freePort()];
  const password = settings[settings.indexOf('--requirepass') + 1];
  const locked = settings.includes('--requirepass');
  const children = [await launch(masterPort, settings, { cwd: folder })];
  const lines = [
    `port ${sentinelPort}`,
    'bind 127.0.0.1',
    `sentinel monitor late 127.0.0.1 ${masterPort} 1`,
    'sentinel down-after-milliseconds late 500',
    'sentinel failover-timeout late 5000',
    ...(locked ? [`sentinel auth-pass late ${password}`] : []),
  ];
  const path = join(folder, 'sentinel.conf');
  await writeFile(path, `${lines.join('\n')}\n`);
  const sentinel = spawn('redis-server', [path, '--sentinel'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(sentinel);
  await until(() => askRedis(sentinelPort, 'ping') === 'PONG');
  if (replica) {
    const port = await freePort();
    const follows = ['--replicaof', '127.0.0.1', String(masterPort), '--repl-diskless-sync-delay', '0'];
    children.push(await launch(port, [...settings, ...follows], { cwd: folder }));
    await until(() => askRedis(sentinelPort, 'sentinel', 'replicas', 'late').includes(String(port)));
    await until(() => askRedis(port, 'info', 'replication').includes('master_link_status:up'));
  }
  return {
    url: `redis+sentinel://127.0.0.1:${sentinelPort}/late`,
    sentinelPort,
    masterPort,
    stopMaster: () => end(children[0]!),
    async close() {
      for (const child of children) await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
