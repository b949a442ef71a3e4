// Whether there is anything to score: records at all, and a critique that came about. A score of calls that failed would
// look like the score of a bad critic.
import { LateBenchError } from '../../errors.ts';
import type { ScoreObject } from '../../records/score.ts';
import type { Solution } from '../../records/solution.ts';
import { formatCount } from '../../report/format.ts';
import { unscorable } from '../../report/score-table.ts';
import { noRecords } from './no-records.ts';

export interface JudgedCount {
  add(record: Pick<Solution, 'critiques'>): void;
  /** Throws where there is nothing to score. */
  check(): void;
}

/** @throws LB_USAGE where no record can be scored: a table without a number would look like a result. */
export function checkScored(name: string, score: ScoreObject): void {
  const why = unscorable(score);
  if (why !== null) throw new LateBenchError('LB_USAGE', `${name}: ${why}`);
}

/** `name`: the command's, for messages. */
export function createJudgedCount(name: string, { allowFailed }: { allowFailed?: boolean | undefined }) {
  let records = 0;
  let critiques = 0;
  let failed = 0;
  let note: string | undefined;
  const count: JudgedCount = {
    add({ critiques: given }) {
      records += 1;
      for (const { status, votes } of given ?? []) {
        critiques += 1;
        if (status !== 'failed') continue;
        failed += 1;
        note ??= votes?.find((vote) => vote.status === 'failed')?.note ?? undefined;
      }
    },
    check() {
      if (records === 0) throw noRecords(name);
      if (critiques === 0 || failed < critiques || allowFailed === true) return;
      const why = note === undefined ? '' : `, the first with ${note}`;
      const message = `${name}: all ${formatCount(critiques)} critiques are of calls that failed${why}; run the critic again, or take them as wrong answers with --allow-failed`;
      throw new LateBenchError('LB_USAGE', message);
    },
  };
  return count;
}
