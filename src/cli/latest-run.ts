// The newest run folder under the name `latest`. Its path is kept in a file: a link would show its rows twice in globs.
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { writeFileAtomic } from '../storage/atomic-write.ts';

const name = 'latest';
const file = join('runs', '.latest');

/** Notes a run folder that is under runs/, or stands beside that folder's other runs. */
export async function noteLatest(folder: string): Promise<void> {
  if (!existsSync('runs')) return;
  const path = relative(resolve('runs'), resolve(folder));
  await writeFileAtomic(file, `${path}\n`);
}

const noted = (): string => join(dirname(file), readFileSync(file, 'utf8').trim());

/** After run folders were removed: where the noted one is gone, the newest of those that are left is noted. */
export async function renewLatest(newest: () => Promise<string | undefined>): Promise<void> {
  if (!existsSync(file) || existsSync(noted())) return;
  const left = await newest();
  if (left === undefined) await rm(file, { force: true });
  else await noteLatest(left);
}

/** What a noted run folder is called in a command: by its own path where there is no runs/ to keep the note in. */
export function latestName(folder: string): string {
  return existsSync('runs') ? name : folder;
}

/** `latest`, or a path in it, as the path of the newest run; anything else as it is. A file of that name goes before. */
export function withLatest(path: string): string {
  if ((path !== name && !path.startsWith(`${name}${sep}`)) || existsSync(name)) return path;
  if (!existsSync(file)) {
    throw new LateBenchError(
      'LB_INPUT_MISSING',
      `${path}: there is no run under runs/ yet (latebench run quickstart makes one)`,
    );
  }
  return join(noted(), path.slice(name.length));
}
