// The result of an evaluation, with the names of summary.json and results.json. Shares are fractions from 0 to 1;
// undefined values are null.

export const verdicts = ['yes', 'no', 'unclear'] as const;
export type BeatsCons = (typeof verdicts)[number];

/** Accuracy by name: pass_at_1, mean_pass, cons, measure/<metric>, top<eta>/<metric>, best/<metric>. Null: no vote. */
export type Accuracies = Readonly<Record<string, number | null>>;

export interface Comparison {
  /** Accuracy minus that of Cons@K. */
  readonly difference: number | null;
  /** 95 %, bootstrap over problems. */
  readonly interval: readonly [number, number] | null;
  /** Sets that Cons@K got wrong and this method right, and the other way round. */
  readonly gained: number;
  readonly lost: number;
  readonly problems_better: number;
  readonly problems_worse: number;
  readonly beats_cons: BeatsCons;
}

/** The verdict over all methods, with the interval of the best one at a level that allows for the choice. */
export interface Verdict {
  readonly method: string | null;
  readonly difference: number | null;
  readonly interval: readonly [number, number] | null;
  readonly level: number;
  readonly methods: number;
}

export interface Spread {
  readonly n: number;
  readonly mean: number | null;
  readonly min: number | null;
  readonly p5: number | null;
  readonly p25: number | null;
  readonly p50: number | null;
  readonly p75: number | null;
  readonly p95: number | null;
  readonly max: number | null;
}

export interface ConfidenceSummary extends Spread {
  readonly mean_right: number | null;
  readonly mean_wrong: number | null;
}

export interface Auroc {
  /** Over the traces of all problems, so it also reflects the difference between easy and hard problems. */
  readonly pooled: number | null;
  /** Mean over the problems that have right and wrong answers: what a vote can use. */
  readonly within: number | null;
  readonly problems: number;
}

export interface ProblemFacts {
  readonly problem_id: string;
  readonly position: number;
  readonly truth: string | null;
  readonly traces: number;
  readonly answered: number;
  /** Share of the pool's traces that are right. */
  readonly right_share: number | null;
  readonly mean_tokens: number | null;
  readonly length_share: number | null;
  readonly shorter_than_window: number | null;
  /** In bits, over the answers that vote. */
  readonly answer_entropy: number | null;
  readonly distinct_answers: number;
  readonly top_answers: readonly {
    readonly answer: string;
    readonly votes: number;
    readonly right: boolean | null;
  }[];
  readonly auroc: Readonly<Record<string, number | null>>;
}

/** One problem's votes with sets of k. */
export interface ProblemRun {
  readonly valid: { readonly mean: number; readonly min: number };
  readonly tie_rate: number;
  readonly accuracy: Accuracies;
  readonly unweighted: Accuracies;
  /** Sets gained and lost against Cons@K. */
  readonly flips: Readonly<Record<string, { readonly gained: number; readonly lost: number }>>;
  /** How often each answer was given; the key `null` counts traces without an answer. */
  readonly predictions: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface ProblemResult extends ProblemFacts {
  readonly runs: Readonly<Record<string, ProblemRun>>;
}

export interface VoteFigures {
  /** Traces of a working set: the largest that was asked for. */
  readonly k: number;
  readonly repeat: number;
  readonly seed: number;
  readonly problems: number;
  /** They vote, but count in no accuracy. */
  readonly problems_without_truth: number;
  readonly traces: number;
  /** Only where problems have fewer than k traces: their sets are all that they have. */
  readonly problems_with_fewer_traces?: { readonly problems: number; readonly fewest: number };
  readonly accuracy: Accuracies;
  /** Plain majorities of the filtered traces, under the names of their weighted twins. */
  readonly unweighted: Accuracies;
  readonly vs_cons: Readonly<Record<string, Comparison>>;
  readonly beats_cons: BeatsCons;
  readonly verdict: Verdict;
  readonly valid: { readonly mean: number | null; readonly min: number | null };
  readonly tie_rate: number | null;
  readonly length_share: number | null;
  readonly shorter_than_window: number | null;
  readonly answer_entropy: number | null;
  readonly confidence: Readonly<Record<string, ConfidenceSummary>>;
  readonly auroc: Readonly<Record<string, Auroc>>;
  /** Accuracies by size of the working set: the sizes asked for, and powers of two with fewer repeats. */
  readonly by_k: Readonly<Record<string, Accuracies>>;
  /** Accuracies of top<eta>/<metric> for a grid of etas, with fewer repeats. */
  readonly by_eta: Accuracies;
}
