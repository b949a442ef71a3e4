import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createScore, type ScoreSettings } from '../../src/metrics/score.ts';
import type { Critique } from '../../src/records/critique.ts';
import type { Solution } from '../../src/records/solution.ts';
import { assertClose } from './close.ts';
import { flags, says, solution, stated, unreadable, voted } from './records.ts';

function critic(records: Solution[], options: ScoreSettings = {}) {
  const score = createScore(options);
  for (const record of records) score.add(record);
  return score.result().critics[0]!;
}

test('the share of votes is held against being right: 6 of 8 and right, 5 of 8 and wrong', () => {
  const { calibration } = critic([
    solution({ error_steps: [4], critiques: [voted([4, 4, 4, 4, 4, 4, 2, -1])] }),
    solution({ critiques: [voted([3, 3, 3, 3, 3, -1, -1, -1])] }),
  ]);
  const { n, ece, brier, bins } = calibration.vote_share!;
  assert.equal(n, 2);
  assertClose(brier, (0.25 ** 2 + 0.625 ** 2) / 2);
  assertClose(ece, (0.25 + 0.625) / 2);
  assertClose(bins[7], { low: 0.7, high: 0.8, n: 1, confidence: 0.75, right: 1 });
  assertClose(bins[6], { n: 1, confidence: 0.625, right: 0 });
  assert.deepEqual([bins[0]!.confidence, bins[0]!.right], [null, null]);
  assert.equal(calibration.stated, null);
});

test('votes for "no error" count as its confidence, and unreadable ones take no part', () => {
  const { calibration } = critic([solution({ critiques: [voted([-1, -1, null, -1, 2])] })]);
  assertClose(calibration.vote_share!.brier, 0.25 ** 2);
});

test('two of five votes are a confidence of 0.4, in the bin that begins there', () => {
  const { calibration } = critic([solution({ critiques: [voted([1, 0, -1, 2, -1])] })]);
  assert.deepEqual(calibration.vote_share!.bins[4], { low: 0.4, high: 0.5, n: 1, confidence: 0.4, right: 1 });
});

test('stated confidence is judged step by step, as far as the region goes', () => {
  const { calibration } = critic([
    solution({ error_steps: [4], critiques: [stated({ 1: 0.3, 4: 0.9, 8: 1 })] }),
  ]);
  const { n, brier } = calibration.stated!;
  assert.equal(n, 2);
  assertClose(brier, (0.3 ** 2 + 0.1 ** 2) / 2);
  assert.equal(calibration.vote_share, null);
});

test('one vote, a critic without votes and an unreadable one have no calibration and no curve', () => {
  const { calibration, vote_curve } = critic([
    solution({ critiques: [voted([-1])] }),
    solution({ critiques: [says(-1)] }),
    solution({ critiques: [unreadable()] }),
  ]);
  assert.deepEqual([calibration.vote_share, calibration.stated, vote_curve], [null, null, null]);
});

