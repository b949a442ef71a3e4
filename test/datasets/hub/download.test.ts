import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fetchFile } from '../../../src/datasets/hub/download.ts';
import { openSnapshot } from '../../../src/datasets/hub/snapshot.ts';
import { startLoopbackHub } from '../../support/loopback-hub.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { clientOf, fetchNamed, hasCode } from './hub-client.ts';

const large = randomBytes(400_000);
const isDownload = /^GET \/(cdn|datasets\/o\/n\/resolve)/;

function downloads(requests: readonly { readonly line: string }[]): number {
  return requests.filter(({ line }) => /^GET \/cdn/.test(line)).length;
}

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

test('a transfer that is cut again and again goes on where it was', async (t) => {
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

test('a transfer that gives up keeps its bytes, and the next run asks only for the rest', async (t) => {
  const hub = await startLoopbackHub(t);
  const commit = hub.put('o/n', { 'x.parquet': large });
  hub.fail({ on: /\/cdn\//, cutAfter: 300_000 });
  hub.fail({ on: /\/cdn\//, times: 2, status: 503 });
  const client = await clientOf(t, hub, { maxRetries: 1 });
  await assert.rejects(
    fetchNamed(client, 'o/n', 'x.parquet'),
    hasCode('LB_HUB_SERVER', /HTTP 503.*300000 of 400000 bytes are kept/),
  );
  const folder = join(client.settings.cache, 'datasets', 'o', 'n', commit);
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

  const dead = `.x.parquet.part-${hostname().replace(/[^\w]/g, '_')}-4194399-0a0b0c0d`;
  await truncate(paths[0]!, 10);
  await writeFile(join(folder, dead), large.subarray(0, 399_000));
  hub.requests.length = 0;
  assert.deepEqual(await readFile(await fetchFile(client, snapshot, snapshot.files[0]!)), large);
  assert.deepEqual(
    hub.requests.map(({ range }) => range),
    ['bytes=399000-', 'bytes=399000-'],
  );
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

test('a server without ranges is read from the start, and one with another size is refused', async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('o/n', { 'x.parquet': large });
  hub.fail({ on: /\/cdn\//, cutAfter: 200_000 });
  hub.fail({ on: /\/cdn\//, ignoreRange: true });
  const client = await clientOf(t, hub);
  assert.deepEqual(await fetchNamed(client, 'o/n', 'x.parquet'), large);
  assert.equal(downloads(hub.requests), 2);

  const other = await clientOf(t, hub);
  hub.fail({ on: /\/cdn\//, status: 200, headers: { 'content-length': '5' }, body: 'short' });
  await assert.rejects(
    fetchNamed(other, 'o/n', 'x.parquet'),
    hasCode('LB_HUB_HASH', /has 5 bytes on the hub, and its listing says 400000/),
  );
});

test('a server that stops talking is given up after the time limit, before its headers and within a body', async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('o/n', { 'x.parquet': large });
  hub.fail({ on: /\/revision\//, stallAfter: 0 });
  hub.fail({ on: /\/cdn\//, stallAfter: 100_000 });
  const lines: string[] = [];
  const client = await clientOf(t, hub, {}, { say: (line) => lines.push(line) });
  assert.deepEqual(await fetchNamed(client, 'o/n', 'x.parquet'), large);
  assert.match(lines.join('\n'), /no answer within 1 s.*\n.*broke off after \d+ of 400000 bytes/);
});

test('"too many requests" is waited for as long as the hub says, and fails at once when that is too long', async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('o/n', { 'x.parquet': large });
  hub.fail({ on: isDownload, times: 2, status: 429, headers: { 'retry-after': '0' } });
  hub.fail({
    on: /\/tree\//,
    status: 429,
    headers: { 'retry-after': new Date(Date.now() - 1000).toUTCString() },
  });
  const client = await clientOf(t, hub);
  assert.deepEqual(await fetchNamed(client, 'o/n', 'x.parquet'), large);
  hub.fail({ on: /\/revision\//, status: 429, headers: { 'retry-after': '86400' } });
  await assert.rejects(
    fetchNamed(client, 'o/n', 'x.parquet'),
    hasCode('LB_HUB_RATE', /try again in 86400 s \(HTTP 429\); HF_TOKEN raises the limit/),
  );
  hub.fail({ on: /\/revision\//, times: 9, status: 429, headers: { 'retry-after': '0' } });
  await assert.rejects(fetchNamed(client, 'o/n', 'x.parquet'), hasCode('LB_HUB_RATE', /in 0 s/));
});

test('each thing that is missing or closed has its own message', async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('o/n', { 'a.json': '[]' });
  hub.put('o/secret', { 'a.json': '[]' }, { private: true });
  hub.put('o/gated', { 'a.json': '[]' }, { gated: true });
  const open = await clientOf(t, hub);
  const signed = await clientOf(t, hub, { token: hub.token });
  const wrong = await clientOf(t, hub, { token: 'hf_notTheRightOne99' });
  const rejects = (
    client: typeof open,
    repo: string,
    code: Parameters<typeof hasCode>[0],
    words: RegExp,
    revision = 'main',
  ) => assert.rejects(fetchNamed(client, repo, 'a.json', revision), hasCode(code, words));
  await rejects(
    open,
    'o/none',
    'LB_HUB_AUTH',
    /no dataset o\/none, or it is private: .*set HF_TOKEN \(HTTP 401\)/,
  );
  await rejects(
    signed,
    'o/none',
    'LB_HUB_NOT_FOUND',
    /no dataset o\/none, or it is private: .*HF_TOKEN may read it/,
  );
  await rejects(open, 'o/secret', 'LB_HUB_AUTH', /set HF_TOKEN/);
  assert.equal((await fetchNamed(signed, 'o/secret', 'a.json')).toString(), '[]');
  await rejects(
    open,
    'o/gated',
    'LB_HUB_AUTH',
    /o\/gated is gated: ask for access at http.*\/datasets\/o\/gated/,
  );
  await rejects(open, 'o/n', 'LB_HUB_NOT_FOUND', /o\/n has no revision refs\/x/, 'refs/x');
  await rejects(
    wrong,
    'o/n',
    'LB_HUB_AUTH',
    /does not accept HF_TOKEN \(HTTP 401\): Invalid credentials in Authorization header: Bearer hf_…$/,
  );
  hub.fail({ on: /\/revision\//, status: 403, body: '{"error":"blocked for hf_notTheRightOne99"}' });
  await rejects(wrong, 'o/n', 'LB_HUB_AUTH', /HTTP 403\): blocked for hf_…/);
  const snapshot = await openSnapshot(open, { repo: 'o/n', revision: 'main' });
  const ghost = { path: 'b c.json', size: 3, sha256: null, blob_sha1: null };
  await assert.rejects(
    fetchFile(open, snapshot, ghost),
    hasCode('LB_HUB_NOT_FOUND', /o\/n has no file b c\.json at [0-9a-f]{40}/),
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

test('a listing that leads out of the cache, or answers nonsense, is refused', async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('o/n', { 'a.json': '[1]' });
  const client = await clientOf(t, hub);
  const entry = { type: 'file', path: '../../escape.json', size: 1, oid: 'a'.repeat(40) };
  hub.fail({
    on: /\/tree\//,
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([entry]),
  });
  await assert.rejects(
    fetchNamed(client, 'o/n', 'a.json'),
    hasCode('LB_HUB_REPLY', /is not a path within a repository/),
  );
  hub.fail({ on: /\/tree\//, status: 200, body: '<html>maintenance</html>' });
  await assert.rejects(fetchNamed(client, 'o/n', 'a.json'), hasCode('LB_HUB_REPLY', /cannot be used/));
  hub.fail({ on: /\/revision\//, status: 200, body: '{"id":"o/n"}' });
  await assert.rejects(fetchNamed(client, 'o/n', 'a.json'), hasCode('LB_HUB_REPLY', /name of o\/n at main/));
});

test('a hub that is not there is said to refuse the connection, after the retries', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  const lines: string[] = [];
  const url = `http://127.0.0.1:${port}`;
  const client = await clientOf(t, { url }, { maxRetries: 2 }, { say: (line) => lines.push(line) });
  await assert.rejects(
    fetchNamed(client, 'o/n', 'a.json'),
    hasCode('LB_HUB_NETWORK', /the request failed \(ECONNREFUSED\)/),
  );
  assert.equal(lines.length, 2);
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
  await assert.rejects(fetched, hasCode('LB_ABORTED', /goes on where it was/));
  const folder = join(client.settings.cache, 'datasets', 'o', 'n', commit);
  assert.equal((await readFile(join(folder, '.x.parquet.part'))).length, 200_000);
});
