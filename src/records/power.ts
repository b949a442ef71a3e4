// What `latebench power` prints. Types only. Shares and differences are fractions from 0 to 1; undefined is null.

/** What running both critics on these records takes, without retries. */
export interface StudyCost {
  calls: number;
  /** Null where the tokens of a call are not known. */
  prompt_tokens: number | null;
  completion_tokens: number | null;
  /** Null where tokens or the price are not known. */
  usd: number | null;
  /** By the calls in flight at once, the seconds of a call and the limit of requests; null where none of it is known. */
  seconds: number | null;
}

/** How many records show a difference. */
export interface NeededRecords {
  /** The true difference, 0 to 1. */
  difference: number;
  /** Null where there is no room for the difference, or the metric is undefined. */
  records: number | null;
  problems: number | null;
  /** What other pilots of the same size would ask for, 95 %; null without a pilot. */
  records_interval: [number, number] | null;
  /** Share of simulated studies of this size that find it; null where the formula was used alone. */
  power: number | null;
  /** By the formula: paired differences of problems, to first order. */
  formula_records: number | null;
  /** Variance over what it would be if records of a problem were independent (Kish 1965). */
  design_effect: number | null;
  cost: StudyCost | null;
}

/** The smallest true difference that so many records show. */
export interface DetectableDifference {
  records: number;
  problems: number;
  /** Null where even the largest possible difference is found too rarely. */
  difference: number | null;
}

export interface PowerObject {
  /** The metric that is compared. */
  metric: string;
  /** The share of studies that are to find the difference. */
  power: number;
  /** The two-sided level, after Holm's correction over `comparisons` pairs. */
  level: number;
  comparisons: number;
  /** The test that simulated studies make: that of `latebench compare`. */
  test: string;
  seed: number;
  studies: number;
  bootstrap: number;
  basis: {
    /** Null: assumed rates. */
    pilot: { records: number; problems: number; critics: string[]; left: number } | null;
    records_per_problem: number;
    /** Share of erroneous solutions. */
    error_share: number;
    /** Intra-class correlation of outcomes of one problem. */
    icc: number;
    /** Correlation of the critics' answers within a class, where the second critic is made up. */
    correlation: number | null;
    /** Value of the metric. */
    a: number | null;
    b: number | null;
    votes: number;
  };
  needed: NeededRecords[];
  detectable: DetectableDifference | null;
  /** The first difference with fewer votes; null without several votes a record. */
  by_votes:
    | (Omit<NeededRecords, 'records_interval'> & {
        votes: number;
        a: number | null;
        b: number | null;
        /** With the records at hand. */
        detectable: number | null;
      })[]
    | null;
  /** What was assumed, for people. */
  notes: string[];
}
