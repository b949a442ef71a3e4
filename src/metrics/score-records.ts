// Scores records that are at hand, or that come from anywhere, in one call.
import type { ScoreObject } from '../records/score.ts';
import type { Solution } from '../records/solution.ts';
import { isIterable, wrongArgument } from '../records/wrong-argument.ts';
import { createBreakdownWatch } from './breakdown.ts';
import { createScore, type ScoreSettings } from './score.ts';

/**
 * The score of an iterable of records, in constant memory: `createScore` in one call.
 *
 * @param records Judged records; one without critiques counts for the baselines alone.
 * @param settings As for `createScore`.
 * @throws LB_USAGE for a constant baseline that is not a step, and for a breakdown by a field that no record has.
 * @example
 * const { critics } = await scoreRecords(records, { by: ['subject'] });
 */
export async function scoreRecords(
  records: Iterable<Solution> | AsyncIterable<Solution>,
  settings: ScoreSettings = {},
): Promise<ScoreObject> {
  if (!isIterable(records))
    throw wrongArgument('scoreRecords', 'records, as a list or as they come', records);
  const score = createScore(settings);
  const fields = createBreakdownWatch(settings.by ?? [], 'by');
  for await (const record of records) {
    fields.look(record);
    score.add(record);
  }
  fields.check();
  return score.result();
}
