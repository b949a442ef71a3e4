// How far a critic is above the best position baseline. The baselines are counted on the very records that the
// critic judged: a critic that judged an easier part must not be compared with the baselines of the whole.
import type { Intervals, Lift } from '../records/score.ts';
import type { Bootstrap } from '../statistics/bootstrap.ts';
import { bootstrapInterval, sumsOf } from './intervals.ts';
import { processBench } from './processbench.ts';
import { precisionRecallF1 } from './ratio.ts';
import { columnsOfBaseline, ownColumns, type Sums, summedMetrics } from './sufficient-statistics.ts';
import type { Tally } from './tally.ts';

interface Baseline {
  name: string;
  cell: Tally;
}

/** The metrics that have a lift: in a cell, and in the sums of a replicate. */
const figures = {
  processbench_f1: {
    of: (cell: Tally) => processBench.metrics(cell.processbench).f1,
    at: (sums: Sums) => summedMetrics.f1(sums),
  },
  deltabench_f1: {
    of: ({ deltabench: { error, clean } }: Tally) =>
      precisionRecallF1({ tp: error.tp + clean.tp, fp: error.fp + clean.fp, fn: error.fn + clean.fn, tn: 0 })
        .f1,
    at: (sums: Sums) => summedMetrics.deltabench_micro_f1(sums),
  },
} as const;

/**
 * Null when the metric is undefined for the critic or for every baseline; of equal baselines the first is named. Intervals
 * are of the paired difference to that baseline.
 */
export function liftOf(
  critic: Tally,
  baselines: readonly Baseline[],
  bootstrap: Bootstrap,
): { lift: Record<keyof typeof figures, Lift | null>; intervals: Intervals } {
  const lift: Record<keyof typeof figures, Lift | null> = { processbench_f1: null, deltabench_f1: null };
  const intervals: Intervals = {};
  for (const name of ['processbench_f1', 'deltabench_f1'] as const) {
    const { of, at } = figures[name];
    const own = of(critic);
    let best: { index: number; figure: number } | null = null;
    for (const [index, { cell }] of baselines.entries()) {
      const figure = of(cell);
      if (figure !== null && (best === null || figure > best.figure)) best = { index, figure };
    }
    intervals[`lift_${name}`] = null;
    if (own === null || best === null) continue;
    lift[name] = { baseline: baselines[best.index]!.name, value: own - best.figure };
    intervals[`lift_${name}`] = differenceInterval(critic, best.index, at, bootstrap);
  }
  return { lift, intervals };
}

/** `place`: that of the baseline. */
function differenceInterval(
  { clusters }: Tally,
  place: number,
  at: (sums: Sums) => number | null,
  bootstrap: Bootstrap,
): [number, number] | null {
  if (clusters === null) return null;
  const own = bootstrap.of(clusters, ownColumns);
  const other = bootstrap.of(clusters, columnsOfBaseline(place));
  if (own === null || other === null) return null;
  return bootstrapInterval(own, (b) => {
    const [ours, theirs] = [at(sumsOf(own, b)), at(sumsOf(other, b))];
    return ours === null || theirs === null ? null : ours - theirs;
  });
}
