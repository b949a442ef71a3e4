// Errors that can be detected from surface features are found; those that pass the gate cannot be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createShortcutCollector } from '../../src/publish/shortcut-probe.ts';
import { lateStart } from '../../src/records/steps.ts';
import { areaUnderCurve } from '../../src/statistics/auc.ts';
import { fitLogistic } from '../../src/statistics/logistic.ts';
import { mulberry32 } from '../../src/statistics/random.ts';
import { spearman } from '../../src/statistics/rank-correlation.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { build, rowsOf } from './building.ts';

const bare = { critics: [], difficultyVotes: 0 };

test('an injector that pads or decorates its steps is caught where the gate is off', async (t) => {
  const folder = await temporaryFolder(t);
  for (const model of ['lengthy', 'decorated']) {
    const { quality } = await build({
      folder,
      rows: rowsOf(48),
      out: model,
      models: { inject: `latebench-sim/injector-misbehaving/${model}` },
      spec: { ...bare, lengthChange: null, inject: { gate: 'off' as const, verifyVotes: 0 } },
    });
    assert.equal(quality.surface?.verdict, 'tells', model);
    // Decoration has many forms: each is a feature of few steps.
    assert.ok(quality.surface.auc > 0.9, `${model}: AUC ${quality.surface.auc}`);
  }
});

// One error to four clean records: injections are what takes time, and clean ones narrow the interval as well.
test('gated injections pass: the held-out AUC stays at most 0.60 with its whole interval', async (t) => {
  const folder = await temporaryFolder(t);
  const { quality } = await build({
    folder,
    rows: rowsOf(1000, 3),
    spec: { ...bare, errorShare: 0.2, inject: { verifyVotes: 0 } },
  });
  assert.equal(quality.surface?.verdict, 'passes', JSON.stringify(quality.surface));
  assert.ok(quality.surface.errors > 120 && quality.surface.clean > 480, JSON.stringify(quality.surface));
});

test('late steps that are 8 % longer are caught, and the same solutions pass without that', () => {
  for (const seed of [1, 2]) {
    const [leaky, honest] = [createShortcutCollector(), createShortcutCollector()];
    for (const [at, { id, subset, steps }] of rowsOf(900, seed).entries()) {
      // The families of problems take turns: every second round of them has the errors.
      const error = Math.floor(at / 21) % 2 === 0;
      const start = lateStart(steps.length) ?? 0;
      const longer = steps.map((step, place) =>
        error && place >= start ? `${step} ${step.slice(0, Math.round(step.length * 0.08))}` : step,
      );
      const about = { family: id, stratum: String(subset), error };
      honest.add({ ...about, steps });
      leaky.add({ ...about, steps: longer });
    }
    assert.equal(leaky.result(0.6, seed)?.verdict, 'tells');
    assert.equal(honest.result(0.6, seed)?.verdict, 'passes');
  }
});

test('few records are undecided or not judged at all, never passed', () => {
  const rng = mulberry32(4);
  const step = (): string => 'x'.repeat(20 + Math.floor(rng() * 40));
  const tells = createShortcutCollector();
  for (let at = 0; at < 60; at += 1) {
    if (at === 38) assert.equal(tells.result(0.6, 1), null);
    const steps = Array.from({ length: 9 }, step);
    tells.add({ family: String(at), stratum: 'one', steps, error: at % 2 === 0 });
  }
  assert.notEqual(tells.result(0.6, 1)?.verdict, 'passes');
});

test('the area under the curve counts pairs, ties half', () => {
  const pairs = (positive: number[], negative: number[]): number =>
    positive
      .flatMap((p) => negative.map((n) => (p > n ? 1 : p === n ? 0.5 : 0)))
      .reduce((sum: number, one) => sum + one, 0) /
    (positive.length * negative.length);
  const rng = mulberry32(3);
  const draw = (count: number): number[] => Array.from({ length: count }, () => Math.floor(rng() * 7));
  for (let round = 0; round < 20; round += 1) {
    const [positive, negative] = [draw(5 + round), draw(9)];
    const found = areaUnderCurve(positive, negative);
    assert.ok(Math.abs((found?.value ?? 0) - pairs(positive, negative)) < 1e-12);
  }
  assert.equal(areaUnderCurve([1], [0, 2]), null);
});

test('the interval of the area covers the truth about 95 times in 100', () => {
  const rng = mulberry32(11);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - rng())) * Math.cos(2 * Math.PI * rng());
  // Two normals one standard deviation apart: the area is Phi(1 / sqrt 2) = 0.76025.
  let covered = 0;
  for (let round = 0; round < 400; round += 1) {
    const found = areaUnderCurve(
      Array.from({ length: 60 }, () => normal() + 1),
      Array.from({ length: 60 }, normal),
    );
    const [low, high] = found?.interval ?? [1, 0];
    if (low <= 0.76025 && 0.76025 <= high) covered += 1;
  }
  assert.ok(covered >= 366 && covered <= 396, `${covered} of 400`);
});

test('logistic regression finds the weights that made the labels', () => {
  const rng = mulberry32(5);
  const rows = Array.from({ length: 4000 }, () => [rng() * 2 - 1, rng() * 2 - 1, 7]);
  const labels = rows.map(([a, b]) => Number(rng() < 1 / (1 + Math.exp(-(3 * a! - 2 * b!)))));
  const { weights } = fitLogistic(rows, labels, 1e-6);
  const scale = Math.sqrt(1 / 3);
  assert.ok(Math.abs(weights[0]! - 3 * scale) < 0.2, String(weights));
  assert.ok(Math.abs(weights[1]! + 2 * scale) < 0.2, String(weights));
  assert.ok(Math.abs(weights[2]!) < 1e-6);
});

test('rank correlation is 1, -1 or undefined where it must be', () => {
  const spears = (right: number[]): number | null => spearman(right.map((value, at) => [at, value] as const));
  assert.equal(spears([1, 10, 100]), 1);
  assert.equal(spears([3, 2, 1]), -1);
  assert.equal(spears([1, 1, 1]), null);
  assert.equal(spears([1, 2]), null);
});
