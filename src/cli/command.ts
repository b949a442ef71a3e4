// What a command is: its words for help and completion, its options, and how it runs.
import type { Role } from '../config/setting-table.ts';
import { LateBenchError } from '../errors.ts';
import type { Terminal } from '../executor/terminal.ts';
import type { Option } from '../stages/option.ts';
import { generalOptions } from './options.ts';
import type { ParsedOptions } from './parse-options.ts';

/** The process as commands see it. */
export type Streams = Pick<Terminal, 'stdin' | 'stdout' | 'stderr'>;

export interface Call extends Terminal {
  readonly command: Command;
  readonly options: ParsedOptions;
  /** Called with the exit code once the command has ended without an error. */
  readonly atExit: ((exitCode: number) => void)[];
}

export interface Command {
  readonly name: string;
  /** One line, lower-case, no full stop. */
  readonly summary: string;
  /** What follows the name: `[FILE…]`. */
  readonly usage: string;
  /** A few sentences for --help, beyond the summary. */
  readonly about?: string;
  /** Shown first in --help. */
  readonly examples: readonly string[];
  readonly options: readonly Option[];
  /** What may stand where it names something without a flag: names of pipelines, shells, actions. */
  readonly words?: readonly string[];
  /** The endpoint role whose settings `--model`, `--endpoint` … give; `every` means all of them alike. */
  readonly role?: Role | 'every';
  /** The actions that may follow the name; each is a separate command, named `pool build`. */
  readonly actions?: readonly Command[];
  /** Page under docs/ that says more. */
  readonly docs?: string;
  /** Resolves with the exit code. */
  run(call: Call): Promise<number>;
}

/** Adds the options that every command has after its own. */
export function defineCommand({
  options = [],
  ...command
}: Omit<Command, 'options'> & Partial<Pick<Command, 'options'>>): Command {
  return { ...command, options: [...options, ...generalOptions] };
}

/** @throws LB_USAGE for more arguments than the command reads */
export function checkArguments({ options, command }: Pick<Call, 'options' | 'command'>, most: number): void {
  const extra = options.positionals[most];
  if (extra === undefined) return;
  const { name, usage } = command;
  const message = `${name} takes ${most === 0 ? 'no arguments' : 'one argument'} (${extra}): latebench ${name} ${usage}`;
  throw new LateBenchError('LB_USAGE', message);
}
