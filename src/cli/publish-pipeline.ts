// A pipeline that publishes: it builds a dataset by its spec, and pushes it. What the dataset is made of stands in the
// spec; here stands when, where, and under which budget.
import { isRepoName } from '../datasets/hub/hub-address.ts';
import { LateBenchError } from '../errors.ts';
import { type PipelineDefinition, type PublishStageDeclaration, publishStages } from '../pipeline/schema.ts';
import { stageNamed } from '../pipeline/stage-files.ts';
import { loadSpec } from '../publish/load-spec.ts';
import type { Call } from './command.ts';
import { type CommandStage, passedOn, runCommandStages, words } from './command-pipeline.ts';
import { datasetCommand } from './commands/dataset.ts';
import { pushCommand } from './commands/push.ts';
import { runFolder } from './run-folder.ts';
import { configOf } from './settings.ts';

/** Options of `run` that a build takes too. */
const passedOptions = [
  ...['endpoint', 'concurrency', 'max-retries', 'tpm', 'cache', 'metrics-port'],
  ...['budget-usd', 'budget-tokens', 'budget-folder', 'price'],
  ...['on-error', 'max-errors', 'env-file', 'progress'],
];

function wrong(definition: PipelineDefinition, message: string): LateBenchError {
  return new LateBenchError('LB_CONFIG', `${definition.name}: ${message}`);
}

/** Everything that can be known to be wrong before the first call. */
async function check(
  call: Call,
  definition: PipelineDefinition,
  stages: readonly PublishStageDeclaration[],
): Promise<void> {
  const { options } = call;
  const { source, endpoint } = definition;
  if (options.flag('batch') || options.text('engine') === 'bullmq') {
    const message =
      'a dataset is built by one process that makes its calls itself: leave --batch and --engine bullmq out';
    throw new LateBenchError('LB_USAGE', message);
  }
  if ((source.files ?? []).length > 0 || source.synthetic !== undefined) {
    throw wrong(definition, 'what a dataset is made of stands in its spec (sources): leave source empty, {}');
  }
  if (endpoint !== undefined && typeof endpoint !== 'string') {
    throw wrong(
      definition,
      'a dataset is built by one endpoint for every role: give one URL, or leave it out for the configured ones',
    );
  }
  for (const stage of stages) {
    if (stage.use === 'dataset') await loadSpec(stage.with.spec);
    else {
      const { repo } = stage.with;
      if (!isRepoName(repo)) throw wrong(definition, `push: ${repo} is no repository; write OWNER/NAME`);
      if (!options.flag('plan') && configOf(call).get('hub.token') === undefined) {
        const message =
          'HF_TOKEN is not set; the pipeline ends with a push, which needs a token that may write';
        throw new LateBenchError('LB_HUB_AUTH', message);
      }
    }
  }
}

export async function runPublishPipeline(call: Call, definition: PipelineDefinition): Promise<number> {
  const { options } = call;
  const stages = publishStages(definition) ?? [];
  const from = options.text('from');
  const first = from === undefined ? 0 : stageNamed({ stages }, from);
  await check(call, definition, stages.slice(first));
  const { budget, endpoint } = definition;
  const asCommand = (stage: PublishStageDeclaration): CommandStage => {
    const { use, with: given } = stage;
    const common = { use, with: given, makes: given.folder, mustBeWhole: false, hasDryRun: false };
    if (use === 'push') {
      const { folder, repo, branch, create, private: hidden } = stage.with;
      const switches = [...(create === true ? ['--create'] : []), ...(hidden === true ? ['--private'] : [])];
      const argv = [folder, ...words({ repo, branch }), ...passedOn(call, ['env-file']), ...switches];
      return { ...common, command: pushCommand, argv: async () => argv };
    }
    const { spec, folder, strict } = stage.with;
    const declared = {
      output: folder,
      ...{ 'budget-usd': budget?.usd, 'budget-tokens': budget?.tokens, price: budget?.price },
      endpoint: typeof endpoint === 'string' ? endpoint : undefined,
    };
    const switches = [
      ...(strict === true ? ['--strict'] : []),
      ...(options.flag('offline') ? ['--offline'] : []),
    ];
    const argv = ['build', spec, ...words(declared), ...passedOn(call, passedOptions), ...switches];
    return { ...common, command: datasetCommand, mustBeWhole: strict === true, argv: async () => argv };
  };
  return runCommandStages(call, definition, {
    stages: stages.map(asCommand),
    first,
    folder: runFolder(options),
  });
}
