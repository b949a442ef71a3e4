import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchFile } from '../../../src/datasets/hub/download.ts';
import { openSnapshot } from '../../../src/datasets/hub/snapshot.ts';
import { thisProcess } from '../../../src/storage/process-identity.ts';
import { startLoopbackHub } from '../../support/loopback-hub.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { clientOf, fetchNamed, hasCode } from './hub-client.ts';

const large = randomBytes(400_000);

test('files large and small arrive whole, over a listing of several pages, and a second run asks only for the commit', async (t) => {
  const hub = await startLoopbackHub(t);
  const many = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`part ${n}.json`, `[${n}]`]));
  hub.put('o/n', { ...many, 'x.parquet': large, 'empty.jsonl': '' });
  const client = await clientOf(t, hub);
  assert.deepEqual(await fetchNamed(client, 'o/n', 'x.parquet'), large);
  assert.equal((await fetchNamed(client, 'o/n', 'part 9.json')).toString(), '[9]');
  assert.equal((await fetchNamed(client, 'o/n', 'empty.jsonl')).length, 0);
  hub.requests.length = 0;
  assert.deepEqual(await fetchNamed(client, 'o/n', 'x.parquet'), large);
  assert.deepEqual(
    hub.requests.map(({ line }) => line.replace(/\?.*/, '')),
    ['GET /api/datasets/o/n/revision/main'],
  );
});

test('a commit is a fixed name: kept files of it need no request, and a moved branch brings the new file', async (t) => {
  const hub = await startLoopbackHub(t);
  const first = hub.put('o/n', { 'a.json': '[1]' });
  const client = await clientOf(t, hub);
  await fetchNamed(client, 'o/n', 'a.json');
  hub.put('o/n', { 'a.json': '[2]' });
  hub.requests.length = 0;
  assert.equal((await fetchNamed(client, 'o/n', 'a.json', first)).toString(), '[1]');
  assert.equal(hub.requests.length, 0);
  assert.equal((await fetchNamed(client, 'o/n', 'a.json')).toString(), '[2]');
});

test('a cache that cannot be written to is read, and what is new is not kept there', async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('o/n', { 'a.json': '[1]' });
  const said: string[] = [];
  const client = { ...(await clientOf(t, hub)), say: (line: string) => void said.push(line) };
  await fetchNamed(client, 'o/n', 'a.json');
  const folder = join(client.settings.cache, 'datasets', 'o', 'n');
  const refs = join(folder, 'refs');
  const before = await stat(join(refs, 'main.json'));
  assert.equal((await fetchNamed(client, 'o/n', 'a.json')).toString(), '[1]');
  const after = await stat(join(refs, 'main.json'));
  assert.equal(after.ino, before.ino, 'what is there already is not written again');
  assert.deepEqual(said, []);

  await rm(refs, { recursive: true });
  await writeFile(refs, 'no folder');
  assert.equal((await fetchNamed(client, 'o/n', 'a.json')).toString(), '[1]');
  assert.match(said.join('\n'), /refs.*; what the hub says is not kept there$/);
});

