// Learning mode on the server: what can be asked for before an answer gives nothing away, and answers are kept.
import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ExercisePage, Hint, ProgressPage, Solved } from '../../src/dashboard/api-teach.ts';
import { hintsOf } from '../../src/dashboard/teach/hints.ts';
import { exercises, secrets } from './exercises.ts';
import { jsonl, openApp } from './open.ts';

const base = '/api/sources/1/exercises';

test('hints narrow to two steps, each within the one before, and always hold the first error', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(), fc.string(), (steps, at, seed) => {
      const truth = (at % (steps + 1)) - 1;
      let before: Hint = { from: 0, to: steps - 1 };
      const hints = hintsOf(steps, truth, seed);
      for (const hint of hints) {
        assert.ok(hint.from >= before.from && hint.to <= before.to);
        assert.ok(hint.to - hint.from < before.to - before.from, 'a hint has to narrow');
        if (truth >= 0) assert.ok(hint.from <= truth && truth <= hint.to);
        before = hint;
      }
      assert.ok(before.to - before.from <= 1);
    }),
  );
});

test('before an answer, no address gives label, type, explanation or critics away', async (t) => {
  const { get, json, post } = await openApp(t, { 'a.jsonl': jsonl(exercises) }, { teach: true });
  const open = ['/api/session', base, `${base}/0`, `${base}/0/hints/0`];
  for (const path of open) {
    const response = await get(path);
    assert.equal(response.status, 200, path);
    const text = await response.text();
    for (const secret of secrets) assert.ok(!text.includes(secret), `${path} tells ${secret}`);
  }
  const { record } = await json<ExercisePage>(`${base}/0`);
  assert.deepEqual(
    [record.errorSteps, record.label, record.injection, record.critiques],
    [null, 'unknown', null, []],
  );
  for (const path of [
    'records',
    'records/0',
    'records/0/raw',
    'records/0/neighbours',
    'overview',
    'slices',
    'compare',
  ]) {
    assert.equal((await get(`/api/sources/1/${path}`)).status, 403, path);
  }
  const solved = (await (await post(`${base}/0/answer`, { choice: 2, hints: 1 })).json()) as Solved;
  assert.deepEqual(
    [solved.answer.truth, solved.answer.type, solved.record.label],
    [2, 'calculation_error', 'error'],
  );
});

test('an answer is kept, the first one counts, and starting over forgets it', async (t) => {
  const { json, post, folder } = await openApp(t, { 'a.jsonl': jsonl(exercises) }, { teach: true });
  assert.equal((await post(`${base}/0/answer`, { choice: 9, hints: 0 })).status, 400);
  await post(`${base}/0/answer`, { choice: 1, hints: 0 });
  await post(`${base}/0/answer`, { choice: 2, hints: 0 });
  // A crash in the middle of a line costs that line only.
  await appendFile(join(folder, 'annotations', 'learning', 'anna.jsonl'), '{"source":');
  await post(`${base}/1/answer`, { choice: -1, hints: 0 });
  const progress = await json<ProgressPage>(base);
  assert.deepEqual(
    progress.answers.map(({ record_id, choice, truth }) => [record_id, choice, truth]),
    [
      ['first', 1, 2],
      ['second', -1, -1],
    ],
  );
  assert.deepEqual([progress.total, progress.next], [3, 2]);
  await post(`${base}/start-over`, {});
  assert.deepEqual((await json<ProgressPage>(base)).answers, []);
});
