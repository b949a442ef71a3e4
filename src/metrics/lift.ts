// How far a critic is above the best position baseline. The baselines are counted on the very records that the
// critic judged: a critic that judged an easier part must not be held against the whole.
import type { Cut, Lift } from '../records/score.ts';
import { type CellTally, scoreCell } from './cell.ts';

interface Rival {
  name: string;
  cell: CellTally;
}

/** Null when the critic's figure or every baseline's is undefined; of equal baselines the first is named. */
export function liftOf(
  critic: CellTally,
  rivals: readonly Rival[],
  cut: Cut,
): { processbench_f1: Lift | null; deltabench_f1: Lift | null } {
  const figures = (cell: CellTally) => {
    const { processbench, deltabench } = scoreCell(cell, cut);
    return { processbench: processbench.f1, deltabench: deltabench.micro.f1 };
  };
  const own = figures(critic);
  const others = rivals.map(({ name, cell }) => ({ name, ...figures(cell) }));
  return {
    processbench_f1: difference(
      own.processbench,
      others.map(({ name, processbench }) => [name, processbench]),
    ),
    deltabench_f1: difference(
      own.deltabench,
      others.map(({ name, deltabench }) => [name, deltabench]),
    ),
  };
}

function difference(own: number | null, others: readonly [string, number | null][]): Lift | null {
  let best: { name: string; figure: number } | null = null;
  for (const [name, figure] of others) {
    if (figure !== null && (best === null || figure > best.figure)) best = { name, figure };
  }
  return own === null || best === null ? null : { baseline: best.name, value: own - best.figure };
}
