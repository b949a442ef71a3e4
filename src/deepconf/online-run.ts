// Online DeepConf replayed on the working sets of an evaluation.
import { ballotCounter } from './ballot.ts';
import type { SetSettings } from './evaluate-problem.ts';
import type { Method } from './methods.ts';
import { type OnlineMode, OnlineModeTally } from './online-figures.ts';
import { replayOnline, stopsOf, thresholdsOf } from './online-replay.ts';
import type { ProblemTraces } from './problem-traces.ts';
import type { MissingRule } from './score-settings.ts';
import type { OnlineSettings } from './stopping-rule.ts';
import type { ConfidenceSource } from './trace-confidences.ts';
import { drawWorkingSet } from './working-set.ts';

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

export interface OnlineRunSettings {
  readonly k: number;
  readonly set: SetSettings;
  readonly online: OnlineSettings;
  /** In tokens. */
  readonly window: number;
  readonly missing: MissingRule;
  readonly methods: readonly Method[];
}

export function createOnlineRun({ k, set, online, window, missing, methods }: OnlineRunSettings): OnlineRun {
  const modes = online.keeps.map((keep) => new OnlineModeTally(keep, methods));
  return {
    async add(source, problem) {
      const thresholds = thresholdsOf(problem, { k, set, online });
      const falling = Int32Array.from(thresholds.keys()).sort((a, b) => thresholds[b]! - thresholds[a]!);
      const stops = new Int32Array(problem.sampleIds.length * thresholds.length);
      let trace = 0;
      for await (const { confidences } of source.batches(problem.problem_id, [])) {
        for (const conf of confidences) {
          const from = trace * thresholds.length;
          const own = stops.subarray(from, from + thresholds.length);
          stopsOf(conf, { window, missing, thresholds, falling }, own);
          trace += 1;
        }
      }
      const outcomes = replayOnline(problem, { k, set, online, tokens: problem.tokens, stops, thresholds });
      const cons = consAccuracy(problem, { k, set });
      for (const [at, mode] of modes.entries()) mode.add(problem, outcomes[at]!, { cons, rule: set.rule });
    },
    finish: () => ({
      replay: true,
      k,
      warmup: online.warmup,
      consensus: online.consensus,
      modes: modes.map((mode) => mode.figures(set.seed)),
    }),
  };
}

/** Of the plain majority of the same sets, all traces run to their end. */
function consAccuracy(problem: ProblemTraces, { k, set }: { k: number; set: SetSettings }): number | null {
  const { classes, isRight, position, sampleIds } = problem;
  if (isRight === null) return null;
  const count = ballotCounter(classes);
  const places = new Int32Array(sampleIds.length);
  let right = 0;
  for (let repeat = 0; repeat < set.repeats; repeat += 1) {
    const drawn = drawWorkingSet({ seed: set.seed, k, repeat, position }, sampleIds.length, places);
    const { winner } = count(drawn.filter((place) => classes.of[place]! >= 0));
    if (winner >= 0 && isRight[winner] === 1) right += 1;
  }
  return right / set.repeats;
}
