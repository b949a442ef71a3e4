// Finds a pipeline by name (those of the package) or by file (TypeScript, JavaScript or JSON), applies --set to it, and
// checks the whole against the schema.

import { resolve } from 'node:path';
import type { z } from 'zod';
import { readDeclaration } from '../config/read-declaration.ts';
import { isLateBenchError, LateBenchError } from '../errors.ts';
import { checkIdleAt } from '../executor/idle-options.ts';
import { type Segment, segmentsOf } from '../executor/segments.ts';
import { didYouMean } from '../records/nearest-name.ts';
import { schemaProblem } from '../records/schema-problem.ts';
import { checkText } from '../records/wrong-argument.ts';
import { isAdded } from '../stages/catalogue.ts';
import { statInput } from '../storage/input-file.ts';
import { namedFacts } from '../storage/named-text.ts';
import { withSettings } from './overrides.ts';
import { type PipelineName, pipelineNames } from './pipeline-names.ts';
import { checkDefined, checkPlainData } from './plain-data.ts';
import { type PipelineDefinition, pipelineSchema, type WrittenPipeline } from './schema.ts';

const ours: Readonly<Record<PipelineName, () => Promise<{ default: WrittenPipeline }>>> = {
  quickstart: () => import('../../pipelines/quickstart.ts'),
  'critic-benchmark': () => import('../../pipelines/critic-benchmark.ts'),
  'critic-grid': () => import('../../pipelines/critic-grid.ts'),
  'injection-batch': () => import('../../pipelines/injection-batch.ts'),
  'pool-build': () => import('../../pipelines/pool-build.ts'),
  'vote-sweep': () => import('../../pipelines/vote-sweep.ts'),
  processbench: () => import('../../pipelines/processbench.ts'),
  publish: () => import('../../pipelines/publish.ts'),
};

/** Reads a pipeline and checks that it can run as declared. `settings` as `--set` gives them. */
export async function loadPipeline(
  nameOrFile: string,
  settings: readonly string[] = [],
): Promise<PipelineDefinition> {
  checkText('loadPipeline', 'the name of a pipeline or a path', nameOrFile);
  const written = await readPipeline(nameOrFile);
  if (typeof written !== 'object' || written === null || Array.isArray(written)) {
    const message = 'is not a pipeline; write export default definePipeline({…}), or one JSON object';
    throw new LateBenchError('LB_CONFIG', `${nameOrFile} ${message}`);
  }
  checkPlainData(written, nameOrFile);
  checkDefined(written, nameOrFile);
  return checkPipeline(withSettings(written, settings), nameOrFile);
}

/** The options of a stage that a program has added are checked where stages are planned, by its own schema. */
function ofAddedStage({ path: [first, place] }: z.core.$ZodIssue, definition: object): boolean {
  if (first !== 'stages' || typeof place !== 'number') return false;
  const { use } = (definition as PipelineDefinition).stages[place] ?? {};
  return use !== undefined && isAdded(use);
}

function withStageOptions(written: WrittenPipeline): PipelineDefinition {
  const stages = written.stages.map((stage) => ({ ...stage, with: stage.with ?? {} }));
  return { ...written, stages: stages as PipelineDefinition['stages'] };
}

/** The critic of a grid, with a value of each option that it varies: what one cell reads is not idle. */
async function variedStage(pipeline: PipelineDefinition, segments: readonly Segment[]) {
  if (pipeline.grid === undefined) return undefined;
  const { checkGrid } = await import('./grid/check.ts');
  const place = await checkGrid(pipeline, segments);
  const vary = Object.entries(pipeline.grid.vary);
  return { place, options: Object.fromEntries(vary.map(([key, values]) => [key, values.find(isGiven)])) };
}

function isGiven(value: unknown): boolean {
  return value !== null;
}

const mostShown = 5;

/**
 * Everything that is known to be wrong before anything runs.
 *
 * @param name What the pipeline is called in messages: its file.
 * @throws LB_CONFIG
 */
export async function checkPipeline(definition: object, name: string): Promise<PipelineDefinition> {
  checkPlainData(definition, name);
  const checked = pipelineSchema.safeParse(definition);
  const issues = (checked.error?.issues ?? []).filter((issue) => !ofAddedStage(issue, definition));
  if (issues.length > 0) {
    const problems = issues
      .slice(0, mostShown)
      .map((issue) => schemaProblem(issue, pipelineSchema, definition, 'pipeline'));
    const more = issues.length > mostShown ? `; and ${issues.length - mostShown} more` : '';
    throw new LateBenchError('LB_CONFIG', `${name}: ${problems.join('; ')}${more}`);
  }
  const pipeline = withStageOptions(definition as WrittenPipeline);
  try {
    const segments = await segmentsOf(pipeline.stages);
    const varied = await variedStage(pipeline, segments);
    for (const [place, use] of pipeline.stages.entries()) {
      const options = place === varied?.place ? { ...use.with, ...varied.options } : use.with;
      await checkIdleAt(place, { use: use.use, with: options });
    }
  } catch (cause) {
    if (!isLateBenchError(cause)) throw cause;
    throw new LateBenchError(cause.code, `${name}: ${cause.message}`, { cause });
  }
  return pipeline;
}

async function readPipeline(nameOrFile: string): Promise<unknown> {
  const name = pipelineNames.find((one) => one === nameOrFile);
  const known = name === undefined ? undefined : ours[name];
  if (known !== undefined) return (await known()).default;
  const path = resolve(nameOrFile);
  if (namedFacts(path) === undefined) {
    const near = didYouMean(nameOrFile, pipelineNames);
    const message = `neither a file nor one of our pipelines (${pipelineNames.join(', ')})${near}`;
    throw new LateBenchError('LB_INPUT_MISSING', `${nameOrFile}: ${message}`);
  }
  await statInput(path);
  return readDeclaration(path, nameOrFile);
}
