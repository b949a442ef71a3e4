// The table of commands and options that the build writes beside the compiled code. A source tree has none: there the
// declarations are loaded.
import { readFileSync } from 'node:fs';
import { builtFile, isBuilt } from '../package-root.ts';
import type { Command } from './command.ts';

/** A command without its code: plain JSON. */
export interface CommandFacts extends Omit<Command, 'run' | 'actions'> {
  readonly actions?: readonly CommandFacts[];
}

export const tableName = 'commands.json';

let table: Readonly<Record<string, CommandFacts>> | null | undefined;

export function commandTable(): Readonly<Record<string, CommandFacts>> | null {
  if (table === undefined && !isBuilt) table = null;
  if (table === undefined) {
    try {
      table = JSON.parse(readFileSync(builtFile(tableName), 'utf8')) as Record<string, CommandFacts>;
    } catch {
      table = null;
    }
  }
  return table;
}