test('a transfer that is cut again and again continues where it was', async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('o/n', { 'x.parquet': large });
  // More cuts than retries are allowed: each brought some bytes.
  hub.fail({ on: /\/cdn\//, times: 6, cutAfter: 50_000 });
  const client = await clientOf(t, hub, { maxRetries: 2 });
  assert.deepEqual(await fetchNamed(client, 'o/n', 'x.parquet'), large);
  const starts = hub.requests.filter(({ line }) => line.startsWith('GET /cdn')).map(({ range }) => range);
  assert.equal(starts.length, 7);
  assert.equal(starts[0], undefined);
  assert.match(starts[6] ?? '', /^bytes=[1-9]\d+-$/);
});

/** A connection that is reset takes what is still in its buffers with it: the hub waits until all of it is on the disk. */
async function hasBytes(path: string, bytes: number): Promise<void> {
  for (let tries = 0; tries < 3_000; tries += 1) {
    const { size } = await stat(path).catch(() => ({ size: 0 }));
    if (size >= bytes) return;
    await sleep(10);
  }
}

test('a transfer that gives up keeps its bytes, and the next run asks only for the rest', async (t) => {
  const hub = await startLoopbackHub(t);
  const commit = hub.put('o/n', { 'x.parquet': large });
  hub.fail({ on: /\/cdn\//, cutAfter: 300_000, cutOnce: () => hasBytes(part, 300_000) });
  hub.fail({ on: /\/cdn\//, times: 2, status: 503 });
  const client = await clientOf(t, hub, { maxRetries: 1 });
  const folder = join(client.settings.cache, 'datasets', 'o', 'n', commit);
  const part = join(folder, '.x.parquet.part');
  await assert.rejects(
    fetchNamed(client, 'o/n', 'x.parquet'),
    hasCode('LB_HUB_SERVER', /HTTP 503.*300000 of 400000 bytes are kept/),
  );
  assert.deepEqual(await readdir(folder), ['.x.parquet.part'], 'nothing stands under the final name');
  assert.deepEqual(await fetchNamed(client, 'o/n', 'x.parquet'), large);
  assert.equal(hub.requests.at(-1)?.range, 'bytes=300000-');
  assert.deepEqual(await readdir(folder), ['x.parquet']);
});

test('what a killed process left is taken over, and a part that another process writes is left alone', async (t) => {
  const hub = await startLoopbackHub(t);
  const commit = hub.put('o/n', { 'x.parquet': large });
  const client = await clientOf(t, hub);
  const snapshot = await openSnapshot(client, { repo: 'o/n', revision: commit });
  const folder = join(client.settings.cache, 'datasets', 'o', 'n', commit);
  // The first transfer writes its part while the second begins.
  let second: Promise<string> | undefined;
  const paths = await Promise.all([
    fetchFile(client, snapshot, snapshot.files[0]!, () => {
      second ??= fetchFile(client, snapshot, snapshot.files[0]!);
    }),
    second,
  ]);
  await second;
  assert.deepEqual(await readFile(paths[0]!), large);
  assert.deepEqual(await readdir(folder), ['x.parquet']);

  await truncate(paths[0]!, 10);
  const owner = { ...thisProcess(), pid: 4194399 };
  await writeFile(join(folder, '.x.parquet.part.lock'), JSON.stringify(owner));
  await writeFile(join(folder, '.x.parquet.part'), large.subarray(0, 399_000));
  hub.requests.length = 0;
  assert.deepEqual(await readFile(await fetchFile(client, snapshot, snapshot.files[0]!)), large);
  assert.deepEqual(
    hub.requests.map(({ range }) => range),
    ['bytes=399000-', 'bytes=399000-'],
  );
  assert.deepEqual(await readdir(folder), ['x.parquet']);
});

test('bytes that do not fit the listed hash are fetched once more, then refused; nothing is kept', async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('o/n', { 'x.parquet': large, 'y.json': '[1, 2]' });
  for (const [path, on] of [
    ['x.parquet', /\/cdn\//],
    ['y.json', /\/resolve\/.*y\.json/],
  ] as const) {
    const client = await clientOf(t, hub);
    hub.fail({ on, corrupt: true });
    assert.ok((await fetchNamed(client, 'o/n', path)).length > 0, 'once is mended');
    const other = await clientOf(t, hub);
    hub.fail({ on, corrupt: true, times: 2 });
    await assert.rejects(fetchNamed(other, 'o/n', path), hasCode('LB_HUB_HASH', /twice; nothing was kept/));
    const [commit] = (await readdir(join(other.settings.cache, 'datasets', 'o', 'n'))).filter((name) =>
      /^[0-9a-f]{40}$/.test(name),
    );
    assert.deepEqual(await readdir(join(other.settings.cache, 'datasets', 'o', 'n', commit!)), []);
  }
});

test('a bad part from an earlier run is found out and fetched anew', async (t) => {
  const hub = await startLoopbackHub(t);
  const commit = hub.put('o/n', { 'x.parquet': large });
  const client = await clientOf(t, hub);
  const folder = join(client.settings.cache, 'datasets', 'o', 'n', commit);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '.x.parquet.part'), randomBytes(399_000));
  assert.deepEqual(await fetchNamed(client, 'o/n', 'x.parquet'), large);
  assert.deepEqual(
    hub.requests.filter(({ origin }) => origin === 'cdn').map(({ range }) => range),
    ['bytes=399000-', undefined],
  );
});

test('the token goes to the hub, and not to where large files are', async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('o/n', { 'x.parquet': large }, { private: true });
  const client = await clientOf(t, hub, { token: hub.token });
  await fetchNamed(client, 'o/n', 'x.parquet');
  const cdn = hub.requests.filter(({ origin }) => origin === 'cdn');
  assert.ok(cdn.length > 0);
  assert.ok(cdn.every(({ authorization }) => authorization === undefined));
  assert.ok(
    hub.requests
      .filter(({ origin }) => origin === 'hub')
      .every(({ authorization }) => authorization === `Bearer ${hub.token}`),
  );
});

test('offline, what was fetched is read without a request and anything else is an error that says so', async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('o/n', { 'a.json': '[1]', 'b.json': '[2]' });
  const cache = await temporaryFolder(t);
  await fetchNamed(await clientOf(t, hub, { cache }), 'o/n', 'a.json');
  hub.put('o/n', { 'a.json': '[3]' });
  hub.requests.length = 0;
  const offline = await clientOf(t, hub, { cache, offline: true });
  assert.equal((await fetchNamed(offline, 'o/n', 'a.json')).toString(), '[1]');
  await assert.rejects(
    fetchNamed(offline, 'o/n', 'b.json'),
    hasCode('LB_OFFLINE', /b\.json has not been fetched/),
  );
  await assert.rejects(
    fetchNamed(offline, 'o/other', 'b.json'),
    hasCode('LB_OFFLINE', /o\/other at main has not been fetched/),
  );
  assert.equal(hub.requests.length, 0);
});

test('stopping ends a transfer at once and keeps what came', async (t) => {
  const hub = await startLoopbackHub(t);
  const commit = hub.put('o/n', { 'x.parquet': large });
  hub.fail({ on: /\/cdn\//, stallAfter: 200_000 });
  const stop = new AbortController();
  const client = await clientOf(t, hub, {}, { signal: stop.signal, timings: { idleMs: 60_000 } });
  const snapshot = await openSnapshot(client, { repo: 'o/n', revision: 'main' });
  const fetched = fetchFile(client, snapshot, snapshot.files[0]!, (done) => {
    if (done >= 200_000) stop.abort();
  });
  await assert.rejects(fetched, hasCode('LB_ABORTED', /resumes it/));
  const folder = join(client.settings.cache, 'datasets', 'o', 'n', commit);
  assert.equal((await readFile(join(folder, '.x.parquet.part'))).length, 200_000);
});
