// The results of an online replay over all problems: accuracy, tokens spent and saved, by share kept.

import type { SetSettings } from './evaluate-problem.ts';
import { meanOfKnown } from './mean-accuracies.ts';
import {
  type OnlineOutcome,
  type OnlineSettings,
  replayOnline,
  stopsOf,
  thresholdsOf,
} from './online-replay.ts';
import type { ProblemTraces } from './problem-traces.ts';
import type { ConfidenceSource } from './trace-confidences.ts';

export interface OnlineMode {
  /** Share of warm-up traces above the threshold. */
  readonly keep: number;
  readonly accuracy: number | null;
  /** Tokens of the set, as a share of what running every trace to its end costs. */
  readonly tokens_share: number | null;
  readonly saved_share: number | null;
  /** Share of the sampled traces that were stopped early. */
  readonly stopped_share: number | null;
  /** Mean number of traces begun, of k. */
  readonly sampled: number | null;
}

export interface OnlineFigures {
  /** Always: stored traces were cut where they would have been stopped. */
  readonly replay: true;
  readonly k: number;
  readonly warmup: number;
  readonly consensus: number | null;
  readonly modes: readonly OnlineMode[];
}

export interface OnlineRun {
  /** Reads the problem's token confidences once more and replays every working set. */
  add(pool: ConfidenceSource, problem: ProblemTraces): Promise<void>;
  finish(): OnlineFigures;
}

export function createOnlineRun({
  k,
  set,
  online,
  window,
}: {
  k: number;
  set: SetSettings;
  online: OnlineSettings;
  window: number;
}): OnlineRun {
  const problems: { isRight: Uint8Array | null; modes: OnlineOutcome[][] }[] = [];
  return {
    async add(source, problem) {
      const thresholds = thresholdsOf(problem, { k, set, online });
      const falling = Int32Array.from(thresholds.keys()).sort((a, b) => thresholds[b]! - thresholds[a]!);
      const stops = new Int32Array(problem.sampleIds.length * thresholds.length);
      let trace = 0;
      for await (const { confidences } of source.batches(problem.problem_id, [])) {
        for (const conf of confidences) {
          const from = trace * thresholds.length;
          const known = conf.filter((value) => !Number.isNaN(value));
          stopsOf(known, { window, thresholds, falling }, stops.subarray(from, from + thresholds.length));
          trace += 1;
        }
      }
      const modes = replayOnline(problem, { k, set, online, tokens: problem.tokens, stops, thresholds });
      problems.push({ isRight: problem.isRight, modes });
    },
    finish() {
      const over = (at: number, of: (outcome: OnlineOutcome) => number): number | null =>
        meanOfKnown(problems.map(({ modes }) => meanOfKnown(modes[at]!.map(of))));
      const modes = online.keeps.map((keep, at): OnlineMode => {
        const tokens_share = over(at, ({ tokens, fullTokens }) => tokens / Math.max(1, fullTokens));
        const right = problems.map(({ isRight, modes: all }) =>
          isRight === null
            ? null
            : meanOfKnown(all[at]!.map(({ winner }) => (winner >= 0 && isRight[winner] === 1 ? 1 : 0))),
        );
        return {
          keep,
          accuracy: meanOfKnown(right),
          tokens_share,
          saved_share: tokens_share === null ? null : 1 - tokens_share,
          stopped_share: over(at, ({ stopped, sampled }) => stopped / sampled),
          sampled: over(at, ({ sampled }) => sampled),
        };
      });
      return { replay: true, k, warmup: online.warmup, consensus: online.consensus, modes };
    },
  };
}
