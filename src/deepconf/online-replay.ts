// Online DeepConf replayed from stored traces: what early stopping would have cost and answered. A simulation: the
// traces are there already, and a stopped one is cut where its confidence fell, as if it had been sampled then.

import { quantile } from '../statistics/quantile.ts';
import { ballotCounter } from './ballot.ts';
import type { SetSettings, Voters } from './evaluate-problem.ts';
import { drawWorkingSet } from './working-set.ts';

export interface OnlineSettings {
  /** Traces of each set that are run to their end, to find the threshold. */
  readonly warmup: number;
  /** Share of the warm-up traces whose lowest group lies above the threshold: 0.1 is DeepConf-low, 0.9 -high. */
  readonly keeps: readonly number[];
  /** Sampling ends when the leading answer has this share of the weight; null never does. */
  readonly consensus: number | null;
}

/** One working set under one share. */
export interface OnlineOutcome {
  /** Class, -1 = unanswered. */
  readonly winner: number;
  readonly tokens: number;
  /** What the same traces cost when all are run to their end. */
  readonly fullTokens: number;
  readonly stopped: number;
  readonly sampled: number;
}

/** Threshold of each set and share: the (1 - keep) quantile of the warm-up's lowest groups (DeepConf, algorithm 2). */
export function thresholdsOf(
  voters: Voters,
  { k, set, online }: { k: number; set: SetSettings; online: OnlineSettings },
): Float64Array {
  const lowest = voters.scores.get('lowest')!;
  const places = new Int32Array(lowest.length);
  const thresholds = new Float64Array(set.repeats * online.keeps.length);
  for (let repeat = 0; repeat < set.repeats; repeat += 1) {
    const { seed } = set;
    const drawn = drawWorkingSet({ seed, k, repeat, position: voters.position }, lowest.length, places);
    const warm = Float64Array.from(drawn.subarray(0, online.warmup), (place) => lowest[place]!);
    const known = warm.filter((value) => !Number.isNaN(value)).sort();
    for (const [at, keep] of online.keeps.entries()) {
      thresholds[repeat * online.keeps.length + at] = quantile(known, 1 - keep) ?? Number.NEGATIVE_INFINITY;
    }
  }
  return thresholds;
}

/**
 * For one trace, the number of tokens after which the mean of its last `window` tokens first lies below each
 * threshold; 0 where it never does. Nothing is judged before the window is full. `falling`: places of the thresholds
 * in descending order of their values.
 */
export function stopsOf(
  conf: Float32Array,
  { window, thresholds, falling }: { window: number; thresholds: Float64Array; falling: Int32Array },
  stops: Int32Array,
): void {
  stops.fill(0);
  let sum = 0;
  let next = 0;
  for (let i = 0; i < conf.length && next < falling.length; i += 1) {
    sum += conf[i]!;
    if (i >= window) sum -= conf[i - window]!;
    if (i < window - 1) continue;
    const mean = sum / window;
    while (next < falling.length && mean < thresholds[falling[next]!]!) {
      stops[falling[next]!] = i + 1;
      next += 1;
    }
  }
}

export interface Replay {
  readonly k: number;
  readonly set: SetSettings;
  readonly online: OnlineSettings;
  /** Tokens of each trace. */
  readonly tokens: Int32Array;
  /** Of trace t and threshold j at t * thresholds + j. */
  readonly stops: Int32Array;
  readonly thresholds: Float64Array;
}

/** Outcomes by share, each with one entry a repeat. */
export function replayOnline(voters: Voters, replay: Replay): OnlineOutcome[][] {
  const { k, set, online, thresholds } = replay;
  const n = voters.sampleIds.length;
  const places = new Int32Array(n);
  const outcomes: OnlineOutcome[][] = online.keeps.map(() => []);
  const run = replayer(voters, replay);
  for (let repeat = 0; repeat < set.repeats; repeat += 1) {
    const drawn = drawWorkingSet({ seed: set.seed, k, repeat, position: voters.position }, n, places);
    for (const at of online.keeps.keys()) {
      const threshold = repeat * online.keeps.length + at;
      outcomes[at]!.push(run(drawn, { threshold, bar: thresholds[threshold]! }));
    }
  }
  return outcomes;
}

function replayer(voters: Voters, { online, tokens, stops, thresholds }: Replay) {
  const lowest = voters.scores.get('lowest')!;
  const count = ballotCounter(voters.classes);
  const members = new Int32Array(voters.sampleIds.length);
  return (drawn: Int32Array, { threshold, bar }: { threshold: number; bar: number }): OnlineOutcome => {
    let voting = 0;
    let spent = 0;
    let stopped = 0;
    let sampled = 0;
    const lead = new Consensus(voters.classes.labels.length);
    for (const place of drawn) {
      const stop = sampled < online.warmup ? 0 : stops[place * thresholds.length + threshold]!;
      sampled += 1;
      spent += stop === 0 ? tokens[place]! : stop;
      if (stop > 0) stopped += 1;
      // A trace below the bar does not vote, whether it was stopped or one of the warm-up.
      else if (voters.classes.of[place]! >= 0 && !(lowest[place]! < bar)) {
        members[voting] = place;
        voting += 1;
        lead.add(voters.classes.of[place]!, lowest[place]!);
      }
      if (online.consensus !== null && sampled >= online.warmup && lead.share >= online.consensus) break;
    }
    let fullTokens = 0;
    for (const place of drawn) fullTokens += tokens[place]!;
    const { winner } = count(members.subarray(0, voting), lowest);
    return { winner, tokens: spent, fullTokens, stopped, sampled };
  };
}

/** The share of the weight that the leading answer has so far. */
class Consensus {
  readonly #weights: Float64Array;
  #total = 0;
  #best = 0;

  constructor(classes: number) {
    this.#weights = new Float64Array(classes);
  }

  add(choice: number, weight: number): void {
    if (!(weight > 0)) return;
    this.#weights[choice] = this.#weights[choice]! + weight;
    this.#total += weight;
    this.#best = Math.max(this.#best, this.#weights[choice]!);
  }

  get share(): number {
    return this.#total === 0 ? 0 : this.#best / this.#total;
  }
}
