// A pipeline of pools: each stage is the command it stands for, with the options that the declaration and the command
// line give it.
import { join } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { type PipelineDefinition, type PoolStageDeclaration, poolStages } from '../pipeline/schema.ts';
import { stageNamed } from '../pipeline/stage-files.ts';
import type { JobStage } from '../stages/define.ts';
import { optionRows } from '../stages/option-rows.ts';
import { pool as poolStage } from '../stages/pool/pool.ts';
import { vote as voteStage } from '../stages/vote/vote.ts';
import type { Call } from './command.ts';
import { type CommandStage, passedOn, runCommandStages, words } from './command-pipeline.ts';
import { runFolder } from './run-folder.ts';
import { jobCommand } from './stage-command.ts';

type PoolOptions = Extract<PoolStageDeclaration, { use: 'pool' }>['with'];

/** Options of `run` that a pool build takes too. */
const passedOptions = [
  ...[
    'engine',
    'redis',
    'global-concurrency',
    'endpoint',
    'concurrency',
    'max-retries',
    'tpm',
    'metrics-port',
  ],
  ...[
    'budget-usd',
    'budget-tokens',
    'budget-folder',
    'price',
    'on-error',
    'max-errors',
    'env-file',
    'progress',
  ],
];

/** The options of a stage as its command takes them. */
function flagsOf({ options }: JobStage, given: Readonly<Record<string, unknown>>): string[] {
  return optionRows(options).flatMap(({ key, name, kind, negates }) => {
    const value = given[key];
    if (value === undefined) return [];
    if (kind === 'switch') return value === (negates !== true) ? [`--${name}`] : [];
    return [`--${name}=${value}`];
  });
}

function poolWords(call: Call, definition: PipelineDefinition, given: PoolOptions): string[] {
  const { options } = call;
  const { budget, endpoint, seed, source } = definition;
  const role = typeof endpoint === 'string' ? { baseUrl: endpoint } : (endpoint?.logprob ?? {});
  const simulated = options.text('endpoint') === 'sim';
  const declared = {
    endpoint: role.baseUrl,
    model: simulated || !('model' in role) ? undefined : role.model,
    rpm: 'rpm' in role ? role.rpm : undefined,
    'budget-usd': budget?.usd,
    'budget-tokens': budget?.tokens,
    price: budget?.price,
    limit: given.problems,
    seed,
  };
  // What stands later wins: the command line.
  return [
    ...(source.files ?? []),
    ...words(declared),
    ...flagsOf(poolStage, given),
    ...passedOn(call, passedOptions),
  ];
}

export async function runPoolPipeline(call: Call, definition: PipelineDefinition): Promise<number> {
  const { options } = call;
  const stages = poolStages(definition) ?? [];
  if (options.flag('batch')) {
    const message =
      '--batch: the samples of a pool are not sent as batches, because their replies, with the alternatives of each ' +
      'token, are larger than what providers hand out as one file; leave it out, or spread the calls with --engine bullmq';
    throw new LateBenchError('LB_USAGE', message);
  }
  const from = options.text('from');
  // What the stages before it left is the pool itself: no run folder is needed.
  const first = from === undefined ? 0 : stageNamed({ stages }, from);
  const buys = stages.slice(first).some(({ use }) => use === 'pool');
  if (buys && options.flag('offline')) {
    const message =
      '--offline: a pool is made of calls; --from vote counts the votes on what is there, without any';
    throw new LateBenchError('LB_USAGE', message);
  }
  const sources = definition.source.files ?? [];
  if (definition.source.synthetic !== undefined || (sources.length === 0 && buys)) {
    throw new LateBenchError(
      'LB_CONFIG',
      `${definition.name}: a pool is made of problems in files (source.files)`,
    );
  }
  const folder = runFolder(options);
  const asCommand = (stage: PoolStageDeclaration, index: number): CommandStage => {
    const { use, with: given } = stage;
    const common = { use, with: given, makes: given.pool ?? '', mustBeWhole: false };
    if (use === 'pool') {
      return {
        ...common,
        command: jobCommand(poolStage),
        hasDryRun: true,
        argv: async () => poolWords(call, definition, stage.with),
      };
    }
    const run = { seed: definition.seed, run: join(folder, `${index + 1}-vote`) };
    const argv = [...flagsOf(voteStage, given), ...words(run)];
    return {
      ...common,
      command: jobCommand(voteStage),
      hasDryRun: false,
      argv: async () => argv,
    };
  };
  return runCommandStages(call, definition, { stages: stages.map(asCommand), first, folder });
}
