// What became of one prediction of the first error, in the words of the score object and as a sentence. The
// figures themselves are computed elsewhere; this only labels an example.

import { toStepNumber } from '../records/steps.ts';
import { dash } from './format.ts';

export type Outcome =
  | 'exact'
  | 'early'
  | 'late'
  | 'missed'
  | 'none'
  | 'passed'
  | 'false alarm'
  | 'unlabelled';

/** Both 0-based, -1 = no error. Gold null: unknown. Predicted null: the reply was unparsed or failed. */
export function outcomeOf(gold: number | null, predicted: number | null): Outcome {
  if (gold === null) return 'unlabelled';
  if (predicted === null) return 'none';
  if (gold === -1) return predicted === -1 ? 'passed' : 'false alarm';
  if (predicted === -1) return 'missed';
  if (predicted === gold) return 'exact';
  return predicted < gold ? 'early' : 'late';
}

/** `first error in step 7`, `no error found`, or a dash; steps are counted from 1 for people. */
export function sayFirstError(step: number | null): string {
  if (step === null) return dash;
  return step === -1 ? 'no error found' : `first error in step ${toStepNumber(step)}`;
}
