// The score object: what `latebench score` prints and the reports render. Types only: the metrics are computed in
// metrics/. Names are the wire names. Shares are fractions from 0 to 1; an undefined metric is null.

/** Where the DeltaBench-style evaluation of a solution ends; `first_pred_only` cuts the flags but not the gold. */
export const cuts = ['first', 'last', 'none', 'first_pred_only'] as const;
export type Cut = (typeof cuts)[number];

/** Which reading of a reply is scored: the forgiving one or the literal one (last box, integer literal). */
export const parses = ['robust', 'strict'] as const;
export type Parse = (typeof parses)[number];

/** Which sections are DeltaBench's gold: the wrong ones, or these and the useless ones, as in its own evaluation. */
export const deltaGolds = ['errors', 'errors+unuseful'] as const;
export type DeltaGold = (typeof deltaGolds)[number];

export interface Prf {
  precision: number | null;
  recall: number | null;
  f1: number | null;
}

export interface Confusion {
  tp: number;
  fp: number;
  fn: number;
  tn: number;
}

/** First-error metrics over any set of records (spec critic-and-metrics 2.6). */
export interface ProcessBenchMetrics {
  /** Share of erroneous solutions whose first error is named exactly. */
  error_acc: number | null;
  /** Share of correct solutions for which the critic says "no error". */
  correct_acc: number | null;
  /** Harmonic mean of the two; null when one class is missing, 0 when both are 0. */
  f1: number | null;
  /** Share of all solutions answered exactly, whichever class. */
  exact: number | null;
  balanced_acc: number | null;
  /** Correct solutions that were flagged / correct solutions. */
  false_positive_rate: number | null;
  /** A wrong step is one false error and one uncaught error, so tp + fp + fn + tn can exceed n. */
  detection: Confusion & Prf & { accuracy: number | null };
  /** "Is there any error?", whichever step was named. `n_none_correct`: unreadable replies to correct solutions. */
  binary: Confusion & {
    n_none_correct: number;
    accuracy: number | null;
    precision: number | null;
    recall: number | null;
  };
  /** What happened to the erroneous solutions; `none` = no readable reply. */
  outcomes: { exact: number; early: number; late: number; missed: number; none: number };
  /** Steps between the named and the first erroneous step, over erroneous solutions where a step was named. */
  mean_abs_distance: number | null;
  /** Share of erroneous solutions where the named step is at most one off: high beside a low error_acc = index bug. */
  within_1: number | null;
}

export interface SubsetScore {
  error_acc: number | null;
  correct_acc: number | null;
  f1: number | null;
  /** `f1` under evalscope's name. */
  simple_f1_score: number | null;
  n: number;
}

export interface ProcessBenchScore extends ProcessBenchMetrics {
  subsets: Record<string, SubsetScore>;
  /** Plain mean over the subsets, as the paper averages (the headline); null when one of them is undefined. */
  mean_of_subsets_f1: number | null;
  /** Mean over the subsets weighted by their records, as evalscope prints it; null when one is undefined. */
  weighted_f1: number | null;
  /** `weighted_f1` under evalscope's name. */
  simple_f1_score: number | null;
}

/** Steps counted one by one. `step_fpr` = fp / (fp + tn), `step_accuracy` = (tp + tn) / steps, in the region only. */
export interface StepScore extends Confusion, Prf {
  step_fpr: number | null;
  step_accuracy: number | null;
}

/** Step-level metrics over any set of records (spec critic-and-metrics 2.6 and the legend to its golden file). */
export interface DeltaBenchScore {
  cut: Cut;
  micro: StepScore;
  micro_error_only: StepScore;
  /** Mean over the erroneous solutions; an undefined precision counts 0. */
  macro: Prf;
  /** The same mean with the correct solutions in it, as 0 and as 1 where silence was right. */
  macro_with_clean: { zero: Prf; vacuous_one: Prf };
  /** Correct solutions with any flag / correct solutions. */
  clean_fpr: number | null;
  /** Correct solutions passed by a readable reply / correct solutions. */
  clean_pass_rate: number | null;
  /** Share of erroneous solutions whose smallest flag is the first error. */
  exact_first: number | null;
  /** Share of erroneous solutions with the first error among the flags. */
  first_error_recall: number | null;
  /** Share of erroneous solutions with any flag, before the cut. */
  error_flag_rate: number | null;
  /** Flags per erroneous solution, after the cut. */
  mean_flags: number | null;
  /** Flags on steps that the solution does not have: dropped. */
  n_invalid_flags: number;
}

/** A 95 % interval [low, high] by the name of the metric; null where the metric is undefined. */
export type Intervals = Record<string, [number, number] | null>;

export interface ScoreCounts {
  n: number;
  n_error: number;
  n_correct: number;
  /** Ties of votes without a verdict (`--tie abstain`); absent where there is none. */
  n_abstained?: number;
  n_unparsed: number;
  n_failed: number;
}

/** One value of one breakdown. */
export interface ScoreCell extends ScoreCounts {
  processbench: ProcessBenchMetrics;
  deltabench: DeltaBenchScore;
  intervals: Intervals;
}

