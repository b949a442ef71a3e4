// Chooses the threshold of a process reward model on a named split: the one with the highest ProcessBench F1 over the
// labelled records there. Composed here because a critic may not see labels: it is handed the result alone.
import type { StepScorer } from '../../critic/step-scores.ts';
import { createConditionWatch } from '../../datasets/condition-watch.ts';
import { type Condition, holds } from '../../datasets/where.ts';
import { LateBenchError } from '../../errors.ts';
import { firstErrorOf, goldOf } from '../../metrics/gold.ts';
import { type Solution, solutionSchema } from '../../records/solution.ts';
import { createPrmCurve } from '../../statistics/prm-curve.ts';
import type { Row } from '../../storage/rows.ts';

export interface ChosenThreshold {
  readonly threshold: number;
  readonly f1: number;
  readonly auc: number | null;
  readonly nError: number;
  readonly nCorrect: number;
  /** Records of the split without scores. */
  readonly unscored: number;
}

export interface ThresholdSearch {
  readonly scorer: StepScorer;
  readonly split: Condition;
  /** Records in flight at once. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
}

export async function chooseThreshold(
  groups: AsyncIterable<readonly Row[]>,
  { scorer, split, concurrency, signal }: ThresholdSearch,
): Promise<ChosenThreshold> {
  const curve = createPrmCurve();
  const watch = createConditionWatch(split);
  let unscored = 0;
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
      if (record !== undefined) watch.look(record);
      const gold = record === undefined || !holds(record, split) ? null : goldOf(record);
      if (record === undefined || gold === null) continue;
      const work = take(record, firstErrorOf(gold)).finally(() => busy.delete(work));
      busy.add(work);
      if (busy.size >= concurrency) await Promise.race(busy);
    }
  }
  await Promise.all(busy);
  const missing = watch.missingField() ?? watch.missingValue();
  if (missing !== null) {
    const { path, operator, value } = split;
    throw new LateBenchError('LB_CONFIG', `--prm-split ${path.join('.')}${operator}${value}: ${missing}`);
  }
  const best = curve.best();
  if (best?.f1 == null) {
    const found = `${curve.nError} with an error, ${curve.nCorrect} without, ${unscored} without scores`;
    throw new LateBenchError(
      'LB_CONFIG',
      `the split for the threshold needs scored solutions of both kinds and has ${found}; name another with --prm-split`,
    );
  }
  const { nError, nCorrect } = curve;
  return { threshold: best.threshold, f1: best.f1, auc: curve.auc(), nError, nCorrect, unscored };
}

function checkedScores(scores: readonly number[], id: string): readonly number[] {
  const odd = scores.find((score) => score < 0 || score > 1);
  if (odd === undefined) return scores;
  const message = `${id}: the score ${odd} is not a probability; a threshold can be chosen for scores from 0 to 1, or given with --prm-threshold`;
  throw new LateBenchError('LB_CONFIG', message);
}
