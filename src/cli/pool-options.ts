// The options that actions of `latebench pool` share, and what they come to.

import type { PoolSettings } from '../deepconf/pool/schema.ts';
import { conventionSettings, defaultScoreSettings } from '../deepconf/score-settings.ts';
import { LateBenchError } from '../errors.ts';
import type { Option } from '../stages/option.ts';
import type { Command } from './command.ts';
import { givenScores } from './confidence-options.ts';
import type { ParsedOptions } from './parse-options.ts';

export const problemsOption: Option = {
  name: 'problems',
  value: 'FILE',
  multiple: true,
  aliases: ['dataset'],
  about: 'problems: JSONL, JSON, CSV, Parquet, hf:OWNER/NAME, a rows URL',
  group: 'Input',
};

export const rebuildOption: Option = {
  name: 'rebuild',
  aliases: ['rebuild-pool'],
  about: 'throw away what is in the pool and begin again',
  group: 'Work',
};

export function poolFolderOf(options: ParsedOptions, command: Command): string {
  const folder =
    options.text('pool') ?? (command.usage.startsWith('DIR') ? options.positionals[0] : undefined);
  if (folder !== undefined) return folder;
  throw new LateBenchError('LB_USAGE', `${command.name}: say which pool (--pool DIR)`);
}

/** What the stored scores are computed with. */
export function storedScores(options: ParsedOptions): PoolSettings['scores'] {
  const settings = { ...defaultScoreSettings, ...conventionSettings.official, ...givenScores(options) };
  return {
    window: settings.window,
    tail: settings.tail,
    edge: settings.edge,
    bottom_count: settings.bottomCount,
    missing: settings.missing,
    sentinel: settings.sentinel ?? 'skip',
  };
}
