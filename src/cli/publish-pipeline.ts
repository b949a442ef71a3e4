// A pipeline that publishes: it builds a dataset by its spec, and pushes it. What the dataset is made of stands in the
// spec; here stands when, where, and under which budget.
import { LateBenchError } from '../errors.ts';
import { checkedStage } from '../executor/build-plan.ts';
import { type PipelineDefinition, type PublishStageDeclaration, publishStages } from '../pipeline/schema.ts';
import { stageNamed } from '../pipeline/stage-files.ts';
import { dataset } from '../stages/dataset/dataset.ts';
import { push } from '../stages/push/push.ts';
import type { Call } from './command.ts';
import { type CommandStage, passedOn, runCommandStages, words } from './command-pipeline.ts';
import { openCommandHub } from './hub-client.ts';
import { runFolder } from './run-folder.ts';
import { jobCommand } from './stage-command.ts';

/** Options of `run` that a build takes too. */
const passedOptions = [
  ...['endpoint', 'concurrency', 'max-retries', 'tpm', 'cache', 'metrics-port'],
  ...['budget-usd', 'budget-tokens', 'budget-folder', 'price'],
  ...['on-error', 'max-errors', 'env-file', 'progress'],
];

function wrong(definition: PipelineDefinition, message: string): LateBenchError {
  return new LateBenchError('LB_CONFIG', `${definition.name}: ${message}`);
}

const never = new AbortController().signal;

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
  const dry = options.flag('plan');
  for (const stage of stages) {
    const { stage: job, options: asked } = await checkedStage(stage);
    if (job.kind === 'job') await job.check?.(asked, { dry, hub: async () => openCommandHub(call, never) });
  }
}

export async function runPublishPipeline(call: Call, definition: PipelineDefinition): Promise<number> {
  const { options } = call;
  const stages = publishStages(definition) ?? [];
  const from = options.text('from');
  const first = from === undefined ? 0 : stageNamed({ stages }, from);
  await check(call, definition, stages.slice(first));
  const { budget, endpoint } = definition;
  const asCommand = (stage: PublishStageDeclaration, index: number): CommandStage => {
    const { use, with: given } = stage;
    const common = { use, with: given, mustBeWhole: false, hasDryRun: false };
    if (use === 'push') {
      const { folder, files = [], create, private: hidden, ...named } = stage.with;
      const built = stages.slice(0, index).findLast((one) => one.use === 'dataset')?.with.folder;
      const whole = folder ?? (files.length === 0 ? built : undefined);
      const sent = whole === undefined ? files : [whole];
      const switches = [...(create === true ? ['--create'] : []), ...(hidden === true ? ['--private'] : [])];
      const argv = [...sent, ...words(named), ...passedOn(call, ['env-file']), ...switches];
      return { ...common, command: jobCommand(push), makes: sent.join(' '), argv: async () => argv };
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
    const argv = [spec, ...words(declared), ...passedOn(call, passedOptions), ...switches];
    const mustBeWhole = dataset.mustBeWhole?.(dataset.options.parse(stage.with)) === true;
    return { ...common, command: jobCommand(dataset), makes: folder, mustBeWhole, argv: async () => argv };
  };
  return runCommandStages(call, definition, {
    stages: stages.map(asCommand),
    first,
    folder: runFolder(options),
  });
}
