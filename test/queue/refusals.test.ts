// What a queued run and its workers refuse before they begin, each with the way out.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createServer } from 'node:tls';
import { writeQueueFile } from '../../src/executor/queue/queue-file.ts';
import { examineRedis } from '../../src/queue/check-redis.ts';
import { runHere } from '../datasets/hub/run-here.ts';
import { startRedis, withoutRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary.ts';

async function queuedRun(
  t: TestContext,
  budget: { tokens?: number },
): Promise<{ home: string; run: string }> {
  const home = await temporaryFolder(t);
  const run = join(home, 'run');
  await mkdir(run);
  await writeQueueFile(run, {
    kind: 'pool',
    run: 'refused',
    endpoint: 'sim',
    tpm: null,
    rpm: {},
    budget: { ...budget, folder: null },
    allow_degenerate: false,
  });
  return { home, run };
}

async function edit(run: string, change: object): Promise<void> {
  const path = join(run, 'queue.json');
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), ...change }));
}

test('a worker refuses a run of another version, and a budget that is counted on another machine', {
  skip: withoutRedis,
}, async (t) => {
  const redis = await startRedis();
  t.after(() => redis.close());
  const { home, run } = await queuedRun(t, { tokens: 1000 });
  const worker = (...more: string[]) => runHere(['worker', run, '--redis', redis.url, ...more], { home });
  await edit(run, { machine: { host: 'elsewhere', boot: 'another' } });
  const elsewhere = await worker();
  assert.equal(elsewhere.code, 2);
  assert.match(elsewhere.stderr, /counted on the disk of elsewhere.*--budget-tokens/);
  // With a share of its own it gets as far as the pool, which is not there.
  const share = await worker('--budget-tokens', '10');
  assert.match(share.stderr, /is not a pool that is being built/);
  await edit(run, { version: '0.1.9' });
  const other = await worker();
  assert.equal(other.code, 2);
  assert.match(other.stderr, /is of latebench 0\.1\.9 \(this is \d.*\); use one version on all machines/);
  await edit(run, { format: 1 });
  const old = await worker();
  assert.equal(old.code, 2);
  assert.match(old.stderr, /another version of latebench \(this is \d.*\); use one version on all machines/);
  await writeFile(join(run, 'queue.json'), '{"format":');
  assert.match((await worker()).stderr, /queue\.json is damaged; begin the run again/);
});

test('a worker on the machine that counts the budget needs no share of its own', {
  skip: withoutRedis,
}, async (t) => {
  const redis = await startRedis();
  t.after(() => redis.close());
  const { home, run } = await queuedRun(t, { tokens: 1000 });
  const { stderr } = await runHere(['worker', run, '--redis', redis.url], { home });
  assert.match(stderr, /is not a pool that is being built/);
});

test('a Redis that is not there, wants a password, or drops keys is named before anything is written', {
  skip: withoutRedis,
}, async (t) => {
  const { home, run } = await queuedRun(t, {});
  const worker = (url: string) => runHere(['worker', run, '--redis', url], { home });
  const nobody = await worker('redis://127.0.0.1:1');
  assert.equal(nobody.code, 2);
  assert.match(nobody.stderr, /no Redis at 127\.0\.0\.1:1: .*ECONNREFUSED/);
  assert.match((await worker('127.0.0.1:6379')).stderr, /give an address such as redis:/);
  const locked = await startRedis(['--requirepass', 'sesame']);
  t.after(() => locked.close());
  const refused = await worker(locked.url);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /requires a password.*LATEBENCH_REDIS/);
  const wrong = await worker(locked.url.replace('redis://', 'redis://:open@'));
  assert.equal(wrong.code, 2);
  assert.doesNotMatch(wrong.stderr, /:open|open@/);
  const right = await runHere(['worker', run], {
    home,
    env: { LATEBENCH_REDIS: locked.url.replace('redis://', 'redis://:sesame@') },
  });
  assert.match(right.stderr, /is not a pool that is being built/);
  const forgetful = await startRedis(['--maxmemory-policy', 'allkeys-lru']);
  t.after(() => forgetful.close());
  assert.match((await worker(forgetful.url)).stderr, /maxmemory-policy allkeys-lru.*noeviction/);
});

test('an address that asks for TLS where there is none, or for none where there is, is told within seconds', {
  skip: withoutRedis,
}, async (t) => {
  const plain = await startRedis();
  t.after(() => plain.close());
  const folder = await temporaryFolder(t);
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-x509', '-subj', '/CN=localhost', '-days', '2', '-nodes'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync('openssl', ['req', ...subject, ...kind, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const behind = Number(new URL(plain.url).port);
  // As a provider's proxy: TLS outside, the plain server behind it.
  const secure = createServer({ key: await readFile(key), cert: await readFile(cert) }, (client) => {
    const server = connect(behind, '127.0.0.1');
    client.on('error', () => server.destroy()).pipe(server);
    server.on('error', () => client.destroy()).pipe(client);
  }).on('tlsClientError', () => {});
  await once(secure.listen(0, '127.0.0.1'), 'listening');
  t.after(() => secure.close());
  const { port } = secure.address() as AddressInfo;

  const place = `127.0.0.1:${behind}`;
  for (const address of [
    `rediss://${place}`,
    `rediss+cluster://${place}`,
    `rediss+sentinel://${place}/late`,
  ]) {
    assert.deepEqual(await examineRedis(address), {
      what: `the Redis at ${place} does not speak TLS`,
      remedy: 'begin its address with redis, not rediss',
      lasting: true,
    });
  }
  assert.deepEqual(await examineRedis(`redis://127.0.0.1:${port}`), {
    what: `the server at 127.0.0.1:${port} speaks TLS`,
    remedy: 'begin its address with rediss, not redis',
    lasting: true,
  });
  assert.match((await examineRedis(`rediss://127.0.0.1:${port}`))?.what ?? '', /self-signed certificate/);
});
