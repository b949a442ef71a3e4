// What a whole trace's confidence is: its token confidences in one number, in four ways.
import { groupMeans } from './group-confidence.ts';
import { kthSmallest } from './kth-smallest.ts';
import { defaultScoreSettings, type ScoreSettings } from './score-settings.ts';

export const metrics = ['avg', 'bottom10', 'lowest', 'tail'] as const;
export type Metric = (typeof metrics)[number];

/** Each is null for a trace without a usable token. */
export type TraceScores = Readonly<Record<Metric, number | null>>;

export interface ScoredTrace extends TraceScores {
  /** Tokens that count. */
  readonly n: number;
  readonly groups: number;
  /** Index of the first group with the lowest mean. */
  readonly lowest_at: number | null;
}

/** A number of tokens, or a share of `n` rounded up; at least 1. */
export function tokensOf(size: number, n: number): number {
  return size < 1 ? Math.max(1, Math.ceil(size * n - 1e-9)) : size;
}

/** How many groups are the bottom ones; the epsilon keeps 0.07 x 100 at 7. */
export function bottomGroups(groups: number, { bottomFraction, bottomCount }: ScoreSettings): number {
  const share = bottomFraction * groups;
  return Math.max(1, bottomCount === 'ceil' ? Math.ceil(share - 1e-9) : Math.floor(share + 1e-9));
}

/**
 * Returns a function from token confidences (NaN = missing) to scores: the mean of all (DeepConf, eq. 3), of the last
 * tokens (eq. 7), of the lowest group (eq. 6) and of the bottom tenth of groups (eq. 5). Linear in the length; buffers
 * are kept between calls.
 */
export function traceScorer(
  given: Partial<ScoreSettings> = {},
): (conf: Float32Array | Float64Array) => ScoredTrace {
  const settings = { ...defaultScoreSettings, ...given };
  let prefix = new Float64Array(1024);
  let groups = new Float64Array(1024);
  let scratch = new Float64Array(1024);
  return (conf) => {
    if (prefix.length <= conf.length) {
      prefix = new Float64Array(2 * conf.length + 1);
      groups = new Float64Array(2 * conf.length);
      scratch = new Float64Array(2 * conf.length);
    }
    const n = prefixSums(conf, prefix, settings.missing === 'zero');
    if (n === 0) return nothing;
    const count = groupMeans(
      prefix,
      { n, window: tokensOf(settings.window, n), edge: settings.edge },
      groups,
    );
    const tail = Math.min(n, tokensOf(settings.tail, n));
    const lowest_at = smallestAt(groups, count);
    return {
      n,
      groups: count,
      avg: prefix[n]! / n,
      tail: (prefix[n]! - prefix[n - tail]!) / tail,
      lowest: groups[lowest_at]!,
      lowest_at,
      bottom10: bottomMean(groups, count, bottomGroups(count, settings), scratch),
    };
  };
}

const nothing: ScoredTrace = {
  n: 0,
  groups: 0,
  avg: null,
  tail: null,
  lowest: null,
  lowest_at: null,
  bottom10: null,
};

/** Sums of the first 0, 1, … usable values; returns how many values are usable. */
export function prefixSums(
  conf: Float32Array | Float64Array,
  prefix: Float64Array,
  missingIsZero: boolean,
): number {
  let n = 0;
  let sum = 0;
  prefix[0] = 0;
  for (let i = 0; i < conf.length; i += 1) {
    const value = conf[i]!;
    if (!Number.isNaN(value)) sum += value;
    else if (!missingIsZero) continue;
    n += 1;
    prefix[n] = sum;
  }
  return n;
}

function smallestAt(values: Float64Array, count: number): number {
  let at = 0;
  for (let i = 1; i < count; i += 1) if (values[i]! < values[at]!) at = i;
  return at;
}

/** The mean of the `bottom` smallest values, added in their own order so that no partition shows in the last bit. */
function bottomMean(values: Float64Array, count: number, bottom: number, scratch: Float64Array): number {
  for (let i = 0; i < count; i += 1) scratch[i] = values[i]!;
  const limit = kthSmallest(scratch, count, bottom);
  let sum = 0;
  let below = 0;
  for (let i = 0; i < count; i += 1) {
    const value = values[i]!;
    if (value >= limit) continue;
    sum += value;
    below += 1;
  }
  return (sum + (bottom - below) * limit) / bottom;
}
