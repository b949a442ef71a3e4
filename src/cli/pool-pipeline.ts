// A pipeline of pools: each stage is the command it stands for, with the options that the declaration and the command
// line give it.
import { join } from 'node:path';
import { planBuild } from '../deepconf/pool/build-plan.ts';
import { PoolManifest } from '../deepconf/pool/manifest.ts';
import { readPoolProblems, readPoolSettings } from '../deepconf/pool/read.ts';
import { LateBenchError } from '../errors.ts';
import { type PipelineDefinition, type PoolStageDeclaration, poolStages } from '../pipeline/schema.ts';
import { stageNamed } from '../pipeline/stage-files.ts';
import { loadCommand } from './catalogue.ts';
import type { Call } from './command.ts';
import { type CommandStage, passedOn, runCommandStages, words } from './command-pipeline.ts';
import { poolBuildCommand } from './commands/pool/build.ts';
import { runFolder } from './run-folder.ts';

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

/** How many samples this run is to come to: what an earlier run has begun is finished before the pool grows further. */
async function wantedNow({ pool, n, grow }: PoolOptions): Promise<number> {
  const known = grow === undefined ? undefined : await readPoolSettings(pool);
  if (grow === undefined) return n;
  if (known === undefined) return Math.min(n, grow);
  const [manifest, problems] = await Promise.all([PoolManifest.read(pool), readPoolProblems(pool)]);
  const unfinished = planBuild(manifest, problems, known.n).length > 0;
  return Math.max(known.n, Math.min(n, unfinished ? known.n : known.n + grow));
}

async function poolWords(call: Call, definition: PipelineDefinition, given: PoolOptions): Promise<string[]> {
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
    pool: given.pool,
    n: await wantedNow(given),
    'max-tokens': given.maxTokens,
    'top-logprobs': given.topLogprobs,
    temperature: given.temperature,
    'top-p': given.topP,
    limit: given.problems,
    seed,
  };
  const switches = given.keepTop === false ? ['--no-keep-top'] : [];
  // What stands later wins: the command line.
  return [...(source.files ?? []), ...words(declared), ...passedOn(call, passedOptions), ...switches];
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
  const voteCommand = (await loadCommand('vote'))!;
  const asCommand = (stage: PoolStageDeclaration, index: number): CommandStage => {
    const { use, with: given } = stage;
    const common = { use, with: given, makes: given.pool ?? '', mustBeWhole: false };
    if (use === 'pool') {
      return {
        ...common,
        command: poolBuildCommand,
        hasDryRun: true,
        argv: () => poolWords(call, definition, stage.with),
      };
    }
    const { pool, k, repeat, metrics, etas } = stage.with;
    const voted = {
      ...{ pool, k: k?.join(','), repeat, metrics: metrics?.join(','), etas: etas?.join(',') },
      ...{ seed: definition.seed, run: join(folder, `${index + 1}-vote`) },
    };
    return { ...common, command: voteCommand, hasDryRun: false, argv: async () => words(voted) };
  };
  return runCommandStages(call, definition, { stages: stages.map(asCommand), first, folder });
}
