// Keeps the note of which run is `latest` (latest-run.ts). Apart from what reads it: every command begins with that.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { writeFileAtomic } from '../storage/atomic-write.ts';
import { latestFile, notedRun } from './latest-run.ts';

/** Notes a run folder that is under runs/, or stands beside that folder's other runs. */
export async function noteLatest(folder: string): Promise<void> {
  if (!existsSync('runs')) return;
  const path = relative(resolve('runs'), resolve(folder));
  await writeFileAtomic(latestFile, `${path}\n`);
}

/** After run folders were removed: where the noted one is gone, the newest of those that are left is noted. */
export async function renewLatest(): Promise<void> {
  if (!existsSync(latestFile) || existsSync(notedRun())) return;
  const { runsIn } = await import('./run-facts.ts');
  const left = (await runsIn(['runs'], Date.now()))[0]?.run;
  if (left === undefined) await rm(latestFile, { force: true });
  else await noteLatest(left);
}
