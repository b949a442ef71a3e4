import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createPrmCurve } from '../../src/statistics/prm-curve.ts';
import { firstStepBelow } from '../../src/statistics/prm-threshold.ts';

interface Scored {
  readonly label: number;
  readonly scores: readonly number[];
}

const score = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.nat(1000).map((n) => n / 1000),
);
const scored: fc.Arbitrary<Scored> = fc
  .array(score, { minLength: 1, maxLength: 6 })
  .chain((scores) =>
    fc.record({ label: fc.integer({ min: -1, max: scores.length - 1 }), scores: fc.constant(scores) }),
  );

function curveOf(records: readonly Scored[]) {
  const curve = createPrmCurve();
  for (const { label, scores } of records) curve.add(label, scores);
  return curve;
}

test('every point of the curve is what the threshold gives when it is applied to each record', () => {
  fc.assert(
    fc.property(fc.array(scored, { maxLength: 12 }), (records) => {
      const share = (kept: readonly Scored[], threshold: number): number | null =>
        kept.length === 0
          ? null
          : kept.filter(({ label, scores }) => firstStepBelow(scores, threshold) === label).length /
            kept.length;
      const wrong = records.filter(({ label }) => label !== -1);
      const right = records.filter(({ label }) => label === -1);
      for (const { threshold, error_acc, correct_acc, f1 } of curveOf(records).points()) {
        const [e, c] = [share(wrong, threshold), share(right, threshold)];
        assert.deepEqual([error_acc, correct_acc], [e, c], `${threshold}`);
        assert.equal(f1, e === null || c === null ? null : e + c === 0 ? 0 : (2 * e * c) / (e + c));
      }
    }),
    { numRuns: 60 },
  );
});

test('the best threshold has the highest F1, and lies in the middle of those that share it', () => {
  const curve = curveOf([
    { label: 1, scores: [0.9, 0.2] },
    { label: -1, scores: [0.8, 0.7] },
  ]);
  const best = curve.best()!;
  assert.equal(best.f1, 1);
  assert.ok(Math.abs(best.threshold - 0.45) < 0.01, `${best.threshold}`);
});

test('without solutions of both kinds there is no best threshold', () => {
  assert.equal(curveOf([{ label: 0, scores: [0.1] }]).best(), null);
  assert.equal(curveOf([{ label: -1, scores: [0.1] }]).best(), null);
  assert.equal(curveOf([]).best(), null);
});

test('the AUC is the share of pairs in the right order, ties counting half, behind a first error nothing counting', () => {
  const thousandths = fc.array(fc.nat(1000), { minLength: 1, maxLength: 5 }).chain((scores) =>
    fc.record({
      label: fc.integer({ min: -1, max: scores.length - 1 }),
      scores: fc.constant(scores.map((n) => n / 1000)),
    }),
  );
  fc.assert(
    fc.property(fc.array(thousandths, { maxLength: 10 }), (records) => {
      const wrong = records.flatMap(({ label, scores }) => (label === -1 ? [] : [scores[label]!]));
      const right = records.flatMap(({ label, scores }) => (label === -1 ? scores : scores.slice(0, label)));
      const pairs = right.flatMap((high) =>
        wrong.map((low): number => (high > low ? 1 : high === low ? 0.5 : 0)),
      );
      const expected = pairs.length === 0 ? null : pairs.reduce((sum, won) => sum + won, 0) / pairs.length;
      const auc = curveOf(records).auc();
      if (expected === null) assert.equal(auc, null);
      else assert.ok(Math.abs(auc! - expected) < 1e-12);
    }),
  );
});
