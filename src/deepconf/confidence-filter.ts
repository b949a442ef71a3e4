// Which traces of a working set a top-eta filter keeps. The cutoff is found in each set anew, among the traces that
// have an answer.
import { quantile } from '../statistics/quantile.ts';

export const filterRules = ['ceil', 'percentile'] as const;
/** Keep a fixed number of traces; or, as the official code, all at or above a percentile of the confidences. */
export type FilterRule = (typeof filterRules)[number];

/** max(1, ceil(eta n)); the epsilon keeps 0.07 x 100 at 7. 0 of none. */
export function keepCount(eta: number, n: number): number {
  return n === 0 ? 0 : Math.max(1, Math.ceil(eta * n - 1e-9));
}

/**
 * The rank of each trace, from 0, all different: higher confidence first, missing (NaN) last, then the smaller sample
 * id, then the earlier place.
 */
export function confidenceRanks(conf: Float64Array, sampleIds: Int32Array): Int32Array {
  const values = conf.map((value) => (Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value));
  const sorted = values.slice().sort();
  const ranks = new Int32Array(values.length);
  /** How many have a rank already, by the number of values above theirs. */
  const taken = new Int32Array(values.length);
  for (const place of bySampleId(sampleIds)) {
    const above = values.length - firstAbove(sorted, values[place]!);
    ranks[place] = above + taken[above]!;
    taken[above] = taken[above]! + 1;
  }
  return ranks;
}

/** Places in the order of their sample ids; pools have them in that order. */
function bySampleId(sampleIds: Int32Array): Int32Array {
  const places = Int32Array.from(sampleIds.keys());
  const isSorted = sampleIds.every((id, place) => place === 0 || id >= sampleIds[place - 1]!);
  return isSorted ? places : places.sort((a, b) => sampleIds[a]! - sampleIds[b]! || a - b);
}

/** The place of the first value above `value` in an ascending list. */
function firstAbove(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The valid members of one working set under one metric, prepared for any number of filters. */
export interface RankedMembers {
  readonly members: Int32Array;
  readonly ranks: Int32Array;
  readonly conf: Float64Array;
  /** The members' ranks in ascending order. */
  readonly sorted: Int32Array;
}

/** The members that are kept, in their own order, at the beginning of `kept`. */
export function keepTop(
  ranked: RankedMembers,
  { eta, rule }: { eta: number; rule: FilterRule },
  kept: Int32Array,
): Int32Array {
  const { members, ranks, conf, sorted } = ranked;
  let count = 0;
  const last = rule === 'ceil' ? sorted[keepCount(eta, members.length) - 1]! : 0;
  const cutoff = rule === 'ceil' ? 0 : percentileCutoff(ranked, eta);
  for (let i = 0; i < members.length; i += 1) {
    const place = members[i]!;
    const stays =
      rule === 'ceil' ? ranks[place]! <= last : !(conf[place]! < cutoff || Number.isNaN(conf[place]!));
    if (!stays) continue;
    kept[count] = place;
    count += 1;
  }
  // No trace has a confidence: nothing to filter by.
  if (count === 0 && rule === 'percentile') {
    kept.set(members);
    count = members.length;
  }
  return kept.subarray(0, count);
}

/** numpy.percentile(conf, 100 (1 - eta)) with linear interpolation, over the members that have a confidence. */
function percentileCutoff({ members, conf }: RankedMembers, eta: number): number {
  const values = Float64Array.from(members, (place) => conf[place]!).filter((value) => !Number.isNaN(value));
  // 100 and back, as numpy is called: the last bit decides whether a value at the cutoff stays.
  return quantile(values.sort(), ((1 - eta) * 100) / 100) ?? Number.NEGATIVE_INFINITY;
}
