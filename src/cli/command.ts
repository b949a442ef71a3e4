// What a command is: its words for help and completion, its options, and how it runs.
import type { Readable, Writable } from 'node:stream';
import type { Role } from '../config/settings.ts';
import type { Option, ParsedOptions } from './option.ts';

/** The process as commands see it. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
}

export interface Call extends Streams {
  readonly command: Command;
  readonly options: ParsedOptions;
  /** Writes a line to stderr, unless --quiet. */
  readonly say: (line: string) => void;
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
  /** The endpoint role whose settings `--model`, `--endpoint` … give. */
  readonly role?: Role;
  /** What the first word after the name may be; each is a command of its own, named `pool build`. */
  readonly actions?: readonly Command[];
  /** Page under docs/ that says more. */
  readonly docs?: string;
  /** Resolves with the exit code. */
  run(call: Call): Promise<number>;
}
