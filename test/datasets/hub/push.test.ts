import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { refusalOf } from '../../../src/datasets/hub/refusal.ts';
import { type LoopbackHub, startLoopbackHub } from '../../support/loopback-hub.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { runHere } from './run-here.ts';

const parquet = randomBytes(200_000);

async function folderWithFiles(t: TestContext): Promise<string> {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'train.parquet'), parquet);
  await writeFile(join(cwd, 'test.jsonl'), '{"a":1}\n');
  await writeFile(join(cwd, 'card.md'), '# Late errors\n');
  await writeFile(join(cwd, 'run-manifest.json'), '{"tool":"latebench"}\n');
  return cwd;
}

/** Arguments that are names of its files are taken from the folder. */
function push(cwd: string, hub: LoopbackHub, args: readonly string[], env: Record<string, string> = {}) {
  const placed = args.map((arg) =>
    /^[\w./-]+\.(parquet|jsonl|md|json)$|^\.$/.test(arg) ? join(cwd, arg) : arg,
  );
  return runHere(['push', ...placed], {
    home: cwd,
    env: { HF_ENDPOINT: hub.url, HF_TOKEN: hub.token, ...env },
  });
}

function stored(hub: LoopbackHub, name: string, branch = 'main'): Record<string, Buffer> {
  const repo = hub.repos.get(name);
  const files = repo?.commits.get(repo.refs.get(branch) ?? '') ?? new Map();
  return Object.fromEntries([...files].map(([path, { bytes }]) => [path, bytes as Buffer]));
}

