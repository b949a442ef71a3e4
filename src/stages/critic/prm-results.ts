// What every threshold would have given a process reward model, over the labelled records of a run:
// results/prm/{dataset}_{model}.json with the AUC, the best threshold and the F1 curve, and the curve as .csv.
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { firstErrorOf, goldOf } from '../../metrics/gold.ts';
import type { Solution } from '../../records/solution.ts';
import { createPrmCurve, type PrmCurve } from '../../statistics/prm-curve.ts';
import { writeFileAtomic, writeJsonAtomic } from '../../storage/atomic-write.ts';
import { createFolder } from '../../storage/make-folder.ts';
import { maxDatasets, pooled, type ResultsPlace, type RunResults, slug } from './run-results.ts';

interface DatasetCurve {
  readonly curve: PrmCurve;
  /** Labelled records without scores, and those whose scores are no probabilities: on no curve. */
  unscored: number;
  outside: number;
}

/** Every tenth of the grid's thresholds: hundredths are enough to look at. */
const shownEvery = 10;

interface CurveOf extends ResultsPlace {
  readonly critic: string;
  readonly model: string;
  /** Of the files' names. */
  readonly label: string;
}

export function prmResults(of: CurveOf): RunResults {
  const datasets = new Map<string, DatasetCurve>();
  return {
    async add(record: Solution) {
      const gold = goldOf(record);
      const critique = record.critiques?.findLast(({ critic }) => critic === of.critic);
      if (gold === null || critique === undefined) return;
      const dataset = slug(of.datasetOf(record));
      const name = datasets.has(dataset) || datasets.size < maxDatasets ? dataset : pooled;
      const known = datasets.get(name) ?? { curve: createPrmCurve(), unscored: 0, outside: 0 };
      datasets.set(name, known);
      const scores = critique.step_scores ?? null;
      if (scores === null) known.unscored += 1;
      else if (scores.some((score) => score < 0 || score > 1)) known.outside += 1;
      else known.curve.add(firstErrorOf(gold), scores);
    },
    async close() {
      const folder = join(of.folder, 'prm');
      if (datasets.size > 0) await createFolder(folder);
      for (const [dataset, { curve, unscored, outside }] of datasets) {
        const path = join(folder, `${dataset}_${of.label}`);
        const points = curve.points().filter((_point, at) => at % shownEvery === 0);
        await writeJsonAtomic(`${path}.json`, {
          critic: of.critic,
          model: of.model,
          n_error: curve.nError,
          n_correct: curve.nCorrect,
          n_unscored: unscored,
          n_outside: outside,
          auc: curve.auc(),
          best: curve.best(),
          curve: points,
        });
        await writeFileAtomic(`${path}.csv`, stringify(points, { header: true }));
      }
    },
    async abort() {},
  };
}
