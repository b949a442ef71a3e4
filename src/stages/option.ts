// What an option is, as plain data: flags, parsing, help, shell completion and reference tables are made from it.
// Options of stages are derived from their zod schemas (option-rows.ts); the build writes them as JSON, so that help and
// completion load no schema.

export const optionGroups = [
  'Input',
  'Selection',
  'Assumptions',
  'Work',
  'Model',
  'Reward model',
  'Server',
  'Audit',
  'Output',
  'Limits',
  'Errors',
  'General',
] as const;
export type OptionGroup = (typeof optionGroups)[number];

export interface Option {
  /** Long name without dashes. */
  readonly name: string;
  readonly short?: string;
  /** Placeholder of its value; an option without one is a switch. */
  readonly value?: string;
  readonly multiple?: boolean;
  /** Other long names that mean the same. */
  readonly aliases?: readonly string[];
  /** Its value is a list of numbers, which may also follow one by one: `--etas 0.1 0.9` is `--etas 0.1,0.9`. */
  readonly numbers?: boolean;
  /** It takes all words up to the next option: `--datasets A B` is `--datasets A --datasets B`. */
  readonly several?: boolean;
  readonly about: string;
  readonly default?: string;
  readonly choices?: readonly string[];
  readonly group: OptionGroup;
  /**
   * Options, or options with values (`unique=near`), one of which must be given too, or hold by default: else it
   * changes nothing. A number of 0 is not given.
   */
  readonly needs?: readonly string[];
  /** The same, beside each of which it changes nothing. */
  readonly idleWith?: readonly string[];
  /** The actions that read it, where the first argument names one. */
  readonly actions?: readonly string[];
  /** The configuration setting that this option overrides; `ROLE` is replaced by the command's endpoint role. */
  readonly setting?: string;
}

/** Options of one group of the help. */
export function inGroup(group: OptionGroup, options: readonly Omit<Option, 'group'>[]): readonly Option[] {
  return options.map((option) => ({ ...option, group }));
}

/** An option that a stage declares: its place in the stage's options, and how its text becomes a value. */
export interface StageOption extends Option {
  /** Key in the stage's options. */
  readonly key: string;
  readonly kind: 'switch' | 'text' | 'whole' | 'number';
  /** Bounds of a number, both included. */
  readonly min?: number;
  readonly max?: number;
  /** Words that a list of numbers may hold beside them: `all`. */
  readonly words?: readonly string[];
  /** Named spelling of the command line (spellings.ts), where it is not the value itself. */
  readonly spelling?: string;
  /** A switch that takes something away: it is on unless the flag is given. */
  readonly negates?: boolean;
  /** What forms call it; the key in words when absent. */
  readonly label?: string;
  /** What forms show in its field while that is empty and there is no default. */
  readonly example?: string;
  /** Known members of a list, with their names: forms offer them. */
  readonly offers?: readonly OfferedValue[];
}

export interface OfferedValue {
  readonly key: string;
  readonly name: string;
}

/** True where its value names a file or a folder. */
export function takesPath({ value }: Pick<Option, 'value'>): boolean {
  return value !== undefined && /\b(?:DIR|FILE|FOLDER)\b/.test(value);
}
