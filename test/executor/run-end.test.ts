// How a run ends: failed calls, the quarantine, the id of a fresh run.
import assert from 'node:assert/strict';
import fs, { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { createUsageCounters } from '../../src/endpoints/usage-counters.ts';
import { openErrorHandling } from '../../src/executor/error-handling.ts';
import { allFailedText, exitCodeOfCalls } from '../../src/executor/failed-calls.ts';
import { beginFreshRun } from '../../src/executor/fresh-run.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { writtenText } from '../support/written-text.ts';

test('failed calls end a run with 3; with 4 where no call had a reply, stored ones included', () => {
  const counters = createUsageCounters();
  assert.deepEqual([exitCodeOfCalls(counters), allFailedText(counters)], [0, null]);
  counters.of('m').calls += 1;
  assert.deepEqual([exitCodeOfCalls(counters), allFailedText(counters)], [0, null]);
  counters.failures.add('LB_ENDPOINT_REQUEST', 'too long');
  assert.deepEqual([exitCodeOfCalls(counters), allFailedText(counters)], [3, null]);
  const stored = createUsageCounters();
  stored.of('m').hits += 1;
  stored.failures.add('LB_ENDPOINT_REQUEST', 'too long');
  assert.deepEqual([exitCodeOfCalls(stored), allFailedText(stored)], [3, null]);
  const failed = createUsageCounters();
  failed.failures.add('LB_ENDPOINT_SERVER', 'answered 500');
  for (let nth = 0; nth < 1199; nth += 1) failed.failures.add('LB_ENDPOINT_REQUEST', 'too long');
  assert.equal(exitCodeOfCalls(failed), 4);
  assert.equal(
    allFailedText(failed),
    'every call failed (1,200 of 1,200 calls), most often with: too long (LB_ENDPOINT_REQUEST). Check endpoint and options, then run the command again: it asks only for what is missing.',
  );
});

/** What a user sees of an error handling. */
function told() {
  const said: string[] = [];
  return { said, stderr: new PassThrough(), say: (line: string) => void said.push(line) };
}

const bad = { code: 'LB_JSON', message: 'no JSON', where: { source: 'a.jsonl', line: 3 }, raw: '{' } as const;

test('invalid records are kept under LATEBENCH_HOME by default, and where they are is said at the end', async (t) => {
  const home = await temporaryFolder(t);
  const out = told();
  const handling = openErrorHandling({}, { label: 'pool build', home }, out);
  handling.policy.reject(bad);
  handling.close();
  const [name, ...more] = await readdir(join(home, 'quarantine'));
  assert.deepEqual(more, []);
  assert.match(name!, /^pool-build-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.jsonl$/);
  assert.deepEqual(out.said, [`1 invalid record is kept in ${join(home, 'quarantine', name!)}`]);
  assert.match(writtenText(out.stderr), /^latebench pool build: .*a\.jsonl:3.*\n$/);
  const kept = JSON.parse(await readFile(join(home, 'quarantine', name!), 'utf8')) as { raw: string };
  assert.equal(kept.raw, '{');
});

test('a run folder keeps its own quarantine, and a file that is named takes precedence', async (t) => {
  const home = await temporaryFolder(t);
  const runFolder = join(home, 'run');
  const place = { label: 'critic', home, runFolder };
  const out = told();
  const handling = openErrorHandling({}, place, out);
  for (let nth = 0; nth < 3; nth += 1) handling.policy.reject(bad);
  handling.close();
  assert.deepEqual(out.said, [`3 invalid records are kept in ${join(runFolder, 'quarantine.jsonl')}`]);
  const quarantine = join(home, 'mine.jsonl');
  const named = told();
  const other = openErrorHandling({ quarantine }, place, named);
  other.policy.reject(bad);
  other.close();
  assert.deepEqual(named.said, [`1 invalid record is kept in ${quarantine}`]);
});

test('where records are skipped, or nothing is written, nothing is kept and nothing is said of it', async (t) => {
  const home = join(await temporaryFolder(t), 'none');
  for (const [settings, dry] of [
    [{ onError: 'skip' }, false],
    [{}, true],
  ] as const) {
    const out = told();
    const handling = openErrorHandling(settings, { label: 'filter', home, dry }, out);
    handling.policy.reject(bad);
    handling.close();
    assert.deepEqual(out.said, []);
    assert.equal(existsSync(join(home, 'quarantine')), false);
    assert.match(writtenText(out.stderr), /latebench filter: /);
  }
});

test('the first invalid record, or one too many, ends a run that asks for it', async (t) => {
  const home = await temporaryFolder(t);
  const failing = openErrorHandling({ onError: 'fail' }, { label: 'filter', home }, told());
  assert.throws(() => failing.policy.reject(bad), { code: 'LB_JSON' });
  const limited = openErrorHandling({ maxErrors: { count: 1 } }, { label: 'filter', home }, told());
  limited.policy.reject(bad);
  assert.throws(() => limited.policy.reject(bad), { code: 'LB_MAX_ERRORS' });
  limited.close();
});

test('an interrupted fresh run is resumed under its id; one that has ended is followed by a new one', async (t) => {
  const folder = join(await temporaryFolder(t), 'deep', 'journal');
  const first = beginFreshRun(folder);
  assert.match(first.id, /^\d{4}-\d\d-\d\dT[\d:.]+Z [0-9a-f]{16}$/);
  assert.equal(first.resumed, false);
  const path = join(folder, 'fresh-run');
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  for (const code of [1, 2, 4, 5, 130]) {
    first.ended(code);
    const again = beginFreshRun(folder);
    assert.deepEqual([again.id, again.resumed], [first.id, true], `exit code ${code}`);
  }
  let last = first;
  for (const code of [0, 3]) {
    last.ended(code);
    assert.equal(existsSync(path), false, `exit code ${code}`);
    const next = beginFreshRun(folder);
    assert.equal(next.resumed, false);
    assert.notEqual(next.id, last.id);
    last = next;
  }
  last.ended(0);
  last.ended(0);
});

test('a fresh run whose id cannot be kept is an error that names the file', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'file'), '');
  for (const blocked of [join(folder, 'file'), join(folder, 'file', 'journal')]) {
    assert.throws(() => beginFreshRun(blocked), { code: 'LB_OUTPUT', message: /file\/.*fresh-run/ });
  }
  await mkdir(join(folder, 'fresh-run'));
  assert.throws(() => beginFreshRun(folder), { code: 'LB_OUTPUT' });
});

