// What is counted while a critic works, and its results beside the records of a run.
import type { Solution } from '../../records/solution.ts';
import type { BuiltStage } from '../define.ts';
import { createCriticCounts } from './counts.ts';
import { resultsOfCritics } from './critic-results.ts';

/** `critic`: the name of the entry that is watched. */
export function criticObserver(critic: string): NonNullable<BuiltStage['observe']> {
  return ({ folder, stages }) => {
    const counts = createCriticCounts(critic);
    const files = folder === undefined ? [] : resultsOfCritics(folder, stages, critic);
    return {
      async add(row) {
        counts.add(row as Solution);
        for (const file of files) await file.add(row as Solution);
      },
      line: counts.line,
      summary: counts.summary,
      async finish(complete) {
        for (const file of files) await (complete ? file.close() : file.abort());
      },
    };
  };
}
