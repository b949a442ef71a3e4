// Whether a run is at work: by the processes that have their names on its locks and unfinished files, by what was written
// last, and by the manifest, which a run removes when it begins and writes when it ends.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Liveness } from '../../storage/process-identity.ts';
import { ownerLiveness } from '../../storage/process-lock.ts';
import { unfinishedFiles } from '../../storage/temporary-files.ts';
import type { RunState } from '../api-live.ts';
import { readManifest, stageManifests } from '../run-files.ts';

/** A living run that has written nothing for so long is stalled. */
const stalledMs = 60_000;

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

/** The files of a run, of its journals too. */
async function filesOf(folder: string): Promise<readonly string[]> {
  const journal = join(folder, 'journal');
  const journals = (await namesIn(journal)).map((name) => join(journal, name));
  const files = [];
  for (const inside of [folder, journal, ...journals]) {
    for (const name of await namesIn(inside)) files.push(join(inside, name));
  }
  return files;
}

/** A folder changes when anything is made in it: only files say that a run has gone on. */
async function lastChange(files: readonly string[]): Promise<number> {
  let last = 0;
  for (const path of files) {
    const about = await stat(path).catch(() => null);
    if (about?.isFile() === true) last = Math.max(last, about.mtimeMs);
  }
  return last;
}

async function ownersOf(folder: string, files: readonly string[]): Promise<readonly Liveness[]> {
  const locks = files.filter((path) => path.endsWith('.lock'));
  const unfinished = await unfinishedFiles(folder);
  return [...(await Promise.all(locks.map(ownerLiveness))), ...unfinished.map(({ writer }) => writer)];
}

/** `now`: milliseconds since the epoch. */
export async function runStateOf(folder: string, now: number): Promise<RunState> {
  const files = await filesOf(folder);
  const owners = await ownersOf(folder, files);
  const isLiving = owners.includes('living');
  const manifest = await readManifest(folder);
  if (manifest !== null && !isLiving) return manifest.complete === false ? 'stopped' : 'finished';
  if (isLiving || owners.includes('unknown')) {
    return now - (await lastChange(files)) > stalledMs ? 'stalled' : 'running';
  }
  if (owners.includes('dead')) return 'dead';
  // A pipeline of jobs has no manifest of its own; its lock would still be there if it had been killed.
  const stages = await stageManifests(folder);
  return stages.length > 0 && stages.every(({ complete }) => complete !== false) ? 'finished' : 'unknown';
}