for (const [call, code, expected] of [
  ['linkSync', 'EACCES', 'LB_OUTPUT'],
  ['writeFileSync', 'ENOSPC', 'LB_DISK_FULL'],
] as const) {
  test(`a fresh run whose id the disk refuses (${code}) is an error, and leaves nothing`, async (t) => {
    const folder = await temporaryFolder(t);
    const refusing = t.mock.method(fs, call, () => {
      throw Object.assign(new Error(code), { code });
    });
    syncBuiltinESMExports();
    try {
      assert.throws(() => beginFreshRun(folder), { code: expected, message: /fresh-run/ });
    } finally {
      refusing.mock.restore();
      syncBuiltinESMExports();
    }
    assert.deepEqual(await readdir(folder), []);
    assert.equal(beginFreshRun(folder).resumed, false);
  });
}

test('an id that was not written, for want of space or power, is not that of an interrupted fresh run', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'fresh-run'), '');
  const { id, resumed, ended } = beginFreshRun(folder);
  assert.equal(resumed, false);
  assert.match(id, /^\d{4}-/);
  const beside = beginFreshRun(folder);
  assert.deepEqual([beside.id, beside.resumed], [id, true]);
  // A process that has seen the empty file, and is about to act on it, finds nothing else there.
  assert.equal(await readFile(join(folder, 'fresh-run'), 'utf8'), '');
  assert.deepEqual(await readdir(folder), ['fresh-run', 'fresh-run-2']);
  ended(0);
  const next = beginFreshRun(folder);
  assert.equal(next.resumed, false);
  assert.notEqual(next.id, id);
});
