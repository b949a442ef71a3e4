// The confidences of all traces of a pool, collected problem by problem for charts over the whole: percentiles, right
// against wrong.
import { auroc } from '../statistics/auroc.ts';
import { quantile } from '../statistics/quantile.ts';
import type { ConfidenceSummary, Spread } from './evaluation-types.ts';
import { type ProblemTraces, splitByRight } from './problem-traces.ts';

export class ScoreDistribution {
  readonly #all: Float64Array[] = [];
  readonly #right: Float64Array[] = [];
  readonly #wrong: Float64Array[] = [];

  add(problem: ProblemTraces, metric: string): void {
    const { right, wrong } = splitByRight(problem, metric);
    this.#all.push(problem.scores.get(metric)!.filter((value) => !Number.isNaN(value)));
    this.#right.push(right);
    this.#wrong.push(wrong);
  }

  get right(): Float64Array {
    return joined(this.#right);
  }

  get wrong(): Float64Array {
    return joined(this.#wrong);
  }

  summary(): ConfidenceSummary {
    return {
      ...spreadOf(joined(this.#all)),
      mean_right: meanOf(this.right),
      mean_wrong: meanOf(this.wrong),
    };
  }

  auroc(): number | null {
    return auroc(this.right, this.wrong);
  }
}

export function spreadOf(values: Float64Array): Spread {
  const sorted = values.slice().sort();
  const at = (q: number): number | null => quantile(sorted, q);
  return {
    n: sorted.length,
    mean: meanOf(sorted),
    min: at(0),
    p5: at(0.05),
    p25: at(0.25),
    p50: at(0.5),
    p75: at(0.75),
    p95: at(0.95),
    max: at(1),
  };
}

function meanOf(values: Float64Array): number | null {
  return values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length;
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
