// A second stage behind a command: the switch that asks for it, and what it shares with the command's own.
import type { OptionGroup } from './option.ts';

/** Another stage that the same command runs when one of its options is given; the options have a separate prefix. */
export interface Variant {
  readonly use: string;
  /** The switch that asks for it; its options begin with this and a dash. */
  readonly flag: string;
  readonly about: string;
  readonly group: OptionGroup;
  /** Options of the command's own stage that it takes too. */
  readonly shares: readonly string[];
  /** Follows the name of an option that it does not take, in an error: `--votes …`. */
  readonly refusal: string;
}
