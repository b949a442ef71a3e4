import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AlphaLevel,
  addRatingPair,
  addRatings,
  cohenKappa,
  emptyCoincidences,
  emptyRatingPairs,
  krippendorffAlpha,
  mergeRatingPairs,
} from '../../src/statistics/agreement.ts';

const close = (actual: number | null, expected: number, tolerance = 1e-12) =>
  assert.ok(actual !== null && Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`);

function kappaOf(table: readonly (readonly number[])[]) {
  const pairs = emptyRatingPairs();
  for (const [i, row] of table.entries()) {
    for (const [j, count] of row.entries()) for (let k = 0; k < count; k += 1) addRatingPair(pairs, i, j);
  }
  return pairs;
}

test("Cohen's kappa of 20 and 15 agreed out of 50, with 5 and 10 against, is 0.4", () => {
  close(
    cohenKappa(
      kappaOf([
        [20, 5],
        [10, 15],
      ]),
    ),
    0.4,
  );
});

test('kappa is 1 for full agreement, negative below chance, null where there is nothing to tell', () => {
  close(
    cohenKappa(
      kappaOf([
        [3, 0],
        [0, 2],
      ]),
    ),
    1,
  );
  close(
    cohenKappa(
      kappaOf([
        [0, 5],
        [5, 0],
      ]),
    ),
    -1,
  );
  assert.equal(
    cohenKappa(
      kappaOf([
        [7, 0],
        [0, 0],
      ]),
    ),
    null,
  );
  assert.equal(cohenKappa(emptyRatingPairs()), null);
});

test('ratings counted apart and merged give the same kappa', () => {
  const whole = kappaOf([
    [20, 5],
    [10, 15],
  ]);
  const merged = kappaOf([
    [20, 0],
    [0, 15],
  ]);
  mergeRatingPairs(
    merged,
    kappaOf([
      [0, 5],
      [10, 0],
    ]),
  );
  assert.equal(cohenKappa(merged), cohenKappa(whole));
});

// The reliability data that Krippendorff's "Computing Krippendorff's Alpha-Reliability" (2011) works through:
// four observers, twelve units, with gaps.
const observers = [
  [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
  [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
];

function alphaOf(raters: readonly (readonly (number | null)[])[], level: AlphaLevel) {
  const coincidences = emptyCoincidences();
  for (const unit of raters[0]!.keys()) {
    addRatings(
      coincidences,
      raters.map((ratings) => ratings[unit]!).filter((rating) => rating !== null),
    );
  }
  return krippendorffAlpha(coincidences, level);
}

test("Krippendorff's alpha of his worked example: 0.743 nominal, 0.815 ordinal, 0.849 interval", () => {
  close(alphaOf(observers, 'nominal'), 0.743, 5e-4);
  close(alphaOf(observers, 'ordinal'), 0.815, 5e-4);
  close(alphaOf(observers, 'interval'), 0.849, 5e-4);
});

test('alpha is null without a unit that two rated, and where everybody gives one value', () => {
  assert.equal(
    alphaOf(
      [
        [1, null],
        [null, 2],
      ],
      'nominal',
    ),
    null,
  );
  assert.equal(
    alphaOf(
      [
        [1, 1],
        [1, 1],
      ],
      'interval',
    ),
    null,
  );
});
