// What is counted while a critic works, and its results beside the records.
import { join } from 'node:path';
import { datasetNaming } from '../../datasets/dataset-name.ts';
import type { Solution } from '../../records/solution.ts';
import type { BuiltStage } from '../define.ts';
import { createCriticCounts } from './counts.ts';
import { resultsOfCritics } from './critic-results.ts';

export interface CriticFiles {
  /** Folder of the results; `results/` of the run folder when absent. */
  readonly results?: string | undefined;
  /** Names the files in place of each record's own dataset. */
  readonly datasetName?: string | undefined;
}

/** `critic`: the name of the entry that is watched. */
export function criticObserver(
  critic: string,
  { results, datasetName }: CriticFiles,
): NonNullable<BuiltStage['observe']> {
  return ({ folder: runFolder, sources, stages, dry }) => {
    const counts = createCriticCounts(critic);
    const folder = results ?? (runFolder === undefined ? undefined : join(runFolder, 'results'));
    const datasetOf = datasetName === undefined ? datasetNaming(sources) : () => datasetName;
    const files = folder === undefined || dry ? [] : resultsOfCritics({ folder, datasetOf }, stages, critic);
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