test('the vote curve ends in the numbers of the critic and begins with those of its first vote', () => {
  const answers = fc.array(fc.option(fc.integer({ min: -1, max: 9 }), { nil: null }), {
    minLength: 2,
    maxLength: 8,
  });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: -1, max: 9 }), answers), { minLength: 1, maxLength: 12 }),
      (cases) => {
        const records = (take: (votes: (number | null)[]) => (number | null)[]) =>
          cases.map(([label, votes]) =>
            solution({ error_steps: label === -1 ? [] : [label], critiques: [voted(take(votes))] }),
          );
        const whole = critic(
          records((votes) => votes),
          { bootstrap: 0 },
        );
        const first = critic(
          records((votes) => votes.slice(0, 1)),
          { bootstrap: 0 },
        );
        const curve = whole.vote_curve!;
        assert.equal(curve.length, Math.max(...cases.map(([, votes]) => votes.length)));
        for (const [point, { processbench, n_unparsed }] of [
          [curve.at(-1)!, whole],
          [curve[0]!, first],
        ] as const) {
          const { error_acc, correct_acc, f1, exact } = processbench;
          assertClose(point, { error_acc, correct_acc, f1, exact, n_unread: n_unparsed });
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('the vote curve counts records whose voting ended after one vote', () => {
  // By an intersection, an empty list is the result of all votes.
  const listed = (...lists: number[][]): Critique => ({
    ...says(lists[0]![0] ?? -1),
    protocol: 'all_errors',
    error_steps: lists[0]!,
    combine_rule: 'intersection',
    votes_planned: 8,
    votes: lists.map((error_steps, sample) => ({ sample, status: 'ok', error_steps })),
  });
  const { vote_curve, processbench } = critic(
    [
      solution({ error_steps: [3], critiques: [listed([3], [3])] }),
      solution({ error_steps: [3], critiques: [listed([])] }),
    ],
    { bootstrap: 0 },
  );
  assert.equal(processbench.error_acc, 0.5);
  assert.deepEqual(
    vote_curve!.map(({ error_acc }) => error_acc),
    [0.5, 0.5],
  );
});

test('the vote curve breaks ties and joins lists by the rules of the critic', () => {
  const exactly = (critique: object): number | null => {
    const judged = { ...voted([2, -1]), ...critique } as Critique;
    return critic([solution({ error_steps: [], critiques: [judged] })], { bootstrap: 0 }).vote_curve!.at(-1)!
      .correct_acc;
  };
  assert.equal(exactly({}), 0);
  assert.equal(exactly({ tie_rule: 'no_error' }), 1);
  const votes = [[3], []].map((error_steps, sample) => ({ sample, status: 'ok', error_steps }));
  assert.equal(exactly({ protocol: 'all_errors', votes }), 1);
  assert.equal(exactly({ protocol: 'all_errors', votes, combine_rule: 'union' }), 0);
});

test('positions count answers by tenth of the solution, with rows for correct and columns for none and unreadable', () => {
  const { positions } = critic([
    solution({ n: 10, error_steps: [9], critiques: [says(2)] }),
    solution({ n: 20, error_steps: [19], critiques: [says(-1)] }),
    solution({ critiques: [unreadable()] }),
    solution({ critiques: [says(0)] }),
  ]);
  assert.equal(positions[9]![2], 1);
  assert.equal(positions[9]![10], 1);
  assert.equal(positions[10]![11], 1);
  assert.equal(positions[10]![0], 1);
  assert.equal(
    positions.flat().reduce((sum, count) => sum + count, 0),
    4,
  );
});

test('agreement with the labels is kappa over readable answers', () => {
  const { agreement } = critic([
    solution({ error_steps: [4], critiques: [says(4)] }),
    solution({ error_steps: [4], critiques: [says(2)] }),
    solution({ critiques: [says(-1)] }),
    solution({ critiques: [says(-1)] }),
    solution({ critiques: [unreadable()] }),
  ]);
  assertClose(agreement.any_error, 1);
  // Same in 3 of 4; by chance (-1: 2 * 2, 4: 2 * 1) / 16.
  assertClose(agreement.first_error, (0.75 - 6 / 16) / (1 - 6 / 16));
});

test('a threshold chosen on dev is applied to test: fewer flags, and false alarms gone', () => {
  // Sure of the right step, unsure of two others, on both splits alike; correct solutions get unsure flags only.
  const records = ['dev', 'test'].flatMap((split) =>
    Array.from({ length: 20 }, (_, i) =>
      solution({
        n: 12,
        meta: { split },
        error_steps: i % 2 === 0 ? [8] : [],
        critiques: [i % 2 === 0 ? stated({ 2: 0.3, 5: 0.4, 8: 0.9 }) : stated({ 1: 0.35, 6: 0.2 })],
      }),
    ),
  );
  const { operating_point: point, deltabench } = critic(records, {
    threshold: { field: 'meta.split', dev: 'dev' },
  });
  assert.ok(point !== null);
  assert.equal(point.confidence, 'stated');
  assert.equal(point.objective, 'step_f1');
  assert.ok(point.threshold > 0.4 && point.threshold <= 0.9, `${point.threshold}`);
  assert.equal(point.on_test.step_f1, 1);
  assert.deepEqual([point.on_test.n_error, point.on_test.n_correct], [10, 10]);
  // Without a threshold: 10 hits and 2 + 2 false flags a pair of solutions.
  assertClose(point.on_test_without.step_f1, 20 / (20 + 40));
  assertClose(deltabench.micro.f1, 20 / (20 + 40));
  assert.deepEqual(
    point.curve.map(({ threshold }) => threshold),
    [0, 0.21, 0.31, 0.36, 0.41, 0.91],
  );
  const last = point.curve.at(-1)!;
  assert.deepEqual([last.test.step_recall, last.test.correct_acc], [0, 1]);
});

test('votes of a first-error critic: the step named most counts from the threshold on, else "no error"', () => {
  const records = ['a', 'b'].flatMap((split) => [
    solution({ meta: { split }, error_steps: [4], critiques: [voted([4, 4, 4, -1])] }),
    solution({ meta: { split }, critiques: [voted([3, 3, -1, -1])] }),
  ]);
  const { operating_point: point, processbench } = critic(records, {
    threshold: { field: 'meta.split', dev: 'a' },
  });
  assert.equal(point!.confidence, 'vote_share');
  assert.equal(point!.objective, 'f1');
  assert.ok(point!.threshold > 0.5 && point!.threshold <= 0.75);
  assert.equal(point!.on_test.f1, 1);
  assert.equal(processbench.f1, 0);
});

test('what is on the test split does not move the threshold', () => {
  const dev = [
    solution({ meta: { split: 'dev' }, error_steps: [4], critiques: [stated({ 2: 0.3, 4: 0.9 })] }),
  ];
  const test = (confidence: number) =>
    solution({ meta: { split: 'test' }, error_steps: [4], critiques: [stated({ 4: confidence })] });
  const settings = { threshold: { field: 'meta.split', dev: 'dev' } };
  const low = critic([...dev, test(0.1)], settings).operating_point!;
  const high = critic([...dev, test(1)], settings).operating_point!;
  assert.equal(low.threshold, high.threshold);
  assert.deepEqual([low.on_test.step_recall, high.on_test.step_recall], [0, 1]);
});

test('says which split has no records', () => {
  const record = solution({ meta: { split: 'test' }, error_steps: [4], critiques: [stated({ 4: 1 })] });
  assert.throws(() => critic([record], { threshold: { field: 'meta.split', dev: 'dev' } }), {
    code: 'LB_USAGE',
    message: /meta\.split = dev/,
  });
});

test('a critic without any confidence has no operating point', () => {
  const records = ['dev', 'test'].map((split) => solution({ meta: { split }, critiques: [flags([])] }));
  assert.equal(critic(records, { threshold: { field: 'meta.split', dev: 'dev' } }).operating_point, null);
});
