import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createScore, type ScoreState } from '../../src/metrics/score.ts';
import { type Cut, cuts, type Parse, parses } from '../../src/records/score.ts';
import type { Solution } from '../../src/records/solution.ts';
import { repetitions } from '../support/thorough.ts';
import { assertSame } from './close.ts';
import { arbitrarySolution, solution, voted } from './records.ts';

const settings = fc.record({
  parse: fc.constantFrom<Parse>(...parses),
  cut: fc.constantFrom<Cut>(...cuts),
  seed: fc.nat(1000),
  by: fc.constant(['task', 'error_source', 'position_decile', 'length']),
  bootstrap: fc.constantFrom(0, 25),
  constants: fc.constant([0, 3]),
});

function scoreOf(records: readonly Solution[], options: Parameters<typeof createScore>[0]) {
  const score = createScore(options);
  for (const record of records) score.add(record);
  return score;
}

test('scoring shards and merging their states equals scoring the whole, for any split, also through JSON', () => {
  const sharded = fc.array(fc.tuple(arbitrarySolution, fc.nat(3)), { maxLength: 30 });
  fc.assert(
    fc.property(sharded, settings, (records, options) => {
      const whole = scoreOf(
        records.map(([record]) => record),
        options,
      );
      const merged = createScore(options);
      for (const shard of [2, 0, 3, 1]) {
        const part = records.filter(([, number]) => number === shard).map(([record]) => record);
        const state = JSON.parse(JSON.stringify(scoreOf(part, options).state())) as ScoreState;
        merged.merge(state);
      }
      assertSame(merged.result(), whole.result());
    }),
    { numRuns: repetitions(60, 150) },
  );
});

test('intervals too are those of the whole, also when there are more problems than are told apart', () => {
  const records = Array.from({ length: 4600 }, (_, i) =>
    solution({
      problem: `problem ${i % 4400}`,
      subset: i % 3 === 0 ? 'x' : 'y',
      error_steps: i % 2 === 0 ? [] : [i % 10],
      critiques: [voted([i % 7 === 0 ? -1 : i % 10, i % 5, i % 10])],
      meta: { split: i % 4 === 0 ? 'dev' : 'test' },
    }),
  );
  const options = { bootstrap: 40, by: ['length'], threshold: { field: 'meta.split', dev: 'dev' } };
  const whole = scoreOf(records, options).result();
  for (const k of [3]) {
    const merged = createScore(options);
    for (let shard = 0; shard < k; shard += 1) {
      const part = records.filter((_, i) => ((i * 2654435761) % 2 ** 32) % k === shard);
      merged.merge(JSON.parse(JSON.stringify(scoreOf(part, options).state())) as ScoreState);
    }
    assertSame(merged.result(), whole);
  }
  const { intervals } = whole.critics[0]!;
  for (const name of ['f1', 'mean_of_subsets_f1', 'deltabench_micro_f1', 'lift_deltabench_f1']) {
    const [low, high] = intervals[name]!;
    assert.ok(low < high, name);
  }
});

test('the order of the records does not matter', () => {
  const shuffledRecords = fc
    .array(arbitrarySolution, { maxLength: 25 })
    .chain((records) =>
      fc.tuple(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length })),
    );
  fc.assert(
    fc.property(shuffledRecords, settings, ([records, permuted], options) => {
      assertSame(scoreOf(permuted, options).result(), scoreOf(records, options).result());
    }),
    { numRuns: repetitions(40, 100) },
  );
});

test('a million fractions added in shards agree with the whole to 1e-12', () => {
  const record = (i: number): Solution => ({
    id: `r/${i}`,
    problem: 'p',
    steps: Array.from({ length: 7 }, () => 's'),
    error_steps: [6],
    critiques: [
      { critic: 'c', protocol: 'all_errors', status: 'ok', error_steps: i % 3 === 0 ? [0, 1, 6] : [0, 6] },
    ],
  });
  const records = Array.from({ length: 3000 }, (_, i) => record(i));
  const shard = scoreOf(records, {}).state();
  const merged = createScore();
  for (let i = 0; i < 334; i += 1) merged.merge(shard);
  const { macro } = merged.result().critics[0]!.deltabench;
  assert.ok(Math.abs(macro.precision! - (1 / 3 / 3 + (2 / 3) * 0.5)) < 1e-14);
});

test('no figure is NaN, and every share lies between 0 and 1', () => {
  fc.assert(
    fc.property(fc.array(arbitrarySolution, { maxLength: 20 }), settings, (records, options) => {
      const text = JSON.stringify(scoreOf(records, options).result(), (key, value: unknown) => {
        assert.ok(typeof value !== 'number' || Number.isFinite(value), key);
        if (/_acc|rate|fpr|precision|recall|exact_first|within_1|balanced/.test(key)) {
          assert.ok(value === null || typeof value !== 'number' || (value >= 0 && value <= 1), key);
        }
        return value;
      });
      assert.ok(text.length > 0);
    }),
    { numRuns: repetitions(30, 60) },
  );
});
