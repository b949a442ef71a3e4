import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createScore } from '../../src/metrics/score.ts';
import type { Solution } from '../../src/records/solution.ts';
import { assertClose } from './close.ts';
import { flags, says, solution, unreadable } from './records.ts';

function scored(records: Solution[], options: Parameters<typeof createScore>[0] = {}) {
  const score = createScore(options);
  for (const record of records) score.add(record);
  return score.result();
}

test('skips and counts what has no label: rejected, failed, and records nobody has judged', () => {
  const critiques = [says(2)];
  const result = scored([
    solution({ error_steps: null, injection: { status: 'rejected' } as Solution['injection'], critiques }),
    solution({ error_steps: [], injection: { status: 'failed' } as Solution['injection'], critiques }),
    solution({ error_steps: null, critiques }),
    solution({ error_steps: [], injection: { status: 'clean' } as Solution['injection'], critiques }),
  ]);
  assert.equal(result.records, 4);
  assert.deepEqual(result.skipped, { rejected: 1, failed: 1, unlabelled: 1 });
  assert.equal(result.critics[0]!.n, 1);
  for (const baseline of result.baselines) assert.equal(baseline.n, 1);
});

test('an unparsed and a failed reply are wrong on both classes, flag nothing, and are counted apart', () => {
  const { critics } = scored([
    solution({ error_steps: [4], critiques: [unreadable('toy', 'unparsed')] }),
    solution({ critiques: [unreadable('toy', 'failed')] }),
  ]);
  const { n_unparsed, n_failed, processbench, deltabench } = critics[0]!;
  assert.deepEqual([n_unparsed, n_failed], [1, 1]);
  assert.deepEqual([processbench.error_acc, processbench.correct_acc], [0, 0]);
  assert.equal(processbench.false_positive_rate, 0);
  assert.equal(processbench.outcomes.none, 1);
  assert.equal(deltabench.clean_pass_rate, 0);
  assert.deepEqual([deltabench.micro.tp, deltabench.micro.fp, deltabench.micro.fn], [0, 0, 1]);
});

test('a tie that abstains is wrong on both classes, and counted apart from what could not be read', () => {
  const vote = (sample: number, first: number | null, strict = first) =>
    ({ sample, status: 'ok', first_error: first, first_error_strict: strict, error_steps: null }) as const;
  const tied = {
    ...says(null as unknown as number),
    ...{ error_steps: null, first_error_strict: null, tie: true, abstained: true, tie_rule: 'abstain' },
    votes: [vote(0, 1), vote(1, 4)],
  };
  const records = [
    solution({ error_steps: [4], critiques: [tied] }),
    solution({ critiques: [tied] }),
    solution({ critiques: [unreadable()] }),
    // No vote can be read to the letter, so there is no tie to abstain from.
    solution({ critiques: [{ ...tied, votes: [vote(0, 1, null), vote(1, 4, null)] }] }),
  ];
  const [robust] = scored(records, { by: ['length'] }).critics;
  assert.deepEqual([robust!.n_abstained, robust!.n_unparsed, robust!.n_failed], [3, 1, 0]);
  assert.deepEqual([robust!.processbench.error_acc, robust!.processbench.correct_acc], [0, 0]);
  const [cell] = Object.values(robust!.by.length!);
  assert.equal(cell!.n_abstained, 3);
  const [strict] = scored(records, { parse: 'strict' }).critics;
  assert.deepEqual([strict!.n_abstained, strict!.n_unparsed], [2, 2]);
  // Shards add up, and one that an earlier version counted has no such number.
  const [first, second] = [createScore(), createScore()];
  first.add(records[0]!);
  second.add(records[1]!);
  first.merge(second.state());
  assert.equal(first.result().critics[0]!.n_abstained, 2);
  assert.equal('n_abstained' in scored(records.slice(2, 3)).critics[0]!, false);
});

test('a record without a critique of that critic is not counted for it', () => {
  const { critics } = scored([
    solution({ critiques: [says(-1, 'b'), says(-1, 'a')] }),
    solution({ critiques: [says(-1, 'a')] }),
    solution({}),
  ]);
  assert.deepEqual(
    critics.map(({ critic, n }) => [critic, n]),
    [
      ['a', 2],
      ['b', 1],
    ],
  );
});

test('strict scoring takes the literal reading, and what only the robust parser reads is unparsed', () => {
  const robustOnly = { ...says(4), first_error_strict: null };
  const strictOnly = { ...unreadable(), first_error_strict: 4 };
  const records = [robustOnly, strictOnly, { ...says(2), first_error_strict: 4 }].map((critique) =>
    solution({ error_steps: [4], critiques: [critique] }),
  );
  const robust = scored(records).critics[0]!;
  const strict = scored(records, { parse: 'strict' }).critics[0]!;
  assert.deepEqual([robust.n_unparsed, robust.processbench.outcomes.exact], [1, 1]);
  assert.deepEqual([strict.n_unparsed, strict.processbench.outcomes.exact], [1, 2]);
  assert.equal(strict.deltabench.micro.tp, 2);
});

test('an all-errors critic names its smallest flag as the first error, and -1 without flags', () => {
  const { critics } = scored([
    solution({ error_steps: [4], critiques: [flags([7, 4])] }),
    solution({ critiques: [flags([])] }),
    solution({ error_steps: [4], critiques: [{ ...flags([]), error_steps: null }] }),
  ]);
  const { processbench, n_unparsed } = critics[0]!;
  assert.equal(processbench.outcomes.exact, 1);
  assert.equal(processbench.correct_acc, 1);
  assert.equal(n_unparsed, 1);
});

test('when a file names a critic twice on a record the later critique counts', () => {
  const { critics } = scored([solution({ error_steps: [4], critiques: [says(1), says(4)] })]);
  assert.equal(critics[0]!.n, 1);
  assert.equal(critics[0]!.processbench.error_acc, 1);
});

