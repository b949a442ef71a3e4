// `latebench doctor --queue` on real servers that cannot hold a queue: each message says what is wrong and the way out,
// and none has a password in it.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { diagnoseQueue } from '../../src/doctor/diagnose.ts';
import { isLateBenchError } from '../../src/errors.ts';
import { checkRedis } from '../../src/queue/check-redis.ts';
import { queueFailure } from '../../src/queue/check-writes.ts';
import { askRedis, startCluster, startRedis, startWatched, withoutRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary.ts';

const secret = 'open-sesame';

interface Said {
  readonly finding: string;
  readonly remedy: string;
}

async function failureOf(redis: string): Promise<Said> {
  const { ok, findings } = await diagnoseQueue({ redis, store: undefined });
  const [{ status, finding, remedy = '' } = { status: '', finding: '' }] = findings;
  assert.deepEqual([ok, status], [false, 'fails'], redis);
  assert.ok(!`${finding} ${remedy}`.includes(secret), finding);
  // What commands say that need the queue.
  await assert.rejects(checkRedis(redis), (error) => {
    assert.ok(isLateBenchError(error) && error.code === 'LB_CONFIG');
    assert.ok(error.message.startsWith(finding) && error.message.endsWith(remedy));
    return true;
  });
  return { finding, remedy };
}

const portOf = (url: string): string => new URL(url).port;

async function assertOk(redis: string): Promise<void> {
  const { ok, findings } = await diagnoseQueue({ redis, store: undefined });
  assert.ok(ok, findings[0]?.finding);
}

async function nobodyThere(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('a server that is away, is something else, wants a password, drops keys or takes none', {
  skip: withoutRedis,
}, async (t) => {
  const away = await failureOf(`redis://:${secret}@127.0.0.1:${await nobodyThere()}`);
  assert.match(away.finding, /^no Redis at 127\.0\.0\.1:\d+: .*ECONNREFUSED/);
  assert.match(away.remedy, /start Redis, or correct LATEBENCH_REDIS/);

  const web = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
  t.after(() => web.close());
  await new Promise((resolve) => web.once('listening', resolve));
  const other = await failureOf(`redis://127.0.0.1:${(web.address() as AddressInfo).port}`);
  assert.match(other.finding, /^the server at 127\.0\.0\.1:\d+ is not Redis$/);
  assert.match(other.remedy, /port/);

  const locked = await startRedis(['--requirepass', 'right']);
  t.after(() => locked.close());
  const none = await failureOf(locked.url);
  assert.match(none.finding, /requires a password$/);
  assert.match(none.remedy, /USER:PASSWORD@.*LATEBENCH_REDIS/);
  const wrong = await failureOf(locked.url.replace('//', `//:${secret}@`));
  assert.match(wrong.finding, /requires another password/);
  await assertOk(locked.url.replace('//', '//:right@'));
  const database = await failureOf(`${locked.url.replace('//', '//:right@')}/99`);
  assert.match(database.finding, /no such database/);

  const open = await startRedis(['--maxmemory-policy', 'allkeys-lru']);
  t.after(() => open.close());
  const drops = await failureOf(open.url);
  assert.match(drops.finding, /drops keys when it is full \(maxmemory-policy allkeys-lru\)/);
  assert.match(drops.remedy, /config set maxmemory-policy noeviction/);
  askRedis(Number(portOf(open.url)), 'config', 'set', 'maxmemory-policy', 'noeviction');
  await assertOk(open.url);
  askRedis(Number(portOf(open.url)), 'replicaof', '127.0.0.1', '1');
  const replica = await failureOf(open.url);
  assert.match(replica.finding, /is a replica/);
  assert.match(replica.remedy, /127\.0\.0\.1:1$/);
});

test('a server that answers and takes no keys is told from one that does', {
  skip: withoutRedis,
}, async (t) => {
  const server = await startRedis(['--maxmemory-policy', 'noeviction']);
  t.after(() => server.close());
  const set = (name: string, value: string): void =>
    void askRedis(Number(portOf(server.url)), 'config', 'set', name, value);
  await assertOk(server.url);
  set('maxmemory', '1');
  const full = await failureOf(server.url);
  assert.match(full.finding, /^the Redis at .* is full \(maxmemory\) and takes no more keys$/);
  assert.match(full.remedy, /config set maxmemory 1gb/);
  await assert.rejects(checkRedis(server.url), { code: 'LB_CONFIG', message: /is full.*raise its limit/ });
  set('maxmemory', '0');
  set('min-replicas-to-write', '1');
  const alone = await failureOf(server.url);
  assert.match(alone.finding, /has too few replicas to take keys$/);
  set('min-replicas-to-write', '0');
  const user = (name: string, ...rights: string[]): string => {
    askRedis(Number(portOf(server.url)), 'acl', 'setuser', name, 'on', `>${secret}`, '&*', ...rights);
    return server.url.replace('//', `//${name}:${secret}@`);
  };
  for (const url of [
    user('reader', '~*', '+@read', '+ping', '+info'),
    user('unscripted', '~*', '+@all', '-@scripting'),
    user('elsewhere', '~other:*', '+@all'),
    user('half', '~bull:*', '+@all'),
  ]) {
    const { finding, remedy } = await failureOf(url);
    assert.match(finding, /^the user at .* lacks permissions that a queue needs: NOPERM/, url);
    assert.match(remedy, /give this user all commands and keys/);
  }
  await assertOk(user('whole', '~*', '+@all'));
  assert.deepEqual(askRedis(Number(portOf(server.url)), 'dbsize').trim(), '0', 'nothing is left there');
});

test('an error of the queue itself says what to do', () => {
  const full = queueFailure(new Error("OOM command not allowed when used memory > 'maxmemory'."));
  assert.equal(full.code, 'LB_STORE');
  assert.match(full.message, /^the queue failed: its Redis is full .*raise its limit.*again to resume$/);
  assert.match(queueFailure(new Error('ERR odd')).message, /ERR odd; latebench doctor --queue says more/);
});

test('Sentinels that are away, are none, know no such master or name one that is away', {
  skip: withoutRedis,
}, async (t) => {
  const absent = await nobodyThere();
  const away = await failureOf(`redis+sentinel://:${secret}@127.0.0.1:${absent},127.0.0.1:${absent}/late`);
  assert.match(away.finding, /ECONNREFUSED.*none of the other 1 answers/);

  const watched = await startWatched();
  t.after(() => watched.close());
  await assertOk(watched.url);
  // One of several is enough.
  await assertOk(watched.url.replace('//', `//127.0.0.1:${absent},`));
  const plain = await failureOf(`redis://127.0.0.1:${watched.sentinelPort}`);
  assert.match(plain.finding, /is a Sentinel$/);
  assert.match(plain.remedy, /redis\+sentinel:\/\/127\.0\.0\.1:\d+\/NAME/);
  const none = await failureOf(`redis+sentinel://127.0.0.1:${watched.masterPort}/late`);
  assert.match(none.finding, /is not a Sentinel$/);
  assert.match(none.remedy, /26379.*redis:\/\/127/);
  const unknown = await failureOf(watched.url.replace('/late', '/early'));
  assert.match(unknown.finding, /knows no master early$/);
  assert.match(unknown.remedy, /it watches late/);
  await watched.stopMaster();
  const gone = await failureOf(watched.url);
  assert.match(gone.finding, /name 127\.0\.0\.1:\d+ as the master late, and it does not answer/);
  assert.match(gone.remedy, /fail-over/);
});

test('a cluster that is down, is none, or whose node hides its address', {
  skip: withoutRedis,
}, async (t) => {
  const down = await startCluster({ slots: false });
  t.after(() => down.close());
  const lacking = await failureOf(down.url);
  assert.match(lacking.finding, /is down: 0 of its 16,384 slots are served$/);
  assert.match(lacking.remedy, /redis-cli --cluster fix/);
  const plain = await failureOf(down.url.replace('+cluster', ''));
  assert.match(plain.finding, /is a node of a cluster$/);
  assert.match(plain.remedy, /redis\+cluster:/);

  const hidden = await startCluster({ announce: false });
  t.after(() => hidden.close());
  assert.match((await failureOf(hidden.url)).remedy, /cluster-announce-ip/);
  askRedis(hidden.port, 'config', 'set', 'cluster-announce-ip', '127.0.0.1');
  await assertOk(hidden.url);
  askRedis(hidden.port, 'config', 'set', 'maxmemory-policy', 'volatile-lru');
  assert.match((await failureOf(hidden.url)).finding, /drops keys/);

  const single = await startRedis();
  t.after(() => single.close());
  const none = await failureOf(single.url.replace('redis', 'redis+cluster'));
  assert.match(none.finding, /is not in a cluster$/);
  assert.match(none.remedy, /give redis:\/\//);
});

/** What the store's check says of a server that answers every request like this. */
async function storeFailure(t: TestContext, status: number, code: string): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const set = {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: secret,
  };
  const before = Object.keys(set).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, set);
  try {
    const { findings } = await diagnoseQueue({ redis: undefined, store: 's3://bucket/late' });
    const found = findings.find(({ check }) => check === 'store');
    assert.equal(found?.status, 'fails');
    assert.ok(!found.finding.includes(secret));
    return found.finding;
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

test('a store that is missing, or may not be written to', async (t) => {
  assert.match(
    await storeFailure(t, 404, 'NoSuchBucket'),
    /there is no bucket bucket at .*; create it first/,
  );
  assert.match(
    await storeFailure(t, 403, 'AccessDenied'),
    /keys may not do that .*must read, write, list and delete objects/,
  );
  const folder = await temporaryFolder(t);
  const file = join(folder, 'file');
  await writeFile(file, '');
  await mkdir(join(folder, 'there'));
  const store = async (place: string) => {
    const { findings } = await diagnoseQueue({ redis: undefined, store: place });
    return findings.find(({ check }) => check === 'store')!;
  };
  assert.equal((await store(join(folder, 'there'))).status, 'ok');
  const blocked = await store(join(file, 'below'));
  assert.equal(blocked.status, 'fails');
  assert.match(`${blocked.finding} ${blocked.remedy}`, /file.*--store \(LATEBENCH_STORE\)/s);
});
