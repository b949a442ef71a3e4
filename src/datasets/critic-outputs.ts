// Files of predictions, which hold neither problems nor steps: the original project's `critic_results.json` and the CSV
// files that its sister project wrote for DeltaBench. Named here so that `ingest` says where they go; what they predict
// is read by prediction-rows.ts.
import { LateBenchError } from '../errors.ts';
import type { Adapter, SourceRow } from './adapter.ts';

/** {example_id, critic_result: {error_steps (from 1), explanations, model_used}, success}. */
export function isCriticResult(row: SourceRow): boolean {
  return 'example_id' in row && 'critic_result' in row;
}

/** example_id, …, true_sections, predicted_sections (from 1), …; one row a solution. */
export function isDeltabenchOutput(row: SourceRow): boolean {
  return 'predicted_sections' in row && 'true_sections' in row;
}

function predictions(
  name: string,
  about: string,
  records: string,
  recognises: (row: SourceRow) => boolean,
): Adapter {
  return {
    name,
    about,
    recognises,
    adapt() {
      throw new LateBenchError(
        'LB_USAGE',
        `these are ${name} rows: predictions without problems or steps; score them beside the records that they are about: latebench score --critiques FILE ${records}`,
      );
    },
  };
}

export const latebenchCritic = predictions(
  'latebench-critic',
  'critic results of the original LateBench: predictions by example_id',
  'general_injection_results.json',
  isCriticResult,
);

export const deltabenchOutputs = predictions(
  'deltabench-outputs',
  'DeltaBench outputs as CSV: true and predicted sections by example_id',
  'Deltabench_v1.jsonl',
  isDeltabenchOutput,
);
