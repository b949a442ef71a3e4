// Sums by cluster (a problem with all its solutions): what a clustered bootstrap needs, in bounded memory. Clusters
// are known by a 32-bit hash. Beyond `cap` of them, hashes that share their leading bits are pooled: groups of whole
// clusters are again independent. How many bits are left depends only on the set of hashes, never on their order or
// on shards. Sums of whole numbers, and of multiples of 2^-32, are exact.

/** Plain data. `rows`: sums by the hash's leading 32 - shift bits. */
export interface ClusterSums {
  readonly cap: number;
  shift: number;
  size: number;
  rows: Record<number, number[]>;
}

/** `cap`: at least 2. */
export function emptyClusters(cap: number): ClusterSums {
  return { cap, shift: 0, size: 0, rows: Object.create(null) as Record<number, number[]> };
}

/** `hash`: unsigned, 32 bits; `values`: always of one length. */
export function addToCluster(clusters: ClusterSums, hash: number, values: readonly number[]): void {
  addRow(clusters, hash >>> clusters.shift, values);
  fold(clusters, clusters.shift);
}

export function mergeClusters(into: ClusterSums, from: ClusterSums): void {
  fold(into, from.shift);
  const down = into.shift - from.shift;
  for (const [key, values] of Object.entries(from.rows)) addRow(into, Number(key) >>> down, values);
  fold(into, into.shift);
}

/** Rounds to a multiple of 2^-32, whose sums are exact below 2^21. */
export function exactSummand(value: number): number {
  return Math.round(value * 2 ** 32) / 2 ** 32;
}

function addRow(clusters: ClusterSums, key: number, values: readonly number[]): void {
  const row = clusters.rows[key];
  if (row === undefined) {
    clusters.rows[key] = [...values];
    clusters.size += 1;
    return;
  }
  for (let i = 0; i < values.length; i += 1) row[i]! += values[i]!;
}

/** Drops bits until at least `shift` are gone and no more than `cap` rows are left. */
function fold(clusters: ClusterSums, shift: number): void {
  if (clusters.shift >= shift && clusters.size <= clusters.cap) return;
  const { rows } = clusters;
  const keys = Object.keys(rows).map(Number);
  const dropped = Math.max(shift - clusters.shift, fewestBits(keys, clusters.cap));
  clusters.shift += dropped;
  clusters.size = 0;
  clusters.rows = Object.create(null) as Record<number, number[]>;
  for (const key of keys) addRow(clusters, key >>> dropped, rows[key]!);
}

/**
 * How many bits must go until at most `cap` of the keys differ. Found before any row is moved: of a few thousand keys the
 * first twenty bits or so pool hardly any.
 */
function fewestBits(keys: readonly number[], cap: number): number {
  const sorted = Uint32Array.from(keys).sort();
  /** How many neighbours are pooled when this many bits have gone. */
  const pooled = new Uint32Array(33);
  for (let at = 1; at < sorted.length; at += 1) pooled[32 - Math.clz32(sorted[at]! ^ sorted[at - 1]!)]! += 1;
  let left = sorted.length;
  for (let bits = 0; ; bits += 1) {
    left -= pooled[bits]!;
    // At the latest with 31 bits gone: two keys are left.
    if (left <= cap) return bits;
  }
}
