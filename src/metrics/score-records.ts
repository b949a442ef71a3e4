// Scores records that are at hand, or that come from anywhere, in one call.
import type { ScoreObject } from '../records/score.ts';
import type { Solution } from '../records/solution.ts';
import { createScore, type ScoreSettings } from './score.ts';

/** The score of all of them, in constant memory; a record without critiques counts for the baselines alone. */
export async function scoreRecords(
  records: Iterable<Solution> | AsyncIterable<Solution>,
  settings: ScoreSettings = {},
): Promise<ScoreObject> {
  const score = createScore(settings);
  for await (const record of records) score.add(record);
  return score.result();
}
