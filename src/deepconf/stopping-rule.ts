// Online DeepConf (arXiv 2508.15260, algorithm 2), said once: when a trace is stopped, which traces vote, and when
// sampling ends. The replay of stored traces and `think` follow it alike.
import { quantile } from '../statistics/quantile.ts';
import type { MissingRule } from './score-settings.ts';

export interface OnlineSettings {
  /** Traces of each set that are run to their end, to find the threshold. */
  readonly warmup: number;
  /** Share of the warm-up traces whose lowest group lies above the threshold: 0.1 is DeepConf-low, 0.9 -high. */
  readonly keeps: readonly number[];
  /** Sampling ends when the leading answer has this share of the weight; null never does. */
  readonly consensus: number | null;
}

export const defaultWarmup = 16;
/** The shares of the paper: DeepConf-low and DeepConf-high. */
export const paperKeeps = { low: 0.1, high: 0.9 } as const;
/** The paper's share of the weight at which sampling ends. */
export const paperConsensus = 0.95;

/** The mean confidence of the last `window` tokens, as tokens come. Tokens without a confidence count as `missing` says. */
export class SlidingGroup {
  readonly #ring: Float32Array;
  readonly #missingIsZero: boolean;
  #seen = 0;
  #sum = 0;

  /** @param window In tokens, at least 1. */
  constructor(window: number, missing: MissingRule) {
    this.#ring = new Float32Array(window);
    this.#missingIsZero = missing === 'zero';
  }

  /** The mean after this token; NaN while the window is not full, and after a token that does not count. */
  push(confidence: number): number {
    const isMissing = Number.isNaN(confidence);
    if (isMissing && !this.#missingIsZero) return Number.NaN;
    const value = isMissing ? 0 : confidence;
    const window = this.#ring.length;
    const place = this.#seen % window;
    this.#sum += value;
    if (this.#seen >= window) this.#sum -= this.#ring[place]!;
    this.#ring[place] = value;
    this.#seen += 1;
    return this.#seen < window ? Number.NaN : this.#sum / window;
  }

  clear(): void {
    this.#seen = 0;
    this.#sum = 0;
  }
}

/** Whether a confidence, of a group or of a whole trace, is too low. NaN is not. */
export function isBelow(confidence: number, threshold: number): boolean {
  return confidence < threshold;
}

/** The (1 - keep) quantile of the warm-up's lowest groups (NaN = not known); -Infinity where none is known. */
export function thresholdOf(lowest: Float64Array, keep: number): number {
  const known = lowest.filter((value) => !Number.isNaN(value)).sort();
  return quantile(known, 1 - keep) ?? Number.NEGATIVE_INFINITY;
}

/** One trace, when it has ended. */
export interface EndedTrace {
  /** Class of its answer, any integer from 0; -1 without an answer. */
  readonly choice: number;
  /** Its lowest group; NaN = not known. */
  readonly lowest: number;
  /** It was stopped before its end. */
  readonly stopped: boolean;
}

/** The traces of a problem in their order, after the warm-up: who votes, and whether sampling ends. */
export class OnlineTally {
  readonly #settings: Pick<OnlineSettings, 'warmup' | 'consensus'>;
  readonly #threshold: number;
  readonly #weights = new Map<number, number>();
  #total = 0;
  #best = 0;
  sampled = 0;
  stopped = 0;
  /** The leading answer has the share of the weight at which sampling ends. */
  agreed = false;

  constructor(settings: Pick<OnlineSettings, 'warmup' | 'consensus'>, threshold: number) {
    this.#settings = settings;
    this.#threshold = threshold;
  }

  /** The share of the weight that the leading answer has; 0 without a vote. */
  get share(): number {
    return this.#total === 0 ? 0 : this.#best / this.#total;
  }

  /** Whether the trace votes: neither stopped nor below the threshold, be it one of the warm-up. */
  add({ choice, lowest, stopped }: EndedTrace): boolean {
    const { warmup, consensus } = this.#settings;
    this.sampled += 1;
    if (stopped) this.stopped += 1;
    const votes = !stopped && choice >= 0 && !isBelow(lowest, this.#threshold);
    if (votes && lowest > 0) {
      const weight = (this.#weights.get(choice) ?? 0) + lowest;
      this.#weights.set(choice, weight);
      this.#total += lowest;
      this.#best = Math.max(this.#best, weight);
    }
    this.agreed = consensus !== null && this.sampled >= warmup && this.share >= consensus;
    return votes;
  }
}
