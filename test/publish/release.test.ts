// Releases on a hub: the branch is the manifest's files, versions stay what they are, and any of them can be checked.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { runHere } from '../datasets/hub/run-here.ts';
import { runCommand } from '../support/cli.ts';
import { type LoopbackHub, startLoopbackHub } from '../support/loopback-hub.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { build, publishedFiles, quick, recordsIn, rowsOf } from './building.ts';

let made = '';
/** Folders of versions: 1.0.0, 1.1.0 chosen anew without dev, and a 1.1.0 that was built elsewhere with those shares. */
const version = { first: '', second: '', elsewhere: '' };
const common = { critics: [], inject: { verifyVotes: 0 }, difficultyVotes: 0 };
const halves = { train: 0.5, dev: 0.3, test: 0.2 };
const withoutDev = { version: '1.1.0', splits: { train: 0.8, dev: 0, test: 0.2 } };

before(async () => {
  made = await mkdtemp(join(tmpdir(), 'latebench-release-'));
  version.first = join(made, 'first');
  const { folder } = await build({ folder: made, rows: rowsOf(20), spec: { ...common, splits: halves } });
  await cp(folder, version.first, { recursive: true });
  const second = await build({ folder: made, spec: { ...common, ...withoutDev }, rebalance: true });
  version.second = second.folder;
  const elsewhere = await build({ folder: made, out: 'elsewhere', spec: { ...common, ...withoutDev } });
  version.elsewhere = elsewhere.folder;
});
after(() => rm(made, { recursive: true, force: true }));

function tree(hub: LoopbackHub, revision = 'main'): Map<string, string> {
  const repo = hub.repos.get('me/late');
  const files = repo?.commits.get(repo.refs.get(revision) ?? '') ?? new Map();
  const entries = [...files].map(([path, { bytes }]): [string, string] => [path, bytes.toString('base64')]);
  return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function setting(t: TestContext) {
  const hub = await startLoopbackHub(t);
  const home = await temporaryFolder(t);
  const env = { HF_ENDPOINT: hub.url, HF_TOKEN: hub.token };
  const run = (...args: string[]) => runHere(args, { home, env });
  const push = (folder: string, ...more: string[]) =>
    run('push', folder, '--repo', 'me/late', '--create', ...more);
  const ok = async (...args: string[]) => {
    const done = await run(...args);
    assert.equal(done.code, 0, done.stderr);
    return done;
  };
  return { hub, home, env, run, push, ok };
}

test('1.0.0, then 1.1.0 without dev: the tree is the manifest, and every version verifies by its tag', async (t) => {
  const { hub, push, run, ok } = await setting(t);
  hub.put('me/late', { '.gitattributes': '*.parquet filter=lfs\n' });
  const first = await push(version.first);
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stderr, /version 1\.0\.0 is commit [0-9a-f]{40} of main \(\d+ files sent, 0 deleted\)/);
  const attributes = ['.gitattributes', Buffer.from('*.parquet filter=lfs\n').toString('base64')] as const;
  const sorted = (files: Map<string, string>) => new Map([attributes, ...files]);
  assert.deepEqual(tree(hub), sorted(await publishedFiles(version.first)));

  const wasDev = (await recordsIn(version.first)).filter(({ publication }) => publication.split === 'dev');
  assert.ok(wasDev.length > 0 && tree(hub).has('data/dev.parquet'));
  const second = await push(version.second);
  assert.equal(second.code, 0, second.stderr);
  assert.match(second.stderr, /deleted data\/dev\.jsonl\n.*deleted data\/dev\.parquet\n/s);
  assert.deepEqual(tree(hub), sorted(await publishedFiles(version.second)));

  for (const [tag, folder] of [
    ['1.0.0', version.first],
    ['1.1.0', version.second],
  ] as const) {
    assert.deepEqual(tree(hub, tag), sorted(await publishedFiles(folder)), tag);
    const { stdout } = await ok('dataset', 'verify', `hf:me/late@${tag}`);
    const { length } = await recordsIn(folder);
    assert.match(stdout, new RegExp(`^hf:me/late@[0-9a-f]{40}: \\d+ files and ${length} records are as`));
  }
  const { stdout } = await ok('dataset', 'diff', 'hf:me/late@1.0.0', 'hf:me/late@1.1.0');
  assert.match(stdout, /^1\.0\.0 \(\d+ records\) -> 1\.1\.0 \(\d+ records\)\n/);
  assert.ok(stdout.includes('dev -> '));

  // Once more changes nothing; a tag that a push did not come to make is made by the next.
  const commits = hub.repos.get('me/late')!.commits.size;
  hub.repos.get('me/late')!.refs.delete('1.1.0');
  const again = await push(version.second);
  assert.match(again.stderr, /main holds version 1\.1\.0 already\n/);
  assert.equal(hub.repos.get('me/late')!.commits.size, commits);
  assert.deepEqual(tree(hub, '1.1.0'), tree(hub));

  for (const [folder, words] of [
    [version.first, /version 1\.1\.0 is released, and 1\.0\.0 is not later: raise `version`/],
    [version.elsewhere, /version 1\.1\.0 is released with other files: raise `version`/],
  ] as const) {
    const refused = await push(folder);
    assert.notEqual(refused.code, 0);
    assert.match(refused.stderr, words);
  }
  assert.equal(hub.repos.get('me/late')!.commits.size, commits);
  assert.equal((await run('dataset', 'verify', 'hf:me/late@9.9.9')).code, 2);
});

