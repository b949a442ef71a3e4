// Which files of a folder are those of a pool. A folder that is named by mistake may have files of others under the same
// names: none of them is overwritten, and a rebuild leaves them where they are.
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LateBenchError } from '../../errors.ts';
import { parseJson } from '../../records/parse-json.ts';
import { manifestPath, problemsPath, rangeOfName, segmentsPath, settingsPath } from './layout.ts';
import { isSegmentName, removeOldManifest } from './manifest-files.ts';
import { decodeSegment } from './manifest-segment.ts';
import { poolFormat } from './schema.ts';

type IsOwn = (name: string) => boolean;

/** Unfinished and damaged files, and folders that an earlier version was joining. */
const isHidden: IsOwn = (name) => /^\.(problem_id=|part-|range-|[\w-]+\.parquet\.)/.test(name);
const isOfProblem: IsOwn = (name) => name.startsWith('problem_id=') || isHidden(name);
const isOfSide: IsOwn = (name) => isOfProblem(name) || rangeOfName(name) !== undefined;

/** The folders of a pool, and which names in them are a pool's. */
const folders: readonly (readonly [folder: string, isOwn: IsOwn])[] = [
  ['core', isOfSide],
  ['top', isOfSide],
  ['raw', isOfProblem],
  ['scores', (name) => name.endsWith('.parquet') || isHidden(name)],
  ['journal', (name) => isOfProblem(name) || name === 'probe'],
  ['think', (name) => name === 'finished.jsonl' || name === 'begun.jsonl'],
];

/** Removes the entries of a folder whose names are a pool's, then the folder if nothing else is in it. */
async function removeOwn(folder: string, isOwn: IsOwn): Promise<void> {
  const names = await readdir(folder).catch(() => undefined);
  if (names === undefined) return;
  for (const name of names) if (isOwn(name)) await rm(join(folder, name), { recursive: true, force: true });
  if (names.every(isOwn)) await rmdir(folder).catch(() => {});
}

/** Removes all that a build has made, pool.json first. `checkFolder` has looked at the folder before. */
export async function clearPool(folder: string): Promise<void> {
  await rm(settingsPath(folder), { force: true });
  await rm(problemsPath(folder), { force: true });
  await rm(manifestPath(folder), { force: true });
  await removeOldManifest(folder);
  for (const [name, isOwn] of folders) await removeOwn(join(folder, name), isOwn);
  await removeOwn(segmentsPath(folder), isSegmentName);
}

/** Damaged settings count as a pool's: only those of another format are not. */
async function isPoolSettings(folder: string): Promise<boolean> {
  try {
    const value = parseJson(await readFile(settingsPath(folder), 'utf8'));
    return (value as { format?: unknown } | null)?.format === poolFormat;
  } catch {
    return true;
  }
}

async function isProblems(folder: string): Promise<boolean> {
  const { readPoolProblems } = await import('./problems-file.ts');
  const problems = await readPoolProblems(folder).catch(() => undefined);
  return (
    problems?.every(
      ({ problem_id, problem }) => typeof problem_id === 'string' && typeof problem === 'string',
    ) ?? false
  );
}

async function isManifest(folder: string): Promise<boolean> {
  return decodeSegment(await readFile(manifestPath(folder))) !== null;
}

/** Files that a pool overwrites, and whether what is there is a pool's. */
const overwritten = [
  [settingsPath, isPoolSettings],
  [problemsPath, isProblems],
  [manifestPath, isManifest],
] as const;

/**
 * Looks for files that a pool would overwrite. Where pool.json is that of a pool, the others are its own, also damaged.
 *
 * @throws LB_CONFIG for a file of something else.
 */
export async function checkFolder(folder: string): Promise<void> {
  for (const [pathOf, isOwn] of overwritten) {
    const path = pathOf(folder);
    if (!existsSync(path)) continue;
    if (!(await isOwn(folder))) {
      const message = `${path} is of no pool, and the pool's own file would replace it; use another --pool, or move the file`;
      throw new LateBenchError('LB_CONFIG', message);
    }
    if (pathOf === settingsPath) return;
  }
}
