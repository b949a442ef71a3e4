// Parts on their way from the worker that wrote them to the coordinator, where the two share no disk: `top` first, then
// `core`, which says that both are there. Each worker writes under a name of its own, which has the hash of what it wrote:
// nothing else is put into the pool, whatever the store gives.
import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sha256Hex } from '../../records/identity.ts';
import { writeFileAtomic } from '../../storage/atomic-write.ts';
import { createFolder } from '../../storage/make-folder.ts';
import { clearBelow, type ObjectStore } from '../../storage/object-store.ts';
import { type AdoptedPart, type AdoptingPool, adoptPart } from './adopt.ts';
import type { PartJob } from './build-plan.ts';
import { partPath, type Side, sidesOf } from './layout.ts';
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
    await store.put(`${copiesOf(job)}${writer}/${side}-${sha256Hex(bytes)}`, bytes);
  }
  for (const side of sidesOf(settings)) {
    await rm(partPath(folder, side, job.problem.problem_id, job.part), { force: true });
  }
}

/** The sides that one worker has put there, as it wrote them; null where one is missing or damaged. */
async function sidesFrom(
  store: ObjectStore,
  writer: string,
  { sides, names }: { readonly sides: readonly Side[]; readonly names: readonly string[] },
): Promise<readonly Buffer[] | null> {
  const all: Buffer[] = [];
  for (const side of sides) {
    const name = names.find((one) => one.startsWith(`${writer}/${side}-`));
    const bytes = name === undefined ? null : await store.get(name);
    if (bytes === null || !name!.endsWith(`-${sha256Hex(bytes)}`)) return null;
    all.push(bytes);
  }
  return all;
}

/** Brings a part that a worker has written, and commits it. Null where no worker has, or none that is whole. */
export async function takePart(
  pool: AdoptingPool,
  job: PartJob,
  { store, report }: { readonly store: ObjectStore; readonly report?: WrittenPart | undefined },
): Promise<AdoptedPart | null> {
  const { folder, settings } = pool;
  const sides = sidesOf(settings);
  const names = await store.list(copiesOf(job));
  const writers = new Set(names.map((name) => name.slice(0, name.lastIndexOf('/'))));
  for (const writer of writers) {
    const all = await sidesFrom(store, writer, { sides, names });
    if (all === null) continue;
    for (const [at, side] of sides.entries()) {
      const path = partPath(folder, side, job.problem.problem_id, job.part);
      await createFolder(dirname(path));
      await writeFileAtomic(path, all[at]!);
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
