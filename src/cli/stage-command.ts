// A command that runs a stage over records: its flags come from the stage's options and from what every plan has.

import { loadStage } from '../stages/catalogue.ts';
import type { AnyStage, MapStage, ReduceStage } from '../stages/define.ts';
import type { JobStage } from '../stages/define-job.ts';
import type { Option, StageOption } from '../stages/option.ts';
import { optionRows } from '../stages/option-rows.ts';
import type { Variant } from '../stages/variant.ts';
import type { Command } from './command.ts';
import { endpointOptions } from './endpoint-options.ts';
import { openOption } from './open-in-browser.ts';
import {
  adapterOption,
  datasetOption,
  dryRunOption,
  engineOptions,
  errorOptions,
  generalOptions,
  keyOptions,
  limitOption,
  outputOption,
  problemsOption,
  rowsPathOption,
  runOption,
  seedOption,
  tryOption,
} from './options.ts';

function sideOptions({ side }: MapStage['ports']): readonly Option[] {
  if (side === undefined) return [];
  const { name, keep, about } = side;
  return [
    { name: keep, about: `write ${about} too, with their original steps`, group: 'Output' },
    { name, value: 'FILE', about: `write ${about} to FILE`, group: 'Output' },
  ];
}

/** The options of a variant, under its prefix. */
export async function variantRows({ use, flag }: Variant): Promise<readonly StageOption[]> {
  const stage = await loadStage(use);
  const prefixed = (names: readonly string[] | undefined) => names?.map((name) => `${flag}-${name}`);
  return optionRows(stage.options).map(({ needs, idleWith, ...row }) => ({
    ...row,
    name: `${flag}-${row.name}`,
    ...(needs === undefined ? {} : { needs: prefixed(needs)! }),
    ...(idleWith === undefined ? {} : { idleWith: prefixed(idleWith)! }),
  }));
}

async function variantOptions(variant: Variant | undefined): Promise<readonly Option[]> {
  if (variant === undefined) return [];
  const { flag, about, group } = variant;
  return [{ name: flag, about, group }, ...(await variantRows(variant))];
}

/** How rows that are no records yet are read. */
const rowOptions: readonly Option[] = [adapterOption, ...keyOptions, rowsPathOption];

/** What a stage that hands records on has beside its own options. */
async function mapOptions(stage: MapStage): Promise<readonly Option[]> {
  const { ports, role } = stage;
  return [
    ...(await variantOptions(stage.variant)),
    ...sideOptions(ports),
    ...(ports.in === 'records' && stage.seeded !== false ? [seedOption] : []),
    ...(role === undefined ? [] : endpointOptions),
    ...(ports.in === 'records' ? [datasetOption, ...rowOptions] : []),
  ];
}

/** Of options of endpoints, those that an estimate depends on. */
const estimated = new Set(['endpoint', 'base-url', 'model', 'concurrency', 'rpm', 'price']);

/** What a stage that comes to one result has beside its own options. */
function reduceOptions({ estimates }: ReduceStage): readonly Option[] {
  return [
    seedOption,
    ...rowOptions,
    ...(estimates === undefined ? [] : endpointOptions.filter(({ name }) => estimated.has(name))),
  ];
}

/** What a job has beside its own options. */
function jobOptions(stage: JobStage): readonly Option[] {
  const { role, reads, spreads, ports, options, seeded, leavesFiles } = stage;
  const problems = [
    problemsOption,
    ...keyOptions.filter(({ name }) => name === 'problem-key' || name === 'answer-key'),
    rowsPathOption,
    { ...limitOption, about: 'take the first N problems' },
  ];
  const own = new Set(optionRows(options).map(({ name }) => name));
  const more = [
    ...(ports.main === 'none' && leavesFiles !== false
      ? [{ ...runOption, about: 'run folder (runs/<time>)' }]
      : []),
    ...(role === undefined ? [] : endpointOptions.flatMap((option) => callOption(option, stage))),
    ...(spreads === true ? engineOptions : []),
    ...(reads === 'problems' ? problems : []),
    ...(reads === undefined ? [] : errorOptions),
    ...(seeded === false ? [] : [seedOption]),
    tryOption,
    ...generalOptions,
  ];
  return more.filter(({ name }) => !own.has(name));
}

const ofOneRole = new Set([
  ...['base-url', 'model', 'api-key-file', 'rpm'],
  ...['dialect', 'header', 'body', 'query'],
]);

/** An option of endpoints as a job has it. A job keeps its own order, and sends no batches. */
function callOption(option: Option, { role, keepsReplies, concurrency }: JobStage): readonly Option[] {
  const { name } = option;
  if (['order', 'batch', 'batch-wait'].includes(name)) return [];
  if (keepsReplies === true && ['cache', 'offline', 'fresh'].includes(name)) return [];
  // What means the same for every role.
  if (role === 'every' && ofOneRole.has(name)) return [];
  if (name !== 'concurrency' || concurrency === undefined) return [option];
  return [{ ...option, about: `calls in flight at once (${concurrency})` }];
}

/** The command of a job. */
export function jobCommand(stage: JobStage): Command {
  const { name, command = name, role, summary, usage = '[OPTIONS]', examples, about, docs, options } = stage;
  return {
    name: command,
    summary,
    usage,
    examples,
    about,
    ...(role === undefined ? {} : { role }),
    options: [...optionRows(options), ...jobOptions(stage)],
    docs,
    run: async (call) => (await import('./job-run.ts')).runJobCommand(call, stage),
  };
}

/** The command of a stage. */
export async function stageCommand(stage: AnyStage): Promise<Command> {
  if (stage.kind === 'job') return jobCommand(stage);
  if (stage.kind === 'stream') throw new Error(`${stage.name} is a part of filter, and no command`);
  const { summary, examples, about, docs, options, usage = '[OPTIONS] [FILE…]' } = stage;
  const role = stage.kind === 'map' ? stage.role : stage.estimates;
  return {
    name: stage.name,
    summary,
    usage,
    examples,
    about,
    ...(role === undefined ? {} : { role }),
    options: [
      ...optionRows(options),
      ...(stage.kind === 'map' ? await mapOptions(stage) : reduceOptions(stage)),
      limitOption,
      dryRunOption,
      ...(stage.kind === 'map' ? [outputOption, runOption] : []),
      ...(stage.kind === 'reduce' && stage.writesPage === true ? [openOption] : []),
      ...errorOptions,
      ...generalOptions,
    ],
    docs,
    run: async (call) => (await import('./stage-run.ts')).runStageCommand(call, stage),
  };
}
