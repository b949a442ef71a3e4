// Finds a pipeline by name (those of the package) or by file (TypeScript, JavaScript or JSON), applies --set to it, and
// checks the whole against the schema.

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { importDefault } from '../config/import-default.ts';
import { LateBenchError } from '../errors.ts';
import { didYouMean } from '../records/nearest-name.ts';
import { parseJson } from '../records/parse-json.ts';
import { schemaProblem } from '../records/schema-problem.ts';
import { withSettings } from './overrides.ts';
import { type PipelineName, pipelineNames } from './pipeline-names.ts';
import { type PipelineDefinition, pipelineSchema } from './schema.ts';

const ours: Readonly<Record<PipelineName, () => Promise<{ default: PipelineDefinition }>>> = {
  quickstart: () => import('../../pipelines/quickstart.ts'),
  'critic-benchmark': () => import('../../pipelines/critic-benchmark.ts'),
  'injection-batch': () => import('../../pipelines/injection-batch.ts'),
  'pool-build': () => import('../../pipelines/pool-build.ts'),
  'vote-sweep': () => import('../../pipelines/vote-sweep.ts'),
  processbench: () => import('../../pipelines/processbench.ts'),
  publish: () => import('../../pipelines/publish.ts'),
};

/** `settings` as --set gives them. */
export async function loadPipeline(
  nameOrFile: string,
  settings: readonly string[] = [],
): Promise<PipelineDefinition> {
  const written = await readPipeline(nameOrFile);
  if (typeof written !== 'object' || written === null || Array.isArray(written)) {
    const message = 'is no pipeline; write export default definePipeline({…}), or one JSON object';
    throw new LateBenchError('LB_CONFIG', `${nameOrFile} ${message}`);
  }
  const definition = withSettings(written, settings);
  const checked = pipelineSchema.safeParse(definition);
  if (!checked.success) {
    const problems = checked.error.issues
      .slice(0, 5)
      .map((issue) => schemaProblem(issue, pipelineSchema, definition, 'pipeline'));
    throw new LateBenchError('LB_CONFIG', `${nameOrFile}: ${problems.join('; ')}`);
  }
  return definition as PipelineDefinition;
}

async function readPipeline(nameOrFile: string): Promise<unknown> {
  const name = pipelineNames.find((one) => one === nameOrFile);
  const known = name === undefined ? undefined : ours[name];
  if (known !== undefined) return (await known()).default;
  const path = resolve(nameOrFile);
  if (!existsSync(path)) {
    const near = didYouMean(nameOrFile, pipelineNames);
    const message = `neither a file nor one of our pipelines (${pipelineNames.join(', ')})${near}`;
    throw new LateBenchError('LB_INPUT_MISSING', `${nameOrFile}: ${message}`);
  }
  if (path.endsWith('.json')) return readJson(nameOrFile, path);
  return importDefault(path);
}

function readJson(name: string, path: string): unknown {
  try {
    return parseJson(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new LateBenchError('LB_CONFIG', `${name} is not JSON: ${(cause as Error).message}`, { cause });
  }
}
