// What a vote is asked for, and its summary as summary.json has it.
import type { FilterRule } from './confidence-filter.ts';
import type { VoteFigures } from './evaluation-types.ts';
import type { AnswerKind } from './integer-classes.ts';
import type { LoadSettings } from './load-problem.ts';
import type { OnlineFigures } from './online-run.ts';
import type { ScoreOrigin, VoteScores } from './score-columns.ts';
import type { BottomCount, Edge, MissingRule } from './score-settings.ts';
import type { OnlineSettings } from './stopping-rule.ts';
import type { SentinelRule } from './token-confidence.ts';
import type { TokenFigures } from './token-sample.ts';
import type { AnswersReadAgain } from './trace-answers.ts';
import type { Metric } from './trace-scores.ts';
import type { OpenChoices } from './voting-choices.ts';

export interface VoteOptions extends Omit<LoadSettings, 'answers'>, OpenChoices {
  readonly repeats: number;
  readonly seed: number;
  readonly metrics: readonly Metric[];
  readonly etas: readonly number[];
  /** Names of the pool's other scores (pool/other-scores.ts): they weigh, filter, and choose the best of N. */
  readonly others?: readonly string[] | undefined;
  readonly rule: FilterRule;
  /** What differs from the settings that the pool's own scores were computed with. */
  readonly scores: Partial<VoteScores>;
  /** Replays online DeepConf too; null does not. */
  readonly online: OnlineSettings | null;
}

export interface VoteSummary extends VoteFigures {
  /** The traces came from the simulated endpoint. */
  readonly simulated: boolean;
  readonly model: string | null;
  readonly settings: {
    readonly metrics: readonly Metric[];
    readonly etas: readonly number[];
    /** Only where other scores than confidences vote too. */
    readonly others?: readonly string[];
    readonly window: number;
    readonly tail: number;
    readonly edge: Edge;
    readonly bottom_count: BottomCount;
    readonly missing: MissingRule;
    readonly sentinel: SentinelRule;
    readonly filter_rule: FilterRule;
    readonly answers: AnswerKind;
    readonly fallback: boolean;
    readonly drop_truncated: boolean;
    readonly scores: ScoreOrigin;
  };
  /** Answers that could not vote because they are no whole numbers. */
  readonly answers_not_integers: number;
  /** Only where problems were left out because nothing was sampled for them yet. */
  readonly problems_without_traces?: number;
  /** Traces with logprobs for less than 99 % of their tokens, and the tokens without; absent where there are none. */
  readonly missing_logprobs?: { readonly traces: number; readonly tokens: number };
  /** Only where an older rule had read other answers than the texts give now. */
  readonly answers_read_again?: AnswersReadAgain;
  /** Over the first traces of each problem. */
  readonly tokens: TokenFigures;
  readonly online: OnlineFigures | null;
}
