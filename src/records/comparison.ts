// What `latebench compare` prints: critics on the records that both of a pair have judged. Shares are fractions from 0 to
// 1; differences are a - b; undefined is null.

/** The metrics that critics can be ranked by. */
export const headlines = ['f1', 'deltabench_micro_f1', 'error_acc', 'exact'] as const;
export type Headline = (typeof headlines)[number];

export interface MetricDifference {
  a: number | null;
  b: number | null;
  difference: number | null;
  /** 95 %, from the paired bootstrap over problems. */
  interval: [number, number] | null;
  /** Two-sided: twice the share of replicates on the other side of 0 (at least 1 / replicates). */
  p: number | null;
  /** The smallest true difference that as many problems would show in 80 of 100 studies, at the 5 % level. */
  minimum_detectable: number | null;
}

export interface PairComparison {
  a: string;
  b: string;
  /** Records that both judged. */
  n: number;
  n_error: number;
  n_correct: number;
  /** Exact answers, whichever class: only the records that one of the two got right count. */
  mcnemar: { only_a: number; only_b: number; p: number; p_adjusted: number };
  figures: Record<string, MetricDifference>;
  /** The headline metric differs: the interval is on one side of 0, and p is below 0.05 after Holm's correction. */
  differs: boolean | null;
  p_adjusted: number | null;
  /** Cohen's kappa of their answers (first error). */
  kappa: number | null;
}

export interface RatersAgreement {
  raters: string[];
  /** Records that at least two rated. */
  n: number;
  any_error: { alpha_nominal: number | null };
  /** First error, -1 = none: as names, and as positions of those who name one, on the records where two do. */
  first_error: {
    alpha_nominal: number | null;
    alpha_ordinal: number | null;
    alpha_interval: number | null;
    n_positions: number;
  };
}

export interface ComparisonObject {
  records: number;
  /** The metric that critics are ranked by. */
  headline: string;
  seed: number;
  bootstrap: number;
  critics: { critic: string; n: number; headline: number | null }[];
  /** Best first; the critics of a group do not differ significantly from its first. None where one is the reference. */
  tied: string[][];
  pairs: PairComparison[];
  /** Among the critics, and among the people where annotations are given. */
  agreement: { critics: RatersAgreement | null; people: RatersAgreement | null; all: RatersAgreement | null };
  /** Each critic against each person: Cohen's kappa, on the records that both judged. */
  against_people: {
    critic: string;
    person: string;
    n: number;
    any_error: number | null;
    first_error: number | null;
  }[];
  /** The models of the critics, where the records name them. */
  models: string[];
  warnings: string[];
}
