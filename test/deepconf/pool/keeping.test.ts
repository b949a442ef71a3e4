import assert from 'node:assert/strict';
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { PoolImport } from '../../../src/deepconf/pool/import.ts';
import { mendJoinedFolders } from '../../../src/deepconf/pool/joined-folders.ts';
import { partPath } from '../../../src/deepconf/pool/layout.ts';
import { lockPool } from '../../../src/deepconf/pool/pool-lock.ts';
import { canonicalTruth, mergedProblems, problemOf } from '../../../src/deepconf/pool/problems.ts';
import { openPool } from '../../../src/deepconf/pool/read.ts';
import { readRows } from '../../../src/deepconf/pool/read-rows.ts';
import type { TraceRows } from '../../../src/deepconf/pool/trace.ts';
import { verifyPool } from '../../../src/deepconf/pool/verify.ts';
import { writePart } from '../../../src/deepconf/pool/write-part.ts';
import { ParquetReader } from '../../../src/storage/columnar/parquet-file.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { poolSpecification } from './build-here.ts';

const problems = [{ problem_id: 'p', problem: 'How many?', truth: '1' }];

async function smallPool(t: TestContext, samples: number): Promise<string> {
  const folder = join(await temporaryFolder(t), 'pool');
  const imported = await PoolImport.open({
    folder,
    problems,
    scores: poolSpecification(1).scores,
    answers: { mode: 'aime', fallback: true },
    keepTop: undefined,
    rebuild: false,
    say: () => {},
  });
  for (let sample = 0; sample < samples; sample += 1) {
    await imported.add({
      sample_id: sample,
      text: `${sample}`,
      token_logprobs: [-1],
      top_logprobs: [[-1, -2]],
    });
  }
  await imported.finish();
  await imported.close();
  return folder;
}

async function samplesOf(folder: string): Promise<number[]> {
  const pool = await openPool(folder);
  const samples: number[] = [];
  for await (const batch of pool.traces('p', { columns: [] })) samples.push(...batch.ints('sample_id'));
  await pool.close();
  return samples;
}

const first = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

test('an exchange of folders that an earlier version was killed in is mended', async (t) => {
  const folder = await smallPool(t, 300);
  const core = join(folder, 'core', 'problem_id=p');
  // Killed between the two renames: the old folder is away, the new one not yet there.
  await cp(core, join(folder, 'core', '.problem_id=p.old'), { recursive: true });
  await rename(core, join(folder, 'core', '.problem_id=p.joined'));
  await mendJoinedFolders(folder, ['core', 'top']);
  assert.deepEqual(await readdir(join(folder, 'core')), ['problem_id=p']);
  assert.deepEqual(await samplesOf(folder), first(300));
  // Only the old one is left, and cannot go back to its place: it is kept, and the reason is told.
  const old = join(folder, 'core', '.problem_id=p.old');
  await rename(core, old);
  await symlink('nowhere', core);
  await assert.rejects(mendJoinedFolders(folder, ['core']), { code: 'ENOTDIR' });
  await rm(core);
  await mendJoinedFolders(folder, ['core']);
  assert.deepEqual(await readdir(join(folder, 'core')), ['problem_id=p']);
  assert.deepEqual(await samplesOf(folder), first(300));
  // Killed before them: what was begun goes.
  await mkdir(join(folder, 'core', '.problem_id=p.joined'));
  await mendJoinedFolders(folder, ['core']);
  assert.deepEqual(await readdir(join(folder, 'core')), ['problem_id=p']);
});

