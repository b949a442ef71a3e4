// The stage that a command's flags ask for, with its options as pipelines write them.
import { LateBenchError } from '../errors.ts';
import type { AnyStage } from '../stages/define.ts';
import type { JobStage } from '../stages/define-job.ts';
import { optionRows } from '../stages/option-rows.ts';
import type { StageUse } from '../stream/records-plan.ts';
import { recordsOf } from './named-inputs.ts';
import type { ParsedOptions } from './parse-options.ts';
import { variantRows } from './stage-command.ts';
import { checkValues, stageValues } from './stage-values.ts';

/** What a job takes, where it is named without a flag; a job that reads problems has their files there. */
function taken(
  { name, command = name, takes, others, reads, usage = '' }: JobStage,
  options: ParsedOptions,
): Record<string, unknown> {
  if (reads === 'problems') return {};
  const named = [...options.list(takes), ...options.positionals];
  if (others !== undefined) return named.length === 0 ? {} : { [others]: named };
  if (named.length === 1) return { [takes]: named[0] };
  throw new LateBenchError(
    'LB_USAGE',
    `name one ${takes}: latebench ${command} ${usage.replace('[OPTIONS] ', '')}`,
  );
}

/** What a command names without a flag, where its stage takes it. */
function otherFiles(stage: AnyStage, options: ParsedOptions): Record<string, unknown> {
  const { positionals } = options;
  if (stage.kind === 'job') return taken(stage, options);
  if (stage.kind !== 'reduce' || stage.others === undefined || positionals.length < 2) return {};
  return { [stage.others]: positionals.slice(1).map(recordsOf) };
}

/** Throws LB_USAGE, naming the flag, for what the stage does not take. */
export async function stageUse(stage: AnyStage, options: ParsedOptions): Promise<StageUse> {
  const rows = optionRows(stage.options);
  const variant = stage.kind === 'map' ? stage.variant : undefined;
  const others = variant === undefined ? [] : await variantRows(variant);
  const isGiven = (name: string): boolean => options.flag(name) || options.list(name).length > 0;
  if (variant === undefined || (!isGiven(variant.flag) && !others.some(({ name }) => isGiven(name)))) {
    const values = { ...(await stageValues(rows, options)), ...otherFiles(stage, options) };
    checkValues(stage.options, values, rows);
    return { use: stage.name, with: values };
  }
  const shared = rows.filter(({ key }) => variant.shares.includes(key));
  const foreign = rows.find((row) => !shared.includes(row) && isGiven(row.name));
  if (foreign !== undefined) throw new LateBenchError('LB_USAGE', `--${foreign.name} ${variant.refusal}`);
  const values = await stageValues([...others, ...shared], options);
  const model = options.text('model');
  return { use: variant.use, with: { ...values, ...(model === undefined ? {} : { model }) } };
}
