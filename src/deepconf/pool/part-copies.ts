// Parts on their way from the worker that wrote them to the coordinator, where the two share no disk: `top` first, then
// `core`, which says that both are there. Each worker writes under a name of its own.
import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeFileAtomic } from '../../storage/atomic-write.ts';
import { createFolder } from '../../storage/make-folder.ts';
import { clearBelow, type ObjectStore } from '../../storage/object-store.ts';
import { type AdoptedPart, type AdoptingPool, adoptPart } from './adopt.ts';
import type { PartJob } from './build-plan.ts';
import { partPath, sidesOf } from './layout.ts';
import type { WrittenPart } from './part-protocol.ts';
import type { PoolSettings } from './schema.ts';

interface Pool {
  readonly folder: string;
  readonly settings: PoolSettings;
}

function copiesOf({ journal }: Pick<PartJob, 'journal'>): string {
  return `parts/${journal}/`;
}

/** Puts a part that this machine has written into the store, and removes it here. Nothing where there is none. */
export async function sendPart(
  { folder, settings }: Pool,
  job: Pick<PartJob, 'journal' | 'problem' | 'part'>,
  store: ObjectStore,
): Promise<void> {
  const writer = randomBytes(8).toString('hex');
  for (const side of sidesOf(settings)) {
    const path = partPath(folder, side, job.problem.problem_id, job.part);
    const bytes = await readFile(path).catch(() => null);
    if (bytes === null) return;
    await store.put(`${copiesOf(job)}${writer}/${side}`, bytes);
  }
  for (const side of sidesOf(settings)) {
    await rm(partPath(folder, side, job.problem.problem_id, job.part), { force: true });
  }
}

/** Brings a part that a worker has written, and commits it. Null where no worker has, or none that is whole. */
export async function takePart(
  pool: AdoptingPool,
  job: PartJob,
  { store, report }: { readonly store: ObjectStore; readonly report?: WrittenPart | undefined },
): Promise<AdoptedPart | null> {
  const { folder, settings } = pool;
  for (const object of await store.list(copiesOf(job))) {
    if (!object.endsWith('/core')) continue;
    for (const side of sidesOf(settings)) {
      const bytes = await store.get(object.replace(/core$/, side));
      if (bytes === null) break;
      const path = partPath(folder, side, job.problem.problem_id, job.part);
      await createFolder(dirname(path));
      await writeFileAtomic(path, bytes);
    }
    const adopted = await adoptPart(pool, job, report);
    if (adopted !== null) return adopted;
  }
  return null;
}

/** Once the part is committed. */
export function removeCopies(job: PartJob, store: ObjectStore): Promise<void> {
  return clearBelow(store, copiesOf(job));
}