test('verify finds a changed number, a changed byte and a missing part', async (t) => {
  const folder = await smallPool(t, 140);
  const pool = await openPool(folder);
  t.after(() => pool.close());
  const { settings } = pool;
  const reader = new ParquetReader();
  t.after(() => reader.close());
  const path = partPath(folder, 'core', 'p', 1);
  const rows: TraceRows[] = [];
  for await (const core of readRows(reader, path, 'core')) rows.push({ core: { ...core }, top: {} });
  let at = 0;
  for await (const top of readRows(reader, partPath(folder, 'top', 'p', 1), 'top')) {
    rows[at] = { ...rows[at]!, top: { ...top } };
    at += 1;
  }
  rows[3]!.core.score_tail = 9;
  await writePart({ folder, settings, problemId: 'p', part: 1 }, Readable.from(rows));
  const changed = (await verifyPool(pool, () => {})).findings.map(({ what }) => what).join('; ');
  assert.match(changed, /it has changed since it was written.*sample 131: score_tail is not what the rest/);
  const top = partPath(folder, 'top', 'p', 0);
  const whole = await readFile(top);
  await writeFile(top, whole.subarray(0, -1));
  assert.ok((await verifyPool(pool, () => {})).findings.some(({ what }) => what.includes('/top/')));
  await writeFile(top, whole);
  await rename(path, join(folder, 'elsewhere'));
  assert.deepEqual((await verifyPool(pool, () => {})).short, [{ problem_id: 'p', samples: 128 }]);
});

test('a pool is written by one process at a time; the lock of a dead one counts for nothing', async (t) => {
  const folder = await temporaryFolder(t);
  const release = await lockPool(folder);
  await assert.rejects(lockPool(folder), {
    code: 'LB_BUSY',
    message: `process ${process.pid} is writing ${folder}`,
  });
  await release();
  const gone = { pid: 2 ** 22 + 1, started: '1', boot: null, pid_namespace: null, host: 'x' };
  await writeFile(
    join(folder, 'build-1-00000000.lock'),
    JSON.stringify({ ...gone, host: (await import('node:os')).hostname() }),
  );
  await assert.rejects(
    lockPool(folder),
    { code: 'LB_BUSY', message: /^process \d+ of .* \(if it has ended, delete .*build-1-00000000\.lock\)/ },
    'of another container: nobody can tell',
  );
  await writeFile(join(folder, 'build-1-00000000.lock'), 'torn');
  await (await lockPool(folder))();
  assert.deepEqual(await readdir(folder), []);
});

test('problems are read from rows of any layout, their answers in canonical form', () => {
  assert.deepEqual(problemOf({ question: 'How many?', answer: '042' }), {
    problem_id: problemOf({ problem: 'How many?' }).problem_id,
    problem: 'How many?',
    truth: '42',
  });
  assert.match(problemOf({ problem: 'x' }).problem_id, /^[0-9a-f]{12}$/);
  assert.equal(problemOf({ id: 7, problem: 'x', answer: 3 }).problem_id, '7');
  assert.equal(problemOf({ text: 'x', gold: '5' }, { problem: 'text', answer: 'gold' }).truth, '5');
  assert.throws(() => problemOf({ text: 'x' }), { code: 'LB_SCHEMA', message: /--problem-key/ });
  const nested = problemOf({ task: { text: 'x' }, gold: [7] }, { problem: 'task.text', answer: 'gold[0]' });
  assert.deepEqual([nested.problem, nested.truth], ['x', '7']);
  for (const [given, canonical] of [
    ['007', '7'],
    ['-0', '0'],
    ['+12', '12'],
    ['$33$', '33'],
    [' \\frac{1}{2} ', '\\frac{1}{2}'],
    ['1.0', '1.0'],
  ] as const) {
    assert.equal(canonicalTruth(given), canonical);
  }
  const known = [{ problem_id: 'a', problem: 'A', truth: null }];
  const more = [{ problem_id: 'b', problem: 'B', truth: null }];
  assert.deepEqual(
    mergedProblems(known, more).map(({ problem_id }) => problem_id),
    ['a', 'b'],
  );
});

test('a file without answers leaves those of the pool, and one with answers corrects them', () => {
  const one = (problem_id: string, truth: string | null) => ({ problem_id, problem: 'Q', truth });
  const known = [one('a', '1'), one('b', '2'), one('c', null)];
  const given = [one('a', null), one('b', '3'), one('c', '4')];
  const truths = [one('a', '1'), one('b', '3'), one('c', '4')];
  assert.deepEqual(mergedProblems(known, given), truths);
  assert.deepEqual(mergedProblems(known, given.slice(0, 1)), known);
});