test('averages F1 over subsets both ways, with the dataset as subset where there is none', () => {
  const pair = (subset: string | null, dataset: string, answer: number) => [
    solution({ subset, dataset, error_steps: [2], critiques: [says(answer)] }),
    solution({ subset, dataset, critiques: [says(-1)] }),
  ];
  const { critics } = scored([
    ...pair('gsm8k', 'processbench', 2),
    ...pair('math', 'processbench', 2),
    ...pair('math', 'processbench', 3),
    ...pair(null, 'deltabench', 2),
  ]);
  const { processbench } = critics[0]!;
  assert.deepEqual(Object.keys(processbench.subsets), ['deltabench', 'gsm8k', 'math']);
  assertClose(processbench.subsets.math, {
    error_acc: 0.5,
    correct_acc: 1,
    f1: 2 / 3,
    simple_f1_score: 2 / 3,
    n: 4,
  });
  assertClose(processbench.mean_of_subsets_f1, (1 + 1 + 2 / 3) / 3);
  assertClose(processbench.weighted_f1, (2 + 2 + (4 * 2) / 3) / 8);
  assert.equal(processbench.simple_f1_score, processbench.weighted_f1);
});

test('a subset without one of the classes makes both averages undefined, and shows which one it is', () => {
  const { critics } = scored([
    solution({ subset: 'x', error_steps: [2], critiques: [says(2)] }),
    solution({ subset: 'x', critiques: [says(-1)] }),
    solution({ subset: 'y', critiques: [says(-1)] }),
  ]);
  const { processbench } = critics[0]!;
  assert.equal(processbench.mean_of_subsets_f1, null);
  assert.equal(processbench.weighted_f1, null);
  assert.equal(processbench.subsets.y?.f1, null);
  assert.equal(processbench.f1, 1);
});

test('breaks down by any field, with n and intervals in every cell and correct records as source "clean"', () => {
  const { critics, baselines } = scored(
    [
      solution({ error_steps: [2], error_source: 'natural', meta: { level: 3 }, critiques: [says(2)] }),
      solution({ error_steps: [2], error_source: 'injected', meta: { level: 3 }, critiques: [says(3)] }),
      solution({ error_source: null, critiques: [says(-1)] }),
    ],
    { by: ['error_source', 'meta.level', 'toString'] },
  );
  const { by } = critics[0]!;
  assert.deepEqual(Object.keys(by.error_source!), ['clean', 'injected', 'natural']);
  assert.equal(by.error_source!.natural!.processbench.error_acc, 1);
  assert.equal(by.error_source!.injected!.deltabench.micro.fn, 1);
  assertClose(by.error_source!.clean!.intervals.correct_acc, [0.206549314377235, 1]);
  assert.deepEqual([by['meta.level']!['3']!.n, by['meta.level']!['(none)']!.n], [2, 1]);
  assert.deepEqual(Object.keys(by.toString!), ['(none)']);
  assert.equal(baselines[0]!.by.error_source!.natural!.n, 1);
});

test('the rates carry Wilson intervals and the undefined ones null', () => {
  const { critics } = scored(
    Array.from({ length: 100 }, (_, i) => solution({ error_steps: [5], critiques: [says(i < 47 ? 5 : 4)] })),
  );
  const { intervals } = critics[0]!;
  assertClose(intervals, {
    error_acc: [0.3751081795934127, 0.5671114302990063],
    correct_acc: null,
    false_positive_rate: null,
    exact: [0.3751081795934127, 0.5671114302990063],
  });
});

test('lift is the difference to the best baseline on the records that the critic judged', () => {
  const easy = [
    solution({ id: 'e1', error_steps: [9], critiques: [says(9)] }),
    solution({ id: 'e2', critiques: [says(-1)] }),
  ];
  const unjudged = Array.from({ length: 20 }, (_, i) => solution({ id: `u${i}`, error_steps: [0] }));
  const { critics, baselines } = scored([...easy, ...unjudged]);
  const { lift, deltabench } = critics[0]!;
  // On the two judged records the best guess is the last step (tp 1, fp 1, fn 0), and no baseline gets both
  // classes right, so its ProcessBench F1 is 0; on all 22 records guessing step 0 would have looked better.
  assert.equal(deltabench.micro.f1, 1);
  assert.deepEqual(lift.deltabench_f1, { baseline: 'last_of_region', value: 1 - 2 / 3 });
  assert.equal(lift.processbench_f1?.value, 1);
  const best = baselines.reduce((a, b) =>
    (b.deltabench.micro.f1 ?? 0) > (a.deltabench.micro.f1 ?? 0) ? b : a,
  );
  assert.notEqual(best.critic, 'last_of_region');
});

test('lift is null where the figure is undefined', () => {
  const { critics } = scored([solution({ error_steps: [4], critiques: [says(4)] })]);
  assert.equal(critics[0]!.lift.processbench_f1, null);
  assert.equal(typeof critics[0]!.lift.deltabench_f1?.value, 'number');
});

test('an empty input gives nulls and no NaN', () => {
  const result = scored([]);
  assert.deepEqual(result.critics, []);
  assert.equal(result.baselines[0]!.processbench.mean_of_subsets_f1, null);
  assert.doesNotMatch(JSON.stringify(result), /NaN|Infinity/);
});

test('refuses to merge shards scored with other settings', () => {
  const state = createScore({ cut: 'last' }).state();
  assert.throws(() => createScore().merge(state), { code: 'LB_USAGE' });
});

test('refuses a constant baseline for something that is not a step', () => {
  assert.throws(() => createScore({ constants: [-2] }), { code: 'LB_USAGE' });
});
