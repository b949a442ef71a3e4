// Chooses the threshold of a process reward model on a named split: the one with the highest ProcessBench F1 over the
// labelled records there. Composed here because a critic may not see labels: it is handed the result alone.
import type { StepScorer } from '../../critic/step-scores.ts';
import { createConditionWatch } from '../../datasets/condition-watch.ts';
import { type Condition, holds } from '../../datasets/where.ts';
import { LateBenchError } from '../../errors.ts';
import { firstErrorOf, goldOf } from '../../metrics/gold.ts';
import { type Solution, solutionSchema } from '../../records/solution.ts';
import { createPrmCurve, type PrmCurve } from '../../statistics/prm-curve.ts';
import type { Row } from '../../storage/rows.ts';

export interface ChosenThreshold {
  readonly threshold: number;
  readonly f1: number;
  readonly auc: number | null;
  readonly nError: number;
  readonly nCorrect: number;
  /** Records of the split without scores. */
  readonly unscored: number;
  /** Rows that are no records. */
  readonly invalid: number;
}

export interface ThresholdSearch {
  readonly scorer: StepScorer;
  readonly split: Condition;
  /** Records in flight at once. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

interface ScoredSplit extends Pick<ChosenThreshold, 'unscored' | 'invalid'> {
  readonly curve: PrmCurve;
}

/**
 * Scores the labelled records of the split. What ends the search is thrown when the calls in flight have ended: each of
 * them is paid for.
 */
export async function scoreSplit(
  groups: AsyncIterable<readonly Row[]>,
  { scorer, split, concurrency, signal }: ThresholdSearch,
): Promise<ScoredSplit> {
  const curve = createPrmCurve();
  const watch = createConditionWatch(split);
  let unscored = 0;
  let invalid = 0;
  let failure: { readonly error: unknown } | undefined;
  const take = async (record: Solution, label: number): Promise<void> => {
    const { problem, steps, id } = record;
    const { scores } = await scorer.score({ problem, steps }, id, signal);
    if (scores === null) unscored += 1;
    else curve.add(label, checkedScores(scores, id));
  };
  const busy = new Set<Promise<void>>();
  for await (const group of groups) {
    for (const row of group) {
      // Bad rows are reported when the records themselves are read.
      const { data: record } = solutionSchema.safeParse(row);
      if (record === undefined) invalid += 1;
      else watch.look(record);
      const gold = record === undefined || !holds(record, split) ? null : goldOf(record);
      if (record === undefined || gold === null || failure !== undefined) continue;
      const work = take(record, firstErrorOf(gold))
        .catch((error: unknown) => {
          failure ??= { error };
        })
        .finally(() => busy.delete(work));
      busy.add(work);
      if (busy.size >= concurrency) await Promise.race(busy);
    }
    if (failure !== undefined) break;
  }
  await Promise.all(busy);
  if (failure !== undefined) throw failure.error;
  const missing = watch.missingField() ?? watch.missingValue();
  if (missing !== null) {
    const { path, operator, value } = split;
    throw new LateBenchError('LB_CONFIG', `--prm-split ${path.join('.')}${operator}${value}: ${missing}`);
  }
  return { curve, unscored, invalid };
}

export async function chooseThreshold(
  groups: AsyncIterable<readonly Row[]>,
  search: ThresholdSearch,
): Promise<ChosenThreshold> {
  const { curve, unscored, invalid } = await scoreSplit(groups, search);
  const best = curve.best();
  if (best?.f1 == null) {
    const found = `${curve.nError} with an error, ${curve.nCorrect} without, ${unscored} without scores`;
    throw new LateBenchError(
      'LB_CONFIG',
      `the split for the threshold needs scored solutions of both kinds and has ${found}; name another with --prm-split`,
    );
  }
  const { nError, nCorrect } = curve;
  return { threshold: best.threshold, f1: best.f1, auc: curve.auc(), nError, nCorrect, unscored, invalid };
}

function checkedScores(scores: readonly number[], id: string): readonly number[] {
  const odd = scores.find((score) => score < 0 || score > 1);
  if (odd === undefined) return scores;
  const message = `${id}: the score ${odd} is not a probability; a threshold can be chosen for scores from 0 to 1, or given with --prm-threshold`;
  throw new LateBenchError('LB_CONFIG', message);
}
