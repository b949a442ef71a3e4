// The worked examples of the requirements, through the scorer. They count steps from 1; records count from 0.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScore } from '../../src/metrics/score.ts';
import type { Critique } from '../../src/records/critique.ts';
import { toStepIndex } from '../../src/records/steps.ts';
import { assertClose } from './close.ts';
import { flags, says, solution } from './records.ts';

function scoreOne(n: number, errorStep: number, critique: Critique) {
  const score = createScore();
  score.add(solution({ n, error_steps: [toStepIndex(errorStep)], critiques: [critique] }));
  return score.result().critics[0]!;
}

test('error at step 20, predictions [5, 7, 10, 13, 20, 24]: cut at 20, recall 1.0 and precision 0.2', () => {
  const { deltabench } = scoreOne(24, 20, flags([5, 7, 10, 13, 20, 24].map(toStepIndex)));
  assert.equal(deltabench.micro.tp + deltabench.micro.fp, 5);
  assert.equal(deltabench.micro.recall, 1);
  assert.equal(deltabench.micro.precision, 0.2);
  assert.equal(deltabench.macro.precision, 0.2);
});

test('error at step 11, predictions [3, 6, 11, 16]: cut to [3, 6, 11]', () => {
  const { deltabench } = scoreOne(16, 11, flags([3, 6, 11, 16].map(toStepIndex)));
  assert.deepEqual([deltabench.micro.tp, deltabench.micro.fp, deltabench.micro.fn], [1, 2, 0]);
});

test('error at step 20, prediction 15: one false error and one uncaught error', () => {
  const { detection, outcomes } = scoreOne(24, 20, says(toStepIndex(15))).processbench;
  assert.deepEqual([detection.tp, detection.fp, detection.fn, detection.tn], [0, 1, 1, 0]);
  assert.equal(outcomes.early, 1);
});

test('error at step 20, prediction "no error": one uncaught error and nothing else', () => {
  const { detection, outcomes } = scoreOne(24, 20, says(-1)).processbench;
  assert.deepEqual([detection.tp, detection.fp, detection.fn, detection.tn], [0, 0, 1, 0]);
  assert.equal(outcomes.missed, 1);
});

test('47 % recall, 10.3 % precision and 16.9 % F1 are the micro numbers of 47 hits and 409 false flags in 100', () => {
  const score = createScore();
  for (let i = 0; i < 100; i += 1) {
    // 47 solutions are hit at step 20; 409 earlier flags are spread over all of them.
    const early = Array.from({ length: i < 9 ? 5 : 4 }, (_, k) => k);
    const critique = flags(i < 47 ? [...early, toStepIndex(20)] : early);
    score.add(solution({ id: `n/${i}`, n: 24, error_steps: [toStepIndex(20)], critiques: [critique] }));
  }
  const { micro } = score.result().critics[0]!.deltabench;
  assertClose([micro.tp, micro.fp, micro.fn], [47, 409, 53]);
  assert.equal(micro.recall, 0.47);
  assert.equal(micro.precision?.toFixed(3), '0.103');
  assert.equal(micro.f1?.toFixed(3), '0.169');
});

test('error accuracy, correct accuracy and their harmonic mean on a balanced set', () => {
  const score = createScore();
  const cases = [
    [3, 3],
    [4, 2],
    [-1, -1],
    [-1, -1],
    [7, 7],
    [-1, 5],
  ] as const;
  for (const [label, answer] of cases) {
    score.add(solution({ error_steps: label === -1 ? [] : [label], critiques: [says(answer)] }));
  }
  const { processbench, n_error, n_correct } = score.result().critics[0]!;
  assert.deepEqual([n_error, n_correct], [3, 3]);
  assertClose(processbench.error_acc, 2 / 3);
  assertClose(processbench.correct_acc, 2 / 3);
  assertClose(processbench.f1, 2 / 3);
  assertClose(processbench.false_positive_rate, 1 / 3);
});