test('a version that puts problems into other splits unseen is refused', async (t) => {
  const { hub, push } = await setting(t);
  assert.equal((await push(version.first)).code, 0);
  const kept = tree(hub);
  const { code, stderr } = await push(version.elsewhere);
  assert.notEqual(code, 0);
  assert.match(
    stderr,
    /\d+ problems of version 1\.0\.0 are in another split now: .* \(dev -> (train|test)\)/,
  );
  assert.match(stderr, /--rebalance/);
  assert.deepEqual(tree(hub), kept);
  assert.equal(hub.repos.get('me/late')!.refs.has('1.1.0'), false);
});

test('a version built elsewhere on the released one, by its address, keeps all splits and is taken', async (t) => {
  const { hub, home, push, ok, run } = await setting(t);
  assert.equal((await push(version.first)).code, 0);
  const rows = [...rowsOf(20), ...rowsOf(8, 5)].map((row) => `${JSON.stringify(row)}\n`);
  await writeFile(join(home, 'rows.jsonl'), rows.join(''));
  const spec = join(home, 'spec.json');
  await writeFile(spec, JSON.stringify({ ...quick, ...common, ...withoutDev }));
  const folder = join(home, 'elsewhere');
  const building = ['dataset', 'build', spec, '-o', folder, '--endpoint', 'sim'];
  await ok(...building, '--base', 'hf:me/late@1.0.0');
  const built = new Map((await recordsIn(folder)).map((record) => [record.id, record]));
  for (const record of await recordsIn(version.first)) assert.deepEqual(built.get(record.id), record);
  assert.ok(built.size > (await recordsIn(version.first)).length);
  await ok('push', folder, '--repo', 'me/late');
  assert.ok(hub.repos.get('me/late')!.refs.has('1.1.0'));
  const missing = await run(...building, '--base', 'hf:me/late@7.0.0');
  assert.equal(missing.code, 2, missing.stderr);
});

test('files that no release put there are deleted only when asked', async (t) => {
  const { hub, push } = await setting(t);
  hub.put('me/late', { 'other/data.jsonl': '{}\n', 'README.md': '# Mine\n' });
  const refused = await push(version.first);
  assert.equal(refused.code, 2);
  assert.match(
    refused.stderr,
    /has files that are not part of a release: other\/data\.jsonl.*--replace deletes them/,
  );
  assert.ok(tree(hub).has('other/data.jsonl'));
  assert.equal((await push(version.first, '--replace')).code, 0);
  assert.deepEqual(tree(hub), await publishedFiles(version.first));
  const folder = await push(version.first, '--to', 'inner');
  assert.match(folder.stderr, /a release is a whole repository|whose release is a whole repository/);
});

