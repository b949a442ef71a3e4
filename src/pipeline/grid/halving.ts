// Successive halving (Jamieson and Talwalkar 2016): every cell judges a small part of the development problems, those that
// are behind end there, the others continue with a part that is as many times larger. All judge the same problems by then.
import { gridDefaults } from './schema.ts';

export interface RungPlan {
  /** The part of all problems that a cell has judged after the rung: those whose place is below this. */
  readonly upTo: number;
  /** Cells that the rung keeps. */
  readonly kept: number;
}

export interface Halving {
  readonly rungs: number;
  readonly keep?: number | undefined;
}

/** The rungs in order; the last one is over all development problems. Each keeps at least two cells. */
export function rungPlans(
  { rungs, keep = gridDefaults.keep }: Halving,
  { cells, development }: { readonly cells: number; readonly development: number },
): readonly RungPlan[] {
  let kept = cells;
  return Array.from({ length: rungs }, (_, at) => {
    kept = Math.min(kept, Math.max(2, Math.ceil(kept * keep)));
    return { upTo: development * keep ** (rungs - 1 - at), kept };
  });
}

/**
 * @param ranked Cells that are left, best first.
 * @returns Names of those that a rung eliminates: all beyond the first `kept`, but never the reference.
 */
export function eliminatedBy(ranked: readonly string[], kept: number, reference: string): readonly string[] {
  return ranked.slice(kept).filter((name) => name !== reference);
}
