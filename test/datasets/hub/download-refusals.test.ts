// What a hub does wrong or refuses, and what is said of it.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fetchFile } from '../../../src/datasets/hub/download.ts';
import { openSnapshot } from '../../../src/datasets/hub/snapshot.ts';
import { type LoopbackHub, startLoopbackHub } from '../../support/loopback-hub.ts';
import { clientOf, fetchNamed, hasCode } from './hub-client.ts';

const large = randomBytes(400_000);
const isDownload = /^GET \/(cdn|datasets\/o\/n\/resolve)/;

function downloads(requests: readonly { readonly line: string }[]): number {
  return requests.filter(({ line }) => /^GET \/cdn/.test(line)).length;
}

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
  assert.match(lines.join('\n'), /no answer within 1 s.*\n.*the answer stalled .* after \d+ of 400000 bytes/);
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
  // A date means what it means by the server's clock, wherever ours is.
  const theirs = new Date(Date.now() + 86_400_000).toUTCString();
  hub.fail({ on: /\/revision\//, status: 429, headers: { 'retry-after': theirs, date: theirs } });
  assert.deepEqual(await fetchNamed(client, 'o/n', 'x.parquet'), large);
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

/** Answers the next listing with these files, all of the content `[1]`. */
function list(hub: LoopbackHub, paths: readonly string[], oid: string | null): void {
  const body = JSON.stringify(paths.map((path) => ({ type: 'file', path, size: 3, ...(oid && { oid }) })));
  hub.fail({ on: /\/tree\//, status: 200, headers: { 'content-type': 'application/json' }, body });
}

const oidOfOne = createHash('sha1').update('blob 3\0[1]').digest('hex');

test('a file whose path leads out of the cache is refused, and those beside it are read', async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('o/n', { 'a.json': '[1]' });
  const client = await clientOf(t, hub);
  list(hub, ['a.json', '../../escape.json', 'a//b.json', './c.json'], oidOfOne);
  assert.equal(String(await fetchNamed(client, 'o/n', 'a.json')), '[1]');
  for (const path of ['../../escape.json', 'a//b.json', './c.json'])
    await assert.rejects(
      fetchNamed(client, 'o/n', path),
      hasCode('LB_HUB_REPLY', /o\/n has a file ".*json", which cannot be stored under this name/),
    );
  assert.equal(hub.requests.filter(({ line }) => isDownload.test(line)).length, 1);
});

test('a name with a colon is read where files can have one', {
  skip: process.platform === 'win32',
}, async (t) => {
  const hub = await startLoopbackHub(t);
  const path = 'logs/results_2023-07-19T15:22:12.json';
  hub.put('o/n', { [path]: '[1]' });
  assert.equal(String(await fetchNamed(await clientOf(t, hub), 'o/n', path)), '[1]');
});

test('a file whose name is as long as names can be is read', async (t) => {
  const hub = await startLoopbackHub(t);
  const path = `data/${'数'.repeat(83)}.json`;
  hub.put('o/n', { [path]: '[1]' });
  assert.equal(String(await fetchNamed(await clientOf(t, hub), 'o/n', path)), '[1]');
});

test('parts of two files are never put together where the listing has no hash', async (t) => {
  const hub = await startLoopbackHub(t);
  const body = (letter: string) => letter.repeat(3000);
  hub.put('o/n', { 'a.json': body('a') });
  const lines: string[] = [];
  const client = await clientOf(t, hub, {}, { say: (line) => lines.push(line) });
  const listed = JSON.stringify([{ type: 'file', path: 'a.json', size: 3000 }]);
  hub.fail({ on: /\/tree\//, status: 200, headers: { 'content-type': 'application/json' }, body: listed });
  hub.fail({ on: /\/resolve\//, cutAfter: 1000, cutOnce: async () => void hub.put('o/n', {}) });
  assert.equal(String(await fetchNamed(client, 'o/n', 'a.json')), body('a'));
  assert.match(lines.join('\n'), /connection was lost \(.*\) after 1000 of 3000 bytes/);
  const ranges = hub.requests.filter(({ line }) => /resolve/.test(line)).map(({ range }) => range);
  assert.deepEqual(ranges, [undefined, undefined]);
});

test('an answer without end is given up, whether it succeeds or refuses', async (t) => {
  let status = 200;
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    const more = (): void => {
      while (!response.destroyed && response.write('"'.padEnd(1 << 20)));
      response.once('drain', more);
    };
    more();
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const client = await clientOf(t, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  await assert.rejects(
    fetchNamed(client, 'o/n', 'a.json'),
    hasCode('LB_HUB_REPLY', /sent more than 64\.0 MB in answer to GET \/api\/datasets\/o\/n\/revision\/main/),
  );
  status = 404;
  await assert.rejects(fetchNamed(client, 'o/n', 'a.json'), hasCode('LB_HUB_NOT_FOUND', /no dataset o\/n/));
});

test('a listing that is nonsense is refused', async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('o/n', { 'a.json': '[1]' });
  const client = await clientOf(t, hub);
  hub.fail({ on: /\/tree\//, status: 200, body: '<html>maintenance</html>' });
  const elsewhere = /cannot be used: not JSON; check HF_ENDPOINT, and whether a proxy or a login page/;
  await assert.rejects(fetchNamed(client, 'o/n', 'a.json'), hasCode('LB_HUB_REPLY', elsewhere));
  for (const body of ['null', '{"error":"x"}']) {
    hub.fail({ on: /\/tree\//, status: 200, headers: { 'content-type': 'application/json' }, body });
    const form = /cannot be used: JSON of another form than a hub gives; check HF_ENDPOINT/;
    await assert.rejects(fetchNamed(client, 'o/n', 'a.json'), hasCode('LB_HUB_REPLY', form), body);
  }
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
