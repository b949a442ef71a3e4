// Online DeepConf replayed from stored traces: what early stopping would have cost and answered. A simulation: the
// traces are there already, and a stopped one is cut where its confidence fell, as if it had been sampled then.
import { ballotCounter } from './ballot.ts';
import type { SetSettings, Voters } from './evaluate-problem.ts';
import type { MissingRule } from './score-settings.ts';
import { isBelow, type OnlineSettings, OnlineTally, SlidingGroup, thresholdOf } from './stopping-rule.ts';
import { drawWorkingSet } from './working-set.ts';

/** One working set under one share. */
export interface OnlineOutcome {
  /** Class, -1 = unanswered. */
  readonly winner: number;
  /** Places of the traces that vote, in the order of the set. */
  readonly members: Int32Array;
  readonly tokens: number;
  /** What the same traces cost when all are run to their end. */
  readonly fullTokens: number;
  readonly stopped: number;
  readonly sampled: number;
}

/** Threshold of each set and share, from its warm-up. */
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
    for (const [at, keep] of online.keeps.entries())
      thresholds[repeat * online.keeps.length + at] = thresholdOf(warm, keep);
  }
  return thresholds;
}

/**
 * For one trace, the number of its tokens (NaN = without a confidence) after which the mean of the last `window` first
 * lies below each threshold; 0 where it never does. `falling`: places of the thresholds in descending order of their
 * values.
 */
export function stopsOf(
  conf: Float32Array,
  {
    window,
    missing = 'skip',
    thresholds,
    falling,
  }: { window: number; missing?: MissingRule; thresholds: Float64Array; falling: Int32Array },
  stops: Int32Array,
): void {
  stops.fill(0);
  const group = new SlidingGroup(window, missing);
  let next = 0;
  for (let i = 0; i < conf.length && next < falling.length; i += 1) {
    const mean = group.push(conf[i]!);
    while (next < falling.length && isBelow(mean, thresholds[falling[next]!]!)) {
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
  const { k, set, online } = replay;
  const n = voters.sampleIds.length;
  const places = new Int32Array(n);
  const outcomes: OnlineOutcome[][] = online.keeps.map(() => []);
  const run = orderReplayer(voters, replay);
  for (let repeat = 0; repeat < set.repeats; repeat += 1) {
    const drawn = drawWorkingSet({ seed: set.seed, k, repeat, position: voters.position }, n, places);
    for (const at of online.keeps.keys()) outcomes[at]!.push(run(drawn, repeat * online.keeps.length + at));
  }
  return outcomes;
}

/** Returns a function that samples the traces in one order, under the threshold at a place. */
export function orderReplayer(
  voters: Voters,
  { online, tokens, stops, thresholds }: Omit<Replay, 'k' | 'set'>,
): (order: Int32Array, threshold: number) => OnlineOutcome {
  const lowest = voters.scores.get('lowest')!;
  const count = ballotCounter(voters.classes);
  const voting = new Int32Array(voters.sampleIds.length);
  return (order, threshold) => {
    const tally = new OnlineTally(online, thresholds[threshold]!);
    let votes = 0;
    let spent = 0;
    let fullTokens = 0;
    for (const place of order) {
      const whole = tokens[place]!;
      fullTokens += whole;
      if (tally.agreed) continue;
      const stop = tally.sampled < online.warmup ? 0 : stops[place * thresholds.length + threshold]!;
      const stopped = stop > 0;
      spent += stopped ? stop : whole;
      if (!tally.add({ choice: voters.classes.of[place]!, lowest: lowest[place]!, stopped })) continue;
      voting[votes] = place;
      votes += 1;
    }
    const members = voting.slice(0, votes);
    const { winner } = count(members, lowest);
    return { winner, members, tokens: spent, fullTokens, stopped: tally.stopped, sampled: tally.sampled };
  };
}