test('a tree that is not as its manifest says does not verify, and damage in the cache is mended', async (t) => {
  const { hub, home, push, run, ok } = await setting(t);
  assert.equal((await push(version.first)).code, 0);
  hub.put('me/late', { 'data/train.jsonl': '{}\n', 'data/more.jsonl': '{}\n' });
  const { code, stdout } = await run('dataset', 'verify', 'hf:me/late');
  assert.equal(code, 1);
  assert.match(stdout, /data\/more\.jsonl: is not in the manifest\n/);
  assert.match(stdout, /data\/train\.jsonl: not the file of the manifest/);
  await ok('dataset', 'verify', 'hf:me/late@1.0.0');
  const commit = hub.repos.get('me/late')!.refs.get('1.0.0')!;
  const cached = join(home, '.latebench', 'hub', 'datasets', 'me', 'late', commit, 'index.jsonl');
  const whole = await readFile(cached, 'utf8');
  await writeFile(
    cached,
    whole.replace(/[0-9a-f](?=")/, (digit) => (digit === '0' ? '1' : '0')),
  );
  await ok('dataset', 'verify', 'hf:me/late@1.0.0');
  assert.equal(await readFile(cached, 'utf8'), whole);
});

test('two pushes at once: the one that did not see the other fails, and nothing is mixed', async (t) => {
  const { hub, push } = await setting(t);
  assert.equal((await push(version.first)).code, 0);
  // The listing that the push compares with is older than the branch by the time of its commit.
  hub.fail({ on: /POST .*preupload/, status: 429, headers: { 'retry-after': '1' } });
  hub.requests.length = 0;
  const pushing = push(version.second);
  while (!hub.requests.some(({ line }) => /preupload/.test(line))) await sleep(5);
  hub.put('me/late', { 'quality/note.md': 'In between.\n' });
  const between = tree(hub);
  const { code, stderr } = await pushing;
  assert.notEqual(code, 0);
  assert.match(stderr, /HTTP 412.*not the head of the branch/);
  assert.deepEqual(tree(hub), between);
});

test('a push that is killed leaves the branch and its tags as they were, and the next one completes it', async (t) => {
  const { hub, home, env, push } = await setting(t);
  assert.equal((await push(version.first)).code, 0);
  const kept = tree(hub);
  const refs = new Map(hub.repos.get('me/late')!.refs);
  for (const moment of [/PUT \/upload/, /POST .*\/commit\//]) {
    hub.requests.length = 0;
    hub.fail({ on: moment, stallAfter: 0 });
    let child: ChildProcess | undefined;
    const killed = runCommand(['push', version.second, '--repo', 'me/late'], {
      cwd: home,
      env,
      started: (started) => {
        child = started;
      },
    });
    while (!hub.requests.some(({ line }) => moment.test(line))) await sleep(10);
    child?.kill('SIGKILL');
    assert.equal((await killed).signal, 'SIGKILL');
    assert.deepEqual(tree(hub), kept);
    assert.deepEqual(new Map(hub.repos.get('me/late')!.refs), refs);
  }
  const { code, stderr } = await push(version.second);
  assert.equal(code, 0, stderr);
  assert.deepEqual(tree(hub), await publishedFiles(version.second));
  assert.deepEqual(tree(hub, '1.0.0'), kept);
});

test('a tag that is not there, or that nobody answered for, is an error that says what is there, and the next push makes it', async (t) => {
  const { hub, push } = await setting(t);
  hub.fail({
    on: /POST .*\/tag\//,
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  const lied = await push(version.first);
  assert.equal(lied.code, 1);
  const held = /commit [0-9a-f]{40} of me\/late has the files of version 1\.0\.0, but perhaps not its tag: /;
  assert.match(lied.stderr, held);
  assert.match(lied.stderr, /does not have it; run the command again \(LB_HUB_REPLY\)/);
  hub.fail({ on: /POST .*\/tag\//, status: 504 });
  const lost = await push(version.first);
  assert.match(lost.stderr, held);
  assert.match(lost.stderr, /HTTP 504.*; run the command again \(LB_HUB_SERVER\)/);
  const last = await push(version.first);
  assert.equal(last.code, 0, last.stderr);
  const { refs } = hub.repos.get('me/late')!;
  assert.equal(refs.get('1.0.0'), refs.get('main'));
});
