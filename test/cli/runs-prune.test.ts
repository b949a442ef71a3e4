// `latebench runs prune`: what goes from a journal, what stays, and what a pruned run can still do.
import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { openCache } from '../../src/endpoints/cache/reply-cache.ts';
import { pruneJournal } from '../../src/endpoints/prune-journal.ts';
import { startSimulator } from '../../src/simulator/server.ts';
import { openJournal } from '../../src/storage/journal/journal.ts';
import { takeExclusive } from '../../src/storage/process-lock.ts';
import { runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const small = (endpoint: string) => ({
  name: 'small',
  about: 'a few late errors and one critic',
  source: { synthetic: { count: 8, seed: 1 } },
  stages: [
    { use: 'inject', with: { cleanFraction: 0.5 } },
    { use: 'critic', with: { votes: 2 } },
  ],
  endpoint,
  seed: 1,
});

const env = {
  LATEBENCH_INJECT_MODEL: 'latebench-sim/injector',
  LATEBENCH_CRITIC_MODEL: 'latebench-sim/critic',
};

let made = '';
before(async () => {
  made = await mkdtemp(join(tmpdir(), 'latebench-prune-test-'));
  // A server of its own: replies of the built-in simulation are not in the cache.
  const server = await startSimulator();
  after(() => server.close());
  await writeFile(join(made, 'small.json'), JSON.stringify(small(server.url)));
  const { code, stderr } = await runHere(['run', 'small.json', '--run', 'runs/one', '-q'], {
    cwd: made,
    env,
  });
  assert.equal(code, 0, stderr);
});
after(() => rm(made, { recursive: true, force: true }));

/** A copy of the run with the cache that it filled. */
async function copied(t: TestContext): Promise<string> {
  const cwd = await temporaryFolder(t);
  await cp(made, cwd, { recursive: true });
  return cwd;
}

async function journalFiles(cwd: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const top = join(cwd, 'runs', 'one', 'journal');
  for (const entry of await readdir(top, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found[path.slice(top.length + 1)] = (await readFile(path)).toString('base64');
  }
  return found;
}

const counted = (text: string): RegExpExecArray =>
  /runs\/one, ([\d,]+) repl(?:y|ies), ([\d,.]+ \S+), (?:would be )?removed; (\d+) kept/.exec(text)!;

test('a dry run says what would go and changes nothing; then just that goes, and the run verifies, bundles and resumes', async (t) => {
  const cwd = await copied(t);
  const before = await journalFiles(cwd);
  const verified = await runHere(['verify-run', 'runs/one'], { cwd });
  const dry = await runHere(['runs', 'prune', '--dry-run', 'runs/one'], { cwd });
  assert.equal(dry.code, 0, dry.stderr);
  assert.match(dry.stderr, /dry run: 0 calls; runs\/one, /);
  assert.deepEqual(await journalFiles(cwd), before);
  const pruned = await runHere(['runs', 'prune', 'runs/one'], { cwd });
  assert.equal(pruned.code, 0, pruned.stderr);
  const [, replies, bytes, kept] = counted(pruned.stderr);
  assert.deepEqual([...counted(dry.stderr)].slice(1), [replies, bytes, kept]);
  assert.ok(Number(replies) > 10, replies);
  const left = await journalFiles(cwd);
  const sizeOf = (files: Record<string, string>): number =>
    Object.entries(files).reduce((sum, [name, text]) => sum + (name.endsWith('.lbj') ? text.length : 0), 0);
  assert.ok(sizeOf(left) < sizeOf(before) / 2, `${sizeOf(left)} of ${sizeOf(before)}`);

  const again = await runHere(['verify-run', 'runs/one'], { cwd });
  assert.deepEqual([again.code, again.stdout], [0, verified.stdout], 'read from the cache');
  assert.deepEqual(await journalFiles(cwd), left, 'reading puts nothing back');
  const bundle = await runHere(['bundle', '-o', 'one.tar.gz', 'runs/one'], { cwd });
  assert.equal(bundle.code, 0, bundle.stderr);
  const elsewhere = await temporaryFolder(t);
  const checked = await runHere(['verify-run', join(cwd, 'one.tar.gz')], { cwd: elsewhere });
  assert.deepEqual([checked.code, checked.stdout], [0, verified.stdout], 'a bundle has all replies');

  const second = await runHere(['runs', 'prune', 'runs/one'], { cwd });
  assert.equal(counted(second.stderr)[1], '0');
  assert.deepEqual(await journalFiles(cwd), left);
  const records = await readFile(join(cwd, 'runs', 'one', 'records.parquet'));
  // Without a call: all that is needed is in the journal or in the cache.
  const resumed = await runHere(['run', 'small.json', '--run', 'runs/one', '--offline', '-q'], { cwd, env });
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.deepEqual(await readFile(join(cwd, 'runs', 'one', 'records.parquet')), records);
});

test('where the cache has lost pruned replies, verify-run says what it could not check, and bundle refuses', async (t) => {
  const cwd = await copied(t);
  const [, replies] = counted((await runHere(['runs', 'prune', 'runs/one'], { cwd })).stderr);
  await runHere(['cache', 'clear', '-q'], { cwd });
  const { code, stdout } = await runHere(['verify-run', 'runs/one'], { cwd });
  assert.equal(code, 0, stdout);
  assert.match(stdout, / 0 critiques from stored replies/);
  const lost = `${replies} of the ${replies}`;
  assert.ok(
    stdout.includes(
      `not checked: stored replies: ${lost} that latebench runs prune left to the cache are not in it here`,
    ),
    stdout,
  );
  const bundle = await runHere(['bundle', '-o', 'one.tar.gz', 'runs/one'], { cwd });
  assert.equal(bundle.code, 1, bundle.stderr);
  assert.ok(bundle.stderr.includes(lost));
  assert.ok(!(await readdir(cwd)).includes('one.tar.gz'));
});

test('a run that is in use, has not ended or is none stays, and nothing goes without a cache', async (t) => {
  const cwd = await copied(t);
  const before = await journalFiles(cwd);
  const asked = (name = 'runs/one', env = {}) => runHere(['runs', 'prune', name], { cwd, env });
  const lock = await takeExclusive(join(cwd, 'runs', 'one', 'run.lock'));
  assert.ok('release' in lock);
  assert.match((await asked()).stderr, /a process is working in it.*LB_BUSY/);
  await lock.release();
  const none = await asked('runs/one', { LATEBENCH_HOME: join(cwd, 'empty') });
  assert.match(none.stderr, /there is no cache at .*empty/);
  assert.equal(counted(none.stderr)[1], '0');
  await mkdir(join(cwd, 'runs', 'notes'));
  assert.equal((await asked('runs/notes')).code, 2);
  const manifest = join(cwd, 'runs', 'one', 'manifest.json');
  const facts = JSON.parse(await readFile(manifest, 'utf8')) as object;
  await writeFile(manifest, JSON.stringify({ ...facts, complete: false }));
  await rm(join(cwd, 'runs', 'one', 'summary.json'));
  assert.match((await asked()).stderr, /is not complete/);
  assert.deepEqual(await journalFiles(cwd), before);
});

test('only a single whole reply goes that the cache has byte for byte', async (t) => {
  const folder = await temporaryFolder(t);
  const journal = await openJournal(join(folder, 'journal'), { reservedBytes: 0 });
  const cache = await openCache(join(folder, 'cache'));
  t.after(() => cache.close());
  const key = (letter: string): string => letter.repeat(64);
  const entry = (letter: string, text: string, more: object = {}) => ({
    ...{ key: key(letter), sample: 0, attempt: 1, status: 200, headers: {}, endpoint: 'e', model: 'm' },
    ...{ started_at: '2026-01-01T00:00:00.000Z', finished_at: '2026-01-01T00:00:01.000Z' },
    body: Buffer.from(text),
    ...more,
  });
  const cached = (letter: string, text: string) =>
    cache.put(key(letter), { model: 'm', status: 200, headers: {}, body: Buffer.from(text) });
  await journal.append(entry('a', 'the same'));
  await cached('a', 'the same');
  await journal.append(entry('b', 'one'));
  await cached('b', 'another');
  await journal.append(entry('c', 'nowhere else'));
  await journal.append(entry('d', 'busy', { status: 429 }));
  await journal.append(entry('d', 'after an error'));
  await cached('d', 'after an error');
  await journal.append(entry('e', 'fresh', { fresh: 'run-1' }));
  await cached('e', 'fresh');
  await journal.append(entry('f', 'taken back'));
  await journal.append(entry('f', 'why', { status: 0 }));
  await cached('f', 'taken back');
  const all = async (): Promise<string[]> => {
    const open = await openJournal(join(folder, 'journal'), { reservedBytes: 0 });
    const texts: string[] = [];
    for await (const { body } of open.scan()) texts.push(Buffer.from(body).toString());
    await open.close();
    return texts.sort();
  };
  await journal.close();
  const before = await all();
  const dry = await pruneJournal(join(folder, 'journal'), cache, true);
  assert.deepEqual(await all(), before);
  const done = await pruneJournal(join(folder, 'journal'), cache, false);
  assert.deepEqual(done, dry);
  assert.deepEqual([done.replies, done.kept], [1, 7]);
  assert.deepEqual(
    await all(),
    before.filter((text) => text !== 'the same'),
  );
});
