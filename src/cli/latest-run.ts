// The newest run folder under the name `latest`. Its path is kept in a file: a link would show its rows twice in globs.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { LateBenchError } from '../errors.ts';

const name = 'latest';
/** Has the path of a run folder, from runs/. */
export const latestFile = join('runs', '.latest');

/** The run folder that is noted. */
export const notedRun = (): string => join(dirname(latestFile), readFileSync(latestFile, 'utf8').trim());

/** What a noted run folder is called in a command: by its own path where there is no runs/ to keep the note in. */
export function latestName(folder: string): string {
  return existsSync('runs') ? name : folder;
}

/** `latest`, or a path in it, as the path of the newest run; anything else as it is. A file of that name goes before. */
export function withLatest(path: string): string {
  if ((path !== name && !path.startsWith(`${name}${sep}`)) || existsSync(name)) return path;
  if (!existsSync(latestFile)) {
    throw new LateBenchError(
      'LB_INPUT_MISSING',
      `${path}: no run under runs/ yet (start one with latebench run quickstart)`,
    );
  }
  return join(notedRun(), path.slice(name.length));
}
