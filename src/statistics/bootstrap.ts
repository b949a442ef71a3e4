// The clustered bootstrap: percentile intervals of any statistic that is a function of sums. Each replicate weights every
// cluster by a Poisson(1) draw, in place of drawing clusters with replacement.
import type { ClusterSums } from './cluster-sums.ts';
import { type InParts, withoutPauses } from './parts.ts';

/** Fewer clusters than this say nothing about how clusters vary. */
export const fewestClusters = 10;

/** For each column that was asked for, the weighted sums of each replicate. */
export type Replicates = readonly Float64Array[];

/** One bootstrap over any number of sums: clusters with the same key are weighed alike in all of them. */
export interface Bootstrap {
  readonly replicates: number;
  /** The replicates of these columns; null with too few clusters, or without replicates. */
  of(clusters: ClusterSums, columns: readonly number[]): Replicates | null;
  /** `of` with a pause after every 256 clusters. */
  inParts(clusters: ClusterSums, columns: readonly number[]): InParts<Replicates | null>;
}

/** Clusters whose weights are kept rather than drawn again, and the bytes of these weights. */
const mostKept = { clusters: 8192, bytes: 64 * 1024 ** 2 };
/** A thousand replicates of this many take some 10 ms. */
const clustersAPart = 256;

/** `draw`: the weights of a cluster (poisson.ts). What was worked out once is kept as long as its sums are. */
export function createBootstrap(replicates: number, draw: (key: number) => Uint8Array): Bootstrap {
  const weights = new Map<number, Uint8Array>();
  const kept = Math.min(mostKept.clusters, mostKept.bytes / Math.max(1, replicates));
  const known = new WeakMap<ClusterSums, Map<number, Float64Array>>();
  const weightsOf = (key: number): Uint8Array => {
    const known = weights.get(key);
    if (known !== undefined) return known;
    const drawn = draw(key);
    if (weights.size < kept) weights.set(key, drawn);
    return drawn;
  };
  function* inParts(clusters: ClusterSums, columns: readonly number[]): InParts<Replicates | null> {
    if (clusters.size < fewestClusters || replicates === 0) return null;
    const done = known.get(clusters) ?? new Map<number, Float64Array>();
    known.set(clusters, done);
    const missing = columns.filter((column) => !done.has(column));
    const sums = missing.map(() => new Float64Array(replicates));
    const entries = missing.length === 0 ? [] : Object.entries(clusters.rows);
    for (const [at, [key, row]] of entries.entries()) {
      if (at > 0 && at % clustersAPart === 0) yield;
      const drawn = weightsOf(Number(key));
      for (const [i, column] of missing.entries()) {
        const value = row[column]!;
        if (value !== 0) addScaled(sums[i]!, drawn, value);
      }
    }
    for (const [i, column] of missing.entries()) done.set(column, sums[i]!);
    return columns.map((column) => done.get(column)!);
  }

  return {
    replicates,
    of: (clusters, columns) => withoutPauses(inParts(clusters, columns)),
    inParts,
  };
}

function addScaled(into: Float64Array, drawn: Uint8Array, value: number): void {
  for (let b = 0; b < into.length; b += 1) into[b] = into[b]! + drawn[b]! * value;
}

/**
 * The statistic in each replicate, ascending; replicates in which it is undefined are left out. Null when these are more
 * than one in twenty: an interval over the rest would answer another question.
 */
export function sortedMetrics(
  replicates: number,
  figure: (replicate: number) => number | null,
): Float64Array | null {
  const values = new Float64Array(replicates);
  let count = 0;
  for (let b = 0; b < replicates; b += 1) {
    const value = figure(b);
    if (value !== null) values[count++] = value;
  }
  if (count < replicates * 0.95 || count === 0) return null;
  return values.subarray(0, count).sort();
}

/** The middle 95 % of sorted values, interpolated between neighbours. */
export function percentileInterval(sorted: Float64Array): [number, number] {
  return [quantile(sorted, 0.025), quantile(sorted, 0.975)];
}

function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (high - low) * (place - below);
}
