// Where a command that always makes a run folder puts it.
import { join } from 'node:path';
import type { ParsedOptions } from './parse-options.ts';

/** What `--run` names, else `runs/<UTC time>`: `runs/2026-11-21T10-00-00Z`. */
export function runFolder(options: ParsedOptions): string {
  const time = new Date()
    .toISOString()
    .replaceAll(':', '-')
    .replace(/\.\d+Z$/, 'Z');
  return options.text('run') ?? join('runs', time);
}
