import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { kthSmallest } from '../../src/deepconf/kth-smallest.ts';
import type { ScoreSettings } from '../../src/deepconf/score-settings.ts';
import { exactTokenConfidence, tokenConfidence } from '../../src/deepconf/token-confidence.ts';
import { tokensOf, traceScorer } from '../../src/deepconf/trace-scores.ts';

const confidences = fc.array(fc.double({ min: -5, max: 40, noNaN: true }), { maxLength: 60 });
const settings = fc.record({
  window: fc.integer({ min: 1, max: 30 }),
  tail: fc.integer({ min: 1, max: 30 }),
  edge: fc.constantFrom('full' as const, 'partial' as const),
  bottomCount: fc.constantFrom('floor' as const, 'ceil' as const),
});

/** The definitions written out, window by window. */
function plainScores(conf: readonly number[], { window, tail, edge, bottomCount }: Partial<ScoreSettings>) {
  const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  const ends = conf.map((_, at) => at + 1);
  const whole = ends.filter((end) => edge === 'partial' || end >= window!);
  const groups = (whole.length === 0 ? [conf.length] : whole).map((end) =>
    mean(conf.slice(Math.max(0, end - window!), end)),
  );
  const rounded = bottomCount === 'ceil' ? Math.ceil(groups.length / 10) : Math.floor(groups.length / 10);
  const bottom = groups.toSorted((a, b) => a - b).slice(0, Math.max(1, rounded));
  return {
    avg: mean(conf),
    tail: mean(conf.slice(-tail!)),
    lowest: Math.min(...groups),
    bottom10: mean(bottom),
  };
}

test('scores are what the definitions say, for any trace and setting', () => {
  fc.assert(
    fc.property(confidences, settings, (conf, given) => {
      const scores = traceScorer(given)(Float64Array.from(conf));
      if (conf.length === 0) {
        assert.deepEqual([scores.avg, scores.tail, scores.lowest, scores.bottom10], [null, null, null, null]);
        return;
      }
      for (const [name, expected] of Object.entries(plainScores(conf, given))) {
        const actual = scores[name as 'avg']!;
        assert.ok(Math.abs(actual - expected) < 1e-10, `${name}: ${actual}, not ${expected}`);
      }
    }),
  );
});

test('a scorer that has seen longer traces gives the same scores as a new one', () => {
  fc.assert(
    fc.property(fc.array(confidences, { minLength: 1, maxLength: 6 }), settings, (traces, given) => {
      const kept = traceScorer(given);
      for (const conf of traces.map((values) => Float64Array.from(values))) {
        assert.deepEqual(kept(conf), traceScorer(given)(conf));
      }
    }),
  );
});

test('selection finds the k-th smallest, also among equal values', () => {
  const values = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 80 });
  fc.assert(
    fc.property(values, fc.nat(), (list, seed) => {
      const k = (seed % list.length) + 1;
      assert.equal(
        kthSmallest(Float64Array.from(list), list.length, k),
        list.toSorted((a, b) => a - b)[k - 1],
      );
    }),
  );
});

test('windows and tails below 1 are shares of the trace, rounded up', () => {
  assert.deepEqual(
    [0.1, 0.07, 0.5, 0.01, 7].map((size) => tokensOf(size, 100)),
    [10, 7, 50, 1, 7],
  );
  const conf = Float64Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assert.equal(traceScorer({ tail: 0.2 })(conf).tail, 9.5);
});

test('what is stored as float32 scores to the last bit as what was just computed', () => {
  const logprobs = fc.array(fc.double({ min: -50, max: 0, noNaN: true }), { minLength: 3, maxLength: 90 });
  fc.assert(
    fc.property(logprobs, (values) => {
      const top = Float64Array.from(values.slice(0, values.length - (values.length % 3)));
      const chosen = new Float64Array(top.length / 3);
      const { conf } = tokenConfidence({ chosen, top, k: 3 });
      const read = Float32Array.from(JSON.parse(JSON.stringify([...conf])) as number[]);
      assert.deepEqual(traceScorer({ window: 4 })(read), traceScorer({ window: 4 })(conf));
      const exact = exactTokenConfidence({ chosen, top, k: 3 }).conf;
      assert.deepEqual([...conf], [...exact].map(Math.fround));
    }),
  );
});

test('the three rules on sentinels: left out, the smallest takes its place, the chosen token judges', () => {
  const tokens = {
    chosen: Float64Array.from([-0.5, -0.25, Number.NaN]),
    top: Float64Array.from([-1, -9999, -3, -4, Number.NEGATIVE_INFINITY, -9999]),
    k: 2,
  };
  const of = (rule: 'skip' | 'floor' | 'fallback') => tokenConfidence(tokens, rule);
  assert.deepEqual([...of('skip').conf], [1, 3.5, Number.NaN]);
  assert.deepEqual([...of('floor').conf], [2.5, 3.5, Number.NaN]);
  assert.deepEqual([...of('fallback').conf], [0.5, 3.5, Number.NaN]);
  const { n_valid, n_missing, n_sentinel } = of('skip');
  assert.deepEqual([[...n_valid], n_missing, n_sentinel], [[1, 2, 0], 1, 3]);
});

test('a log-probability of -1000 is a placeholder and one just above it is a value, chosen or candidate', () => {
  const above = -999.9999;
  const exact = (top: readonly number[], chosen: number, rule: 'skip' | 'floor' | 'fallback') => {
    const tokens = { chosen: Float64Array.from([chosen]), top: Float64Array.from(top), k: 2 };
    const { conf, n_valid, n_missing, n_sentinel } = exactTokenConfidence(tokens, rule);
    return [conf[0], n_valid[0], n_missing, n_sentinel];
  };
  for (const rule of ['skip', 'floor', 'fallback'] as const) {
    assert.deepEqual(exact([above, above], -0.5, rule), [-above, 2, 0, 0], rule);
    assert.deepEqual(exact([-1000, -1000], -0.5, rule), [0.5, 0, 0, 2], `${rule}: the chosen token decides`);
    assert.deepEqual(exact([-1000, -1000], above, rule), [-above, 0, 0, 2], rule);
    assert.deepEqual(exact([-1000, -1000], -1000, rule), [Number.NaN, 0, 1, 2], `${rule}: nothing is known`);
  }
  assert.deepEqual(exact([-2, -1000], -0.5, 'skip'), [2, 1, 0, 1]);
  assert.deepEqual(exact([-2, -1000], -0.5, 'floor'), [2, 1, 0, 1], 'no placeholder is the smallest value');
  assert.deepEqual(exact([-2, -1000], -0.5, 'fallback'), [0.5, 1, 0, 1]);
});
