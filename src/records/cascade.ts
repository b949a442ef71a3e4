// A cascade of two critics: a cheap one first, and a strong one for what the cheap one does not decide. The rule by which its
// verdict is accepted, and what `latebench cascade` prints. Shares are fractions from 0 to 1; undefined is null.

export const cascadeRules = ['errors', 'confident', 'errors-or-confident'] as const;
/**
 * Which verdicts of the cheap critic are accepted. `errors`: those that name an error, where their share of votes is high
 * enough; `confident`: all with such a share; `errors-or-confident`: those that name an error, whatever their share, and all
 * with such a share.
 */
export type CascadeRule = (typeof cascadeRules)[number];

/** A verdict of the cheap critic as a rule sees it. */
export interface CheapVerdict {
  /** 0-based step, -1 = no error; null = not readable, which is never accepted. */
  readonly first_error: number | null;
  /** Share of the votes for it; null where it is not known, which counts as 0. */
  readonly agreement: number | null;
}

/** Shares are fractions of whole votes: 0.667 means two of three. */
const closeEnough = 1e-3;

/** Whether the cheap verdict is the cascade's; otherwise the strong critic decides. `share` is from 0 to 1. */
export function acceptsVerdict(
  rule: CascadeRule,
  share: number,
  { first_error: first, agreement }: CheapVerdict,
): boolean {
  if (first === null) return false;
  const namesError = first !== -1;
  const isConfident = (agreement ?? 0) >= share - closeEnough;
  if (rule === 'errors') return namesError && isConfident;
  return isConfident || (rule === 'errors-or-confident' && namesError);
}

export const costMeasures = ['usd', 'tokens', 'calls'] as const;
export type CostMeasure = (typeof costMeasures)[number];

/** One point on one part of the records. */
export interface CascadeFigures {
  n_error: number;
  n_correct: number;
  problems: number;
  /** The metric, and the two accuracies. */
  value: number | null;
  error_acc: number | null;
  correct_acc: number | null;
  /** Share of the records that the cheap critic decides. */
  decided: number | null;
  /** Mean cost of a record, in the measure. */
  cost: number | null;
  /** Over the cost of the strong critic alone. */
  cost_share: number | null;
  /** The metric less that of the strong critic alone, with the paired bootstrap by problem; null for that critic itself. */
  difference: number | null;
  interval: [number, number] | null;
}

export interface CascadePoint {
  /** Null: one critic alone. */
  rule: CascadeRule | null;
  /** The share of votes from which a verdict is accepted; null for one critic alone. */
  share: number | null;
  alone: 'cheap' | 'strong' | null;
  /** On the development split, no point is both cheaper and better. */
  frontier: boolean;
  dev: CascadeFigures;
  test: CascadeFigures;
}

export interface CascadeObject {
  metric: string;
  cheap: string;
  strong: string;
  /** Records with a label that both judged, and those with a label that only one did. */
  records: number;
  left: number;
  cost: CostMeasure;
  seed: number;
  bootstrap: number;
  /** Share of the problems on which the point is chosen. */
  dev_share: number;
  /** How it is chosen: at most this far below the strong critic (0 to 1), or at most this share of its cost. */
  choice: { max_loss: number } | { max_cost: number };
  points: CascadePoint[];
  /** Place in `points`; null where no point meets the choice. */
  chosen: number | null;
  /** The models of the two critics, where the records name them. */
  models: readonly string[];
  warnings: string[];
}
