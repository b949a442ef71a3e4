// The tables of commands and options that the build writes beside the compiled code, a file for each command: one is read
// where its command is named. A source tree has none: there the declarations are loaded.
import { readFileSync } from 'node:fs';
import { builtFile, isBuilt } from '../package-root.ts';
import type { Command } from './command.ts';

/** A command without its code: plain JSON. */
export interface CommandFacts extends Omit<Command, 'run' | 'actions'> {
  readonly actions?: readonly CommandFacts[];
}

export const tableFolder = 'commands';

/** Undefined where the build has written none. */
export function commandTable(name: string): CommandFacts | undefined {
  if (!isBuilt) return undefined;
  try {
    return JSON.parse(readFileSync(builtFile(`${tableFolder}/${name}.json`), 'utf8')) as CommandFacts;
  } catch {
    return undefined;
  }
}
