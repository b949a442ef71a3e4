// Injections of a chosen difficulty: those that critics find too easily, or hardly ever, are rejected.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atDifficulty, type DifficultyRange } from '../../src/inject/target-difficulty.ts';
import { difficultySchema } from '../../src/records/injection.ts';
import type { Solution } from '../../src/records/solution.ts';
import { jsonLines, runHere, runPiped } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const noUsage = { calls: 0, prompt_tokens: 0, completion_tokens: 0 };
function judged(found: number, valid: number, asked = valid): Solution {
  return {
    id: 'x',
    problem: 'p',
    steps: ['one', 'wrong'],
    error_steps: [1],
    injection: {
      status: 'accepted',
      error_step: 1,
      original_steps: ['one', 'right'],
      gate: {},
      gate_hash: 'h',
      difficulty: {
        asked,
        valid,
        found,
        score: valid === 0 ? null : 1 - found / valid,
        critics: [],
        usage: noUsage,
      },
    },
  } as unknown as Solution;
}

test('the bounds belong to the range, whatever a share of votes is as a number', () => {
  const range: DifficultyRange = [0.2, 0.8];
  for (let valid = 1; valid <= 12; valid += 1) {
    for (let found = 0; found <= valid; found += 1) {
      const inside = 10 * found >= 2 * valid && 10 * found <= 8 * valid;
      const { injection, steps, error_steps } = atDifficulty(judged(found, valid), range);
      assert.equal(injection?.status, inside ? 'accepted' : 'rejected', `${found} of ${valid}`);
      assert.deepEqual(steps, ['one', inside ? 'wrong' : 'right']);
      assert.deepEqual(error_steps, inside ? [1] : null);
      assert.equal(injection?.gate_hash ?? null, inside ? 'h' : null);
    }
  }
});

test('where most votes are missing the difficulty is not known: the injection failed and was not rejected', () => {
  for (const record of [judged(0, 0, 4), judged(1, 2, 4)]) {
    const { injection } = atDifficulty(record, [0, 1]);
    assert.equal(injection?.status, 'failed');
    assert.match(injection?.gate?.difficulty?.detail ?? '', /could be read/);
  }
});

test('what critics said of the changed steps goes with them', () => {
  const critiques = [{ critic: 'c', status: 'ok', first_error: 1 }];
  const record = { ...judged(4, 4), critiques } as unknown as Solution;
  assert.deepEqual(atDifficulty(record, [0.2, 0.8]).critiques, [], 'it has its original steps');
  assert.equal(atDifficulty(record, [0, 1]).critiques, critiques);
  assert.equal('critiques' in atDifficulty(judged(4, 4), [0.2, 0.8]), false);
});

test('a record without a measured difficulty stays as it is', () => {
  const { injection, ...rest } = judged(1, 2);
  const records = [rest, { ...rest, injection: { ...injection, difficulty: null } }] as Solution[];
  for (const record of records) assert.equal(atDifficulty(record, [0.2, 0.8]), record);
});

test('inject keeps what critics find neither always nor never, and accounts for the rest', async (t) => {
  const cwd = await temporaryFolder(t);
  const make = 'ingest --adapter synthetic --n 30 --seed 6 -q';
  const inject = 'inject --endpoint sim --difficulty-votes 5 --keep-rejected';
  const whole = await runPiped([make, `${inject} -q`], { cwd });
  assert.equal(whole.code, 0, whole.stderr);
  const { code, stdout, stderr } = await runPiped([make, `${inject} --target-difficulty 0.2-0.8`], { cwd });
  assert.equal(code, 0, stderr);
  const [all, kept] = [jsonLines(whole.stdout), jsonLines(stdout)] as [Solution[], Solution[]];
  assert.equal(kept.length, 30);
  let rejected = 0;
  for (const [at, record] of kept.entries()) {
    const before = all[at]!;
    if (before.injection?.status !== 'accepted') {
      assert.equal(record.injection?.status, before.injection?.status);
      continue;
    }
    const { score } = difficultySchema.parse(before.injection.difficulty);
    assert.deepEqual(record.injection?.difficulty, before.injection.difficulty);
    const inside = score! > 0.19 && score! < 0.81;
    assert.equal(record.injection?.status, inside ? 'accepted' : 'rejected');
    if (!inside) rejected += 1;
    if (inside) assert.deepEqual(record.steps, before.steps);
  }
  assert.ok(rejected > 0 && rejected < 30, `${rejected} rejected`);
  assert.match(stderr, new RegExp(`rejected by:.*difficulty ${rejected}`));
});

test('a target without critics, or one that is no range, is a usage error', async (t) => {
  const cwd = await temporaryFolder(t);
  for (const [words, message] of [
    [['--target-difficulty', '0.2-0.8'], /--difficulty-votes/],
    [['--difficulty-votes', '2', '--target-difficulty', '0.8-0.2'], /two shares, for example 0\.2-0\.8/],
    [['--difficulty-votes', '2', '--target-difficulty', 'hard'], /two shares/],
  ] as const) {
    const { code, stderr } = await runHere(['inject', '--endpoint', 'sim', ...words], { cwd, input: '{}' });
    assert.equal(code, 2, stderr);
    assert.match(stderr, message);
  }
});
