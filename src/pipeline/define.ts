// A pipeline as data: where records come from, which stages they go through, what is counted at the end. Files under
// pipelines/ hold nothing but such declarations; what they may say is in schema.ts.
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';
import type { WrittenPipeline } from './schema.ts';

/** Path of the sample problems that come with the package: JSONL, solutions with steps. */
export const sampleProblems = join(packageRoot, 'data', 'samples', 'problems.jsonl');
/** The spec of a small dataset, made of them and of synthetic problems. */
export const sampleSpec = join(packageRoot, 'data', 'samples', 'late-errors.json');
/** The test split of that dataset as the simulated endpoint makes it: `latebench run publish` builds it. */
export const sampleTestSet = join(packageRoot, 'data', 'samples', 'late-errors-test.jsonl');

/**
 * Returns the declaration unchanged, checked against its type by the compiler. A stage without `with` has all its options
 * at their defaults. Nothing is checked when the program runs: `run` and `runPipeline` do that.
 *
 * @example
 * export default definePipeline({
 *   name: 'mine',
 *   about: 'critics on generated problems',
 *   source: { synthetic: { count: 5, seed: 1 } },
 *   stages: [{ use: 'filter', with: { minSteps: 4 } }, { use: 'critic' }],
 *   sinks: [{ file: 'final.jsonl' }],
 *   seed: 1,
 * });
 */
export function definePipeline(definition: WrittenPipeline): WrittenPipeline {
  return definition;
}
