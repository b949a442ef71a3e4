// A pipeline as data: where records come from, which stages they go through, what is counted at the end. Files under
// pipelines/ hold nothing but such declarations; what they may say is in schema.ts.
import { join } from 'node:path';
import { packageRoot } from '../package-root.ts';
import type { PipelineDefinition } from './schema.ts';

/** The problems that come with the package. */
export const sampleProblems = join(packageRoot, 'data', 'samples', 'problems.jsonl');
/** The spec of a small dataset, made of them and of synthetic problems. */
export const sampleSpec = join(packageRoot, 'data', 'samples', 'late-errors.json');
/** The test split of that dataset as the simulated endpoint makes it: `latebench run publish` builds it. */
export const sampleTestSet = join(packageRoot, 'data', 'samples', 'late-errors-test.jsonl');

/** Gives a declaration its type, where it is written. */
export function definePipeline(definition: PipelineDefinition): PipelineDefinition {
  return definition;
}
