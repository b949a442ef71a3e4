// Brings a pool's manifest in line with the disk. A part that a crash left unrecorded is verified and committed; a file
// that does not belong to this pool is quarantined under a name that no glob matches.
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isLateBenchError } from '../../errors.ts';
import { ParquetReader } from '../../storage/columnar/parquet-file.ts';
import { partPath, sidePath } from './layout.ts';
import type { PoolManifest } from './manifest.ts';
import { examinePart } from './part-facts.ts';
import { type PoolProblem, partsOf } from './read.ts';
import type { PoolSettings } from './schema.ts';
import { sidesOf } from './write-part.ts';

async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ size }) => size,
    () => undefined,
  );
}

/** Files of writers that are gone; the caller holds the pool's lock. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [] as string[]);
  for (const name of names) {
    if (/^\.part-\d{6}\.parquet\.tmp-/.test(name)) await rm(join(folder, name), { force: true });
  }
}

/**
 * Brings the manifest in line with the disk. Known parts are trusted if their size matches; others are verified and
 * committed, or quarantined. A part counts when all of its sides exist and are equally long.
 */
export async function reconcile(
  manifest: PoolManifest,
  pool: {
    readonly folder: string;
    readonly settings: PoolSettings;
    readonly problems: readonly PoolProblem[];
  },
  say: (line: string) => void,
): Promise<void> {
  const { folder, settings, problems } = pool;
  const reader = new ParquetReader();
  const sides = sidesOf(settings);
  try {
    for (const { problem_id: problemId } of problems) {
      for (const side of sides) {
        await removeUnfinished(sidePath(folder, side, problemId));
        const present = new Set(await partsOf(folder, side, problemId));
        for (const { part } of manifest.parts(side, problemId)) {
          if (!present.has(part)) manifest.drop(side, problemId, part);
        }
        for (const part of present) {
          const path = partPath(folder, side, problemId, part);
          if (manifest.get(side, problemId, part)?.bytes === (await sizeOf(path))) continue;
          try {
            manifest.add(await examinePart(reader, { folder, settings, problemId, part }, side));
          } catch (error) {
            if (!isLateBenchError(error)) throw error;
            const aside = join(dirname(path), `.${basename(path)}.damaged`);
            await rename(path, aside);
            manifest.drop(side, problemId, part);
            say(`${error.message}; moved to ${aside}`);
          }
        }
      }
      // top/ is written first: a part without its other side is the work of a process that was killed.
      for (const { part, rows } of manifest.parts('core', problemId)) {
        if (!settings.keep_top || manifest.get('top', problemId, part)?.rows === rows) continue;
        manifest.drop('core', problemId, part);
      }
    }
  } finally {
    await reader.close();
  }
}
