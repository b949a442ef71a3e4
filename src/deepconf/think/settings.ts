// What online DeepConf is asked to do with each problem.
import type { AnswerKind } from '../integer-classes.ts';
import type { VoteScores } from '../score-columns.ts';

export interface ThinkSettings {
  /** Share of warm-up traces above the threshold. */
  readonly keep: number;
  readonly warmup: number;
  /** Share of the weight at which sampling ends; null never does. */
  readonly consensus: number | null;
  /** Traces of a problem, at most. */
  readonly traces: number;
  /** Tokens of a problem: no trace is begun once so many are spent; null for no limit. */
  readonly tokens: number | null;
  readonly answers: AnswerKind;
  /** Only boxed answers count when false. */
  readonly fallback: boolean;
  readonly scores: VoteScores;
}