/** A critic, or a baseline, which has the same shape. `by` is {field: {value: cell}}. */
export interface SubjectScore extends ScoreCounts {
  critic: string;
  processbench: ProcessBenchScore;
  deltabench: DeltaBenchScore;
  intervals: Intervals;
  by: Record<string, Record<string, ScoreCell>>;
}

/** How far above (or below) the best position baseline on the same records; null when either is undefined. */
export interface Lift {
  baseline: string;
  value: number;
}

/** A critic's accuracy by its confidence: ten bins that include their lower bound; the last one also includes 1. */
export interface CalibrationScore {
  n: number;
  /** Expected calibration error: mean distance of confidence and share of right ones, weighted by bin. */
  ece: number;
  /** Mean squared distance of the confidence from 1 (right) or 0. */
  brier: number;
  bins: { low: number; high: number; n: number; confidence: number | null; right: number | null }[];
}

/** The metrics that the first `votes` votes would have given; `n_unread`: solutions without a readable vote, or with a tie that abstains. */
export interface VotePoint {
  votes: number;
  error_acc: number | null;
  correct_acc: number | null;
  f1: number | null;
  exact: number | null;
  n_unread: number;
}

export interface OperatingMetrics {
  n_error: number;
  n_correct: number;
  error_acc: number | null;
  correct_acc: number | null;
  f1: number | null;
  /** The exact step among the solutions in which one was named, and among the erroneous ones. */
  detection_precision: number | null;
  detection_recall: number | null;
  step_precision: number | null;
  step_recall: number | null;
  step_f1: number | null;
  intervals: Intervals;
}

/** A threshold on a critic's confidence, chosen on one split and applied to the others. */
export interface OperatingPoint {
  /** Where a record names its split, and the split that the threshold was chosen on. */
  field: string;
  dev: string;
  confidence: 'vote_share' | 'stated';
  /** What was made as large as possible on the dev split. */
  objective: 'f1' | 'step_f1';
  /** A step counts when the confidence is at least this. */
  threshold: number;
  on_dev: OperatingMetrics;
  on_test: OperatingMetrics;
  /** The same records at threshold 0: every step that any vote names. */
  on_test_without: OperatingMetrics;
  /** Each threshold at which something changes, ascending. */
  curve: { threshold: number; dev: OperatingMetrics; test: OperatingMetrics }[];
}

/** What the judge says of the explanations of verdicts that name the first error (`latebench judge`). */
export interface ExplanationCounts {
  /** Explanations that were judged; the counts below add up to it. */
  n: number;
  /** They give the annotated reason, a part of it, or another one. */
  yes: number;
  partly: number;
  no: number;
  /** Replies of the judge that could not be read, and calls that failed. */
  n_unparsed: number;
  n_failed: number;
}

export interface CriticScore extends SubjectScore {
  lift: { processbench_f1: Lift | null; deltabench_f1: Lift | null };
  /** Of the share of votes (is the answer right, or for an all-errors critic the step?) and of stated confidence. */
  calibration: { vote_share: CalibrationScore | null; stated: CalibrationScore | null };
  /** Null without several votes. */
  vote_curve: VotePoint[] | null;
  /** Null unless a split is named, and where the critic has no confidence. */
  operating_point: OperatingPoint | null;
  /** Counts by tenth of the solution: rows are labels (last: correct), columns answers (then: no error, unreadable). */
  positions: number[][];
  /** Against the labels as a second rater (Cohen's kappa): is there an error, and which step is the first? */
  agreement: { any_error: number | null; first_error: number | null };
  /** Absent where nothing was judged, and in results of version 0.2.0 and before. */
  explanations?: ExplanationCounts;
}

/** What corrected labels do to the metrics of one critic. */
interface ErrataMetrics extends Pick<ProcessBenchMetrics, 'error_acc' | 'correct_acc' | 'f1'> {
  n_error: number;
  n_correct: number;
  /** 95 %. */
  f1_interval: [number, number] | null;
}

/** Scores by the labels before and after people corrected them; the rest of the score is that after. */
export interface ErrataScore {
  /** Records with a corrected label. */
  corrected: number;
  /** Corrections that were made on another form of their record: left out. */
  stale: number;
  critics: { critic: string; before: ErrataMetrics | null; after: ErrataMetrics }[];
}

/**
 * The result of a score, with the names of results on disk. Shares are fractions from 0 to 1; undefined metrics are
 * null.
 */
export interface ScoreObject {
  /** Records read, skipped ones included. */
  records: number;
  /** Records that no critic is scored on: rejected and failed injections, and records without labels. */
  skipped: { rejected: number; failed: number; unlabelled: number };
  /** How replies were read: `robust`, or `strict`, the literal form alone. */
  parse: Parse;
  /** Of the random baseline and the bootstrap. */
  seed: number;
  /** Replicates of the bootstrap; 0 = no bootstrap intervals. */
  bootstrap: number;
  /** Caveats to the metrics, for people. */
  warnings: string[];
  /** One entry for each critic in the records. */
  critics: CriticScore[];
  /** Rules that call no model, measured by the same metrics. */
  baselines: SubjectScore[];
  /** The scores by the earlier labels, if corrected labels (errata) were given. */
  errata?: ErrataScore;
}