test('files, card and manifest arrive in one commit of a repository that is made private', async (t) => {
  const hub = await startLoopbackHub(t);
  const cwd = await folderWithFiles(t);
  const args = ['train.parquet', 'test.jsonl', '--repo', 'me/late', '--to', 'data', '--card', 'card.md'];
  const { code, stdout, stderr } = await push(cwd, hub, [
    ...args,
    '--manifest',
    'run-manifest.json',
    '--create',
    '--private',
  ]);
  assert.equal(code, 0, stderr);
  assert.equal(stdout, '');
  const files = stored(hub, 'me/late');
  assert.deepEqual(Object.keys(files).sort(), [
    'README.md',
    'data/test.jsonl',
    'data/train.parquet',
    'manifest.json',
  ]);
  assert.deepEqual(files['data/train.parquet'], parquet);
  assert.equal(files['README.md']?.toString(), '# Late errors\n');
  assert.equal(hub.repos.get('me/late')?.private, true);
  assert.equal(hub.requests.filter(({ line }) => /POST .*\/commit\//.test(line)).length, 1);
  assert.ok(
    hub.requests
      .filter(({ line }) => line.startsWith('PUT'))
      .every(({ authorization }) => authorization === undefined),
  );
  assert.match(stderr, /made private dataset me\/late\n/);
  assert.match(stderr, /4 files, 200\.\d kB, in commit [0-9a-f]{40} of main: http/);
  assert.ok(!stderr.includes(hub.token));

  // What was pushed can be ingested, and a large file that is there is not sent again.
  hub.requests.length = 0;
  assert.equal((await push(cwd, hub, ['train.parquet', '--repo', 'me/late'])).code, 0);
  assert.equal(hub.requests.filter(({ line }) => line.startsWith('PUT')).length, 0);
  assert.deepEqual(stored(hub, 'me/late')['train.parquet'], parquet);
});

test('a repository or branch that is not there is made only when asked', async (t) => {
  const hub = await startLoopbackHub(t);
  const cwd = await folderWithFiles(t);
  const absent = await push(cwd, hub, ['test.jsonl', '--repo', 'me/none']);
  assert.equal(absent.code, 2);
  assert.match(
    absent.stderr,
    /me\/none is not there, or HF_TOKEN may not see it; --create makes it \(LB_HUB_NOT_FOUND\)/,
  );
  assert.equal(hub.repos.size, 0);
  hub.put('me/there', { 'old.json': '[]' });
  const branch = ['test.jsonl', '--repo', 'me/there', '--branch', 'next'];
  assert.match((await push(cwd, hub, branch)).stderr, /branch next of me\/there is not there/);
  const made = await push(cwd, hub, [...branch, '--create']);
  assert.equal(made.code, 0, made.stderr);
  assert.deepEqual(Object.keys(stored(hub, 'me/there', 'next')), ['old.json', 'test.jsonl']);
  assert.deepEqual(Object.keys(stored(hub, 'me/there')), ['old.json']);
});

test('--private never sends anything to a public repository', async (t) => {
  const hub = await startLoopbackHub(t);
  const cwd = await folderWithFiles(t);
  hub.put('me/open', { 'old.json': '[]' });
  const { code, stderr } = await push(cwd, hub, ['test.jsonl', '--repo', 'me/open', '--private']);
  assert.equal(code, 2);
  assert.match(stderr, /me\/open exists and is public, so nothing was sent/);
  assert.ok(hub.requests.every(({ line }) => line.startsWith('GET')));
});

test('busy and failing uploads are tried again; a commit is not sent twice unless the hub refused it', async (t) => {
  const hub = await startLoopbackHub(t);
  const cwd = await folderWithFiles(t);
  hub.put('me/late', { 'old.json': '[]' });
  hub.fail({ on: /PUT \/upload/, status: 503 });
  hub.fail({ on: /preupload/, status: 502 });
  hub.fail({ on: /\/commit\//, status: 429, headers: { 'retry-after': '0' } });
  const good = await push(cwd, hub, ['train.parquet', '--repo', 'me/late']);
  assert.equal(good.code, 0, good.stderr);
  assert.deepEqual(stored(hub, 'me/late')['train.parquet'], parquet);
  hub.fail({ on: /\/commit\//, status: 504 });
  hub.requests.length = 0;
  const open = await push(cwd, hub, ['test.jsonl', '--repo', 'me/late']);
  assert.equal(open.code, 1);
  assert.match(
    open.stderr,
    /HTTP 504.*; the commit may have arrived: look at me\/late before pushing again \(LB_HUB_SERVER\)/,
  );
  assert.equal(hub.requests.filter(({ line }) => /\/commit\//.test(line)).length, 1);
});

test('a commit that the hub says it made is looked up, and is an error where it is not what was sent', async (t) => {
  const hub = await startLoopbackHub(t);
  const cwd = await folderWithFiles(t);
  const head = hub.put('me/late', { 'test.jsonl': '{"a":2}\n' });
  const said = async (answer: object) => {
    const headers = { 'content-type': 'application/json' };
    hub.fail({ on: /\/commit\//, status: 200, headers, body: JSON.stringify(answer) });
    return push(cwd, hub, ['train.parquet', 'test.jsonl', '--repo', 'me/late']);
  };
  const nowhere = await said({ commitOid: 'f'.repeat(40), commitUrl: `${hub.url}/f` });
  assert.equal(nowhere.code, 2);
  assert.match(
    nowhere.stderr,
    /commit f{40} of me\/late: the hub says that it made it, and does not have it .*; run the command again/,
  );
  const other = await said({ commitOid: head, commitUrl: `${hub.url}/${head}` });
  assert.equal(other.code, 1);
  assert.match(
    other.stderr,
    /commit [0-9a-f]{40} of me\/late is not what was sent: it differs in train\.parquet, test\.jsonl\..* \(LB_HUB_HASH\)/,
  );
  const empty = await said({});
  assert.equal(empty.code, 1);
  assert.match(empty.stderr, /no commit in the answer; the commit may have arrived: look at me\/late/);
});

test('a pipe or a device is not pushed: it was an empty file on the hub', {
  skip: process.platform === 'win32',
}, async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('me/late', {});
  const { code, stderr } = await push(await folderWithFiles(t), hub, ['/dev/null', '--repo', 'me/late']);
  assert.equal(code, 2);
  assert.match(stderr, /\/dev\/null is a pipe or a device, .* \(LB_USAGE\)/);
  assert.deepEqual(hub.requests, []);
});

test('what cannot be pushed is said before anything is sent', async (t) => {
  const hub = await startLoopbackHub(t);
  const cwd = await folderWithFiles(t);
  for (const [args, env, words] of [
    [['test.jsonl'], {}, /--repo OWNER\/NAME is missing/],
    [['test.jsonl', '--repo', 'late'], {}, /--repo late: write OWNER\/NAME/],
    [['none.jsonl', '--repo', 'me/late'], {}, /none\.jsonl: no such file/],
    [['.', '--repo', 'me/late'], {}, /no dataset here \(no manifest\.json\)/],
    [['test.jsonl', 'other/test.jsonl', '--repo', 'me/late'], {}, /would both be test\.jsonl/],
    [['test.jsonl', '--repo', 'me/late', '--to', '../up'], {}, /name a folder within the repository/],
    [['test.jsonl', '--repo', 'me/late'], { HF_TOKEN: '' }, /HF_TOKEN is not set.*\(LB_HUB_AUTH\)/],
    [
      ['test.jsonl', '--repo', 'me/late'],
      { HF_TOKEN: 'mysecret' },
      /HF_TOKEN is not an access token of the hub/,
    ],
    [
      ['test.jsonl', '--repo', 'me/late'],
      { HF_HUB_OFFLINE: '1' },
      /nothing is sent, as HF_HUB_OFFLINE is set/,
    ],
    [[], {}, /latebench push/],
  ] as const) {
    const { code, stderr } = await push(cwd, hub, args, env);
    assert.equal(code, 'HF_HUB_OFFLINE' in env ? 4 : 2, args.join(' '));
    assert.match(stderr, words);
    assert.doesNotMatch(stderr, /mysecret/);
  }
  const dry = await push(cwd, hub, ['test.jsonl', '--repo', 'me/late', '--dry-run']);
  assert.equal(dry.code, 0);
  assert.match(dry.stderr, /test\.jsonl -> me\/late\/test\.jsonl \(8 B\)\n.*nothing was sent \(--dry-run\)/);
  assert.equal(hub.requests.length, 0);
});

test('a dataset that somebody else changes at the same time is said to be that, with the way out', () => {
  const settings = { endpoint: 'https://hub.test', token: 'hf_x' };
  for (const status of [409, 412]) {
    const { error, waitMs } = refusalOf(
      {
        ...{ method: 'POST', url: 'https://hub.test/api/datasets/me/d/commit/main', status },
        ...{ headers: new Headers(), text: '{"error":"Please refresh"}' },
      },
      settings,
    );
    assert.deepEqual([error.code, error.retry, waitMs], ['LB_HUB_REQUEST', 'never', null]);
    assert.match(
      error.message,
      /^me\/d was changed by somebody else .*Please refresh; .*run the command again$/,
    );
  }
});
