// Object storage by Debian's Swift with its S3 interface (packages swift-proxy, swift-account, swift-container,
// swift-object and memcached): one device, one copy of each object, its servers on free ports of this machine.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { freePort } from '../../test/support/free-port.ts';
import type { S3Server } from '../../test/support/s3.ts';

const kinds = ['account', 'container', 'object'] as const;
const bucket = 'pool';
const key = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };
const startMs = 60_000;

/** Why it cannot be used; false where it can. Swift reads the one file from its place, wherever the others are. */
export const withoutSwift: string | false =
  existsSync('/etc/swift/swift.conf') && spawnSync('memcached', ['--version']).status === 0
    ? false
    : 'there is no Swift: apt-get install swift-proxy swift-account swift-container swift-object memcached';

type Sections = Readonly<Record<string, Readonly<Record<string, string | number>>>>;

function ini(sections: Sections): string {
  return Object.entries(sections)
    .map(([name, values]) => {
      const lines = Object.entries(values).map(([key, value]) => `${key} = ${value}\n`);
      return `[${name}]\n${lines.join('')}\n`;
    })
    .join('');
}

function run(command: string, words: readonly string[]): void {
  const { status, stderr } = spawnSync(command, words, { encoding: 'utf8' });
  // Its builder says with 1 that it has warned.
  if (status === null || status > 1) throw new Error(`${command} ${words.join(' ')}: ${stderr}`);
}

/** Writes what the servers read, and returns the command of each. */
async function prepare(folder: string): Promise<{ port: number; servers: readonly (readonly string[])[] }> {
  const settings = join(folder, 'settings');
  const devices = join(folder, 'devices');
  await mkdir(join(devices, 'd1'), { recursive: true });
  await mkdir(settings, { recursive: true });
  const common = (port: number) => ({
    bind_ip: '127.0.0.1',
    bind_port: port,
    workers: 0,
    user: userInfo().username,
    swift_dir: settings,
  });
  const servers: string[][] = [];
  const add = async (name: string, sections: Sections): Promise<void> => {
    const path = join(settings, `${name}.conf`);
    await writeFile(path, ini(sections));
    servers.push([`swift-${name}-server`, path]);
  };
  for (const kind of kinds) {
    const port = await freePort();
    await add(kind, {
      DEFAULT: { ...common(port), devices, mount_check: 'false', disable_fallocate: 'true' },
      'pipeline:main': { pipeline: `${kind}-server` },
      [`app:${kind}-server`]: { use: `egg:swift#${kind}` },
    });
    const ring = join(settings, `${kind}.builder`);
    run('swift-ring-builder', [ring, 'create', '4', '1', '1']);
    run('swift-ring-builder', [ring, 'add', `r1z1-127.0.0.1:${port}/d1`, '100']);
    run('swift-ring-builder', [ring, 'rebalance']);
  }
  const memory = await freePort();
  const owner = userInfo().username;
  servers.push(['memcached', ...['-l', '127.0.0.1', '-p', `${memory}`, '-U', '0', '-m', '16', '-u', owner]]);
  const port = await freePort();
  const filters = ['catch_errors', 'cache', 'listing_formats', 's3api', 'tempauth', 'copy', 'slo', 'dlo'];
  const uses = Object.fromEntries(filters.map((name) => [`filter:${name}`, { use: `egg:swift#${name}` }]));
  await add('proxy', {
    DEFAULT: common(port),
    'pipeline:main': { pipeline: [...filters, 'proxy-server'].join(' ') },
    'app:proxy-server': { use: 'egg:swift#proxy', account_autocreate: 'true' },
    ...uses,
    'filter:cache': { use: 'egg:swift#memcache', memcache_servers: `127.0.0.1:${memory}` },
    'filter:s3api': { use: 'egg:swift#s3api', location: 'us-east-1' },
    'filter:tempauth': { use: 'egg:swift#tempauth', user_test_tester: 'testing .admin' },
  });
  return { port, servers };
}

export async function startSwift(folder: string): Promise<S3Server> {
  const { port, servers } = await prepare(folder);
  const url = `http://127.0.0.1:${port}`;
  const client = new AwsClient({ ...key, service: 's3', region: 'us-east-1', retries: 0 });
  let running: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    const ended = running.map((child) => (child.exitCode === null ? once(child, 'exit') : undefined));
    for (const child of running) child.kill();
    await Promise.all(ended);
    running = [];
  };
  const start = async (): Promise<void> => {
    running = servers.map(([command, ...words]) => spawn(command!, words, { stdio: 'ignore' }));
    const until = performance.now() + startMs;
    for (;;) {
      // The bucket stays where it is there already.
      const made = await client.fetch(`${url}/${bucket}`, { method: 'PUT' }).catch(() => undefined);
      if (made !== undefined && [200, 409].includes(made.status)) return;
      if (performance.now() > until) {
        await stop();
        throw new Error(`Swift does not answer: ${made?.status} ${await made?.text()}`);
      }
      await sleep(200);
    }
  };
  await start();
  return {
    address: `s3://${bucket}`,
    env: {
      AWS_ENDPOINT_URL_S3: url,
      AWS_ACCESS_KEY_ID: key.accessKeyId,
      AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
    },
    stop,
    start,
  };
}
