import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { lateStart, toStepNumber } from '../../src/records/steps.ts';
import { mcnemarExact } from '../../src/statistics/mcnemar.ts';
import { wilson95 } from '../../src/statistics/wilson.ts';

type GoldenCase =
  | { kind: 'late_start'; n: number; expected: number | null }
  | { kind: 'wilson95'; k: number; n: number; expected: [number, number] | null }
  | { kind: 'mcnemar_exact'; b: number; c: number; expected: number };

const { cases } = JSON.parse(readFileSync('test/golden/critic/stats_and_late_region.json', 'utf8')) as {
  cases: GoldenCase[];
};

const close = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) <= 1e-12, `${actual} is not ${expected}`);

for (const golden of cases) {
  if (golden.kind === 'late_start') {
    test(`golden: the last third of ${golden.n} steps begins at step ${golden.expected}, counted from 1`, () => {
      const start = lateStart(golden.n);
      assert.equal(start === null ? null : toStepNumber(start), golden.expected);
    });
  } else if (golden.kind === 'wilson95') {
    test(`golden: Wilson interval of ${golden.k} out of ${golden.n}`, () => {
      const interval = wilson95(golden.k, golden.n);
      if (golden.expected === null || interval === null) assert.equal(interval, golden.expected);
      else for (const i of [0, 1] as const) close(interval[i], golden.expected[i]);
    });
  } else if (golden.kind === 'mcnemar_exact') {
    test(`golden: exact McNemar of ${golden.b} against ${golden.c}`, () => {
      close(mcnemarExact(golden.b, golden.c), golden.expected);
    });
  }
}
