// One solution judged step by step in the manner of DeltaBench (spec critic-and-metrics 2.6 and the legend to
// its golden file). Sums over many solutions are in deltabench-tally.ts.
import type { Confusion, Cut, Prf } from '../records/score.ts';
import { precisionRecallF1 } from './ratio.ts';

export interface StepEvaluation extends Confusion, Prf {
  /** The flags that count: valid, inside the region, 0-based and ascending. */
  flags: number[];
  /** Number of steps that are judged: steps 0 to region - 1. */
  region: number;
  /** Flags on steps that the solution does not have. */
  invalid: number[];
  /** No readable reply: judged as if nothing was flagged. */
  failed: boolean;
  clean: boolean;
  /** Any valid flag, also beyond the region. */
  flaggedAny: boolean;
  /** The rest is null for a correct solution. */
  firstErrorFound: boolean | null;
  /** The smallest flag is the first error. */
  exactFirst: boolean | null;
  /** A flag before the first error. */
  earlyFalseAlarm: boolean | null;
}

/**
 * `steps`: how many the solution has; `gold`: its erroneous steps, 0-based and ascending, [] = correct;
 * `flags`: what the critic flagged, 0-based, any order, null = not readable. The region ends with the first
 * gold step, the last one, or the solution; gold beyond it is not judged either (but for `first_pred_only`).
 */
export function evaluateFlags(
  steps: number,
  gold: readonly number[],
  flags: readonly number[] | null,
  cut: Cut,
): StepEvaluation {
  const clean = gold.length === 0;
  const first = gold[0] ?? steps;
  const region = regionLength(steps, gold, cut);
  const { valid, invalid } = sortFlags(flags ?? [], steps);
  const flagsInRegion = countBelow(valid, region);
  const goldInRegion = countBelow(gold, region);
  const tp = countCommon(valid, flagsInRegion, gold);
  const fp = flagsInRegion - tp;
  const fn = (cut === 'first_pred_only' ? gold.length : goldInRegion) - tp;
  const tn = region - fp - goldInRegion;
  const { precision, recall, f1 } = clean ? undefinedPrf : precisionRecallF1({ tp, fp, fn, tn });
  return {
    tp,
    fp,
    fn,
    tn,
    precision,
    recall,
    f1,
    flags: valid.slice(0, flagsInRegion),
    region,
    invalid,
    failed: flags === null,
    clean,
    flaggedAny: valid.length > 0,
    firstErrorFound: clean ? null : valid.includes(first),
    exactFirst: clean ? null : valid[0] === first,
    earlyFalseAlarm: clean ? null : valid[0] !== undefined && valid[0] < first,
  };
}

const undefinedPrf: Prf = { precision: null, recall: null, f1: null };

export function regionLength(steps: number, gold: readonly number[], cut: Cut): number {
  if (gold.length === 0 || cut === 'none') return steps;
  return (cut === 'last' ? gold[gold.length - 1]! : gold[0]!) + 1;
}

// This runs once for every solution, critic and baseline, so the rest is plain loops over sorted arrays.

/** Valid flags ascending and without doubles, and the others. */
function sortFlags(flags: readonly number[], steps: number): { valid: number[]; invalid: number[] } {
  const valid: number[] = [];
  const invalid: number[] = [];
  let sorted = true;
  for (const flag of flags) {
    if (!Number.isInteger(flag) || flag < 0 || flag >= steps) invalid.push(flag);
    else {
      if (valid.length > 0 && flag <= valid[valid.length - 1]!) sorted = false;
      valid.push(flag);
    }
  }
  return { valid: sorted ? valid : [...new Set(valid)].sort((a, b) => a - b), invalid };
}

function countBelow(ascending: readonly number[], end: number): number {
  let count = 0;
  while (count < ascending.length && ascending[count]! < end) count += 1;
  return count;
}

/** How many of the first `length` flags are gold. */
function countCommon(flags: readonly number[], length: number, gold: readonly number[]): number {
  let common = 0;
  for (let i = 0, g = 0; i < length && g < gold.length; ) {
    const difference = flags[i]! - gold[g]!;
    if (difference === 0) common += 1;
    if (difference <= 0) i += 1;
    if (difference >= 0) g += 1;
  }
  return common;
}
