// The options that actions of `latebench pool` share, and what they come to.
import { z } from 'zod';
import { LateBenchError } from '../errors.ts';
import type { Option } from '../stages/option.ts';
import { optionRows } from '../stages/option-rows.ts';
import { confidenceFields } from '../stages/vote/confidence-options.ts';
import { type Command, checkArguments } from './command.ts';
import type { ParsedOptions } from './parse-options.ts';
import { checkValues, stageValues } from './stage-values.ts';

export const poolOption: Option = {
  name: 'pool',
  value: 'DIR',
  about: 'folder of the pool',
  group: 'Input',
};

export const rebuildOption: Option = {
  name: 'rebuild',
  aliases: ['rebuild-pool'],
  about: 'discard the contents of the pool and start again',
  group: 'Work',
};

const confidence = z.strictObject(confidenceFields);

export const confidenceOptions = optionRows(confidence);

/** What was given of them; throws LB_USAGE, naming the flag, for a wrong value. */
export async function givenConfidence(options: ParsedOptions): Promise<z.output<typeof confidence>> {
  const values = await stageValues(confidenceOptions, options);
  checkValues(confidence, values, confidenceOptions);
  return confidence.parse(values);
}

export function poolFolderOf(options: ParsedOptions, command: Command): string {
  const isPositional = command.usage.startsWith('DIR');
  const folder = options.text('pool') ?? (isPositional ? options.positionals[0] : undefined);
  if (isPositional) checkArguments({ options, command }, options.text('pool') === undefined ? 1 : 0);
  if (folder !== undefined) return folder;
  throw new LateBenchError('LB_USAGE', `${command.name}: say which pool (--pool DIR)`);
}
