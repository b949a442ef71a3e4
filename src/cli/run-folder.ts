// Where a command that always makes a run folder puts it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ParsedOptions } from './parse-options.ts';

/** What `--run` names, else `runs/<UTC time>`: `runs/2026-11-21T10-00-00Z`, with `-2` behind it where that is taken. */
export function runFolder(options: ParsedOptions): string {
  const named = options.text('run');
  if (named !== undefined) return named;
  const time = new Date()
    .toISOString()
    .replaceAll(':', '-')
    .replace(/\.\d+Z$/, 'Z');
  const first = join('runs', time);
  for (let more = 1; ; more += 1) {
    const folder = more === 1 ? first : `${first}-${more}`;
    if (!existsSync(folder)) return folder;
  }
}
