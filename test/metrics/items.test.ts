import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAnswers } from '../../src/metrics/items/answers.ts';
import { rankItems } from '../../src/metrics/items/rank-items.ts';
import { type Review, reviewSchema } from '../../src/records/review.ts';
import type { Solution } from '../../src/records/solution.ts';
import { plantedAmong, plantedLabels } from './planted-labels.ts';

function ranked(
  records: readonly Solution[],
  { blind = [], strong }: { blind?: readonly string[]; strong?: readonly string[] } = {},
) {
  const answers = createAnswers(new Set(blind), 'robust');
  for (const record of records) answers.add(record);
  return rankItems(answers.result(), strong);
}

/** `given`: the answer by critic; `model/critic` names a model, `2,2,5` are votes. */
function judged(
  id: string,
  label: number | null,
  given: Readonly<Record<string, number | string | null>>,
): Solution {
  return {
    id,
    problem: `Problem ${id}`,
    steps: Array.from({ length: 8 }, (_, step) => `step ${step}`),
    error_steps: label === null ? null : label === -1 ? [] : [label],
    critiques: Object.entries(given).map(([name, answer]) => {
      const [model, critic = name] = name.split('/') as [string, string?];
      const votes = typeof answer === 'string' ? answer.split(',').map(Number) : [];
      const first = typeof answer === 'string' ? votes[0]! : answer;
      return {
        critic,
        model,
        protocol: 'first_error' as const,
        status: first === null ? ('unparsed' as const) : ('ok' as const),
        first_error: first,
        ...(votes.length === 0
          ? {}
          : { votes: votes.map((one, sample) => ({ sample, status: 'ok' as const, first_error: one })) }),
      };
    }),
  };
}

/** Twenty items on which the critics a, b and c are right, but for one each. */
const ordinary = Array.from({ length: 20 }, (_, at) =>
  judged(`ordinary-${at}`, at % 2 === 0 ? 3 : -1, {
    a: at === 1 ? 4 : at % 2 === 0 ? 3 : -1,
    b: at === 2 ? 5 : at % 2 === 0 ? 3 : -1,
    c: at === 3 ? 6 : at % 2 === 0 ? 3 : -1,
  }),
);

function reviewOf(record: Solution, options: Parameters<typeof ranked>[1] = {}): Review {
  const { reviews } = ranked([...ordinary, record], options);
  return reviewSchema.parse(reviews.at(-1));
}

const kinds = ({ reasons }: Review): string[] => reasons.map(({ kind }) => kind);

test('of 20 wrong labels among 400, the first 40 ranked hold most: 3, 6 and 12 critics', () => {
  for (const [each, least] of [
    [1, 15],
    [2, 18],
    [4, 19],
  ] as const) {
    for (const seed of [11, 12]) {
      const made = plantedLabels(seed, { each });
      const ids = [...ranked(made.records).order].map((item) => made.records[item]!.id);
      const found = plantedAmong(ids, made, 40);
      assert.ok(found >= least, `${found} of 20 with ${3 * each} critics, seed ${seed}`);
    }
  }
});

test('a label that most critics contradict comes first, with what they would have', () => {
  const review = reviewOf(judged('wrong', 6, { a: 2, b: 2, c: 2 }));
  assert.equal(review.rank, 1);
  assert.equal(review.suggested_first_error, 2);
  assert.ok(review.label_doubt! > 0.9);
  assert.deepEqual(review.reasons[0], {
    kind: 'label',
    text: '3 of 3 independent critics say step 3; the label says step 7',
  });
  assert.match(review.reasons[1]!.text, /^all 2 strong critics name step 3; the label says step 7$/);
  assert.deepEqual([review.critics, review.right], [3, 0]);
});

test('critics of one model are one voice', () => {
  const alike = reviewOf(judged('alike', 6, { 'm/p': 2, 'm/q': 2, 'm/r': 2, c: 6, d: 6 }));
  assert.ok(!kinds(alike).includes('label'), 'three critics of one model are no majority');
  const apart = reviewOf(judged('apart', 6, { a: 2, b: 2, x: 2, c: 6, d: 6 }));
  assert.equal(apart.reasons[0]!.text, '3 of 5 independent critics say step 3; the label says step 7');
  assert.ok(apart.label_doubt! > alike.label_doubt!);
});

test('an error that all strong critics miss alike is a reason; one that they pass, or miss apart, is none', () => {
  const strong = { strong: ['a', 'b'] };
  assert.deepEqual(kinds(reviewOf(judged('alike', 6, { a: 2, b: 2, c: 6, d: 6, e: 6 }), strong)), [
    'shared_miss',
  ]);
  assert.deepEqual(kinds(reviewOf(judged('apart', 6, { a: 2, b: 3, c: 6, d: 6 }), strong)), []);
  assert.deepEqual(kinds(reviewOf(judged('passed', 6, { a: -1, b: -1, c: 6, d: 6, e: 6 }), strong)), []);
});

test('votes that split evenly are counted in words', () => {
  const review = reviewOf(judged('split', 3, { a: '3,3,5,5', b: '3,5,5,3', c: '3,3,5,-1' }));
  assert.deepEqual(review.reasons, [
    { kind: 'split_votes', text: 'votes split: 6 for step 4, 5 for step 6, 1 for others' },
  ]);
  assert.deepEqual(kinds(reviewOf(judged('one-sided', 3, { a: '3,3,3,5', b: '3,3,3,3' }))), []);
});

test('an error that a blind critic names is solved blind; blind critics say nothing else', () => {
  const blind = { blind: ['guess'] };
  const review = reviewOf(judged('guessed', 3, { a: 3, b: 3, c: 3, guess: 3 }), blind);
  assert.deepEqual(review.reasons, [
    {
      kind: 'solved_blind',
      text: 'solved blind: the critic that never saw the steps names step 4, as the label does',
    },
  ]);
  assert.equal(review.critics, 3);
  assert.deepEqual(kinds(reviewOf(judged('clean', -1, { a: -1, b: -1, c: -1, guess: -1 }), blind)), []);
  assert.equal(reviewOf(judged('alone', 3, { guess: 5 }), blind).label_doubt, null);
});

test('records without a label or a readable critic are last and null, never doubtful', () => {
  const { order, reviews } = ranked([
    judged('unlabelled', null, { a: 2, b: 2, c: 2 }),
    judged('unread', 3, { a: null, b: null }),
    ...ordinary,
    judged('wrong', 6, { a: 2, b: 2, c: 2 }),
  ]);
  assert.deepEqual([reviews[0]!.label_doubt, reviews[0]!.suggested_first_error], [null, null]);
  assert.deepEqual([reviews[1]!.label_doubt, reviews[1]!.score], [null, 0]);
  assert.equal(order[0], 22);
  assert.deepEqual([...order.slice(-2)], [0, 1]);
});

test('difficulty and discrimination come with eight critics, and only for items that eight answered', () => {
  const made = plantedLabels(5, { each: 3, items: 120 });
  const few = { ...made.records[0]!, critiques: made.records[0]!.critiques!.slice(0, 7) };
  const { reviews, fitted } = ranked([few, ...made.records.slice(1)]);
  assert.ok(fitted);
  assert.deepEqual([reviews[0]!.difficulty, reviews[0]!.discrimination], [null, null]);
  for (const { discrimination, difficulty } of reviews.slice(1)) {
    const { low, value, high } = discrimination!;
    assert.ok(low < value && value < high);
    assert.equal(difficulty === null, low <= 0, 'without discrimination there is no difficulty');
  }
  assert.equal(ranked(plantedLabels(5, { each: 2, items: 40 }).records).fitted, false);
});
