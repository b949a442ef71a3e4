// Brings a pool's manifest in line with the disk. A part that a crash left unrecorded is verified and committed; a file
// that does not belong to this pool is quarantined under a name that no glob matches.
import { existsSync } from 'node:fs';
import { readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isLateBenchError } from '../../errors.ts';
import { ParquetReader } from '../../storage/columnar/parquet-file.ts';
import { examinePart } from './examine-part.ts';
import { partPath, sidePath, sidesOf } from './layout.ts';
import type { PoolManifest } from './manifest.ts';
import type { PoolProblem } from './read.ts';
import { putAsideLost, reconcileRanges } from './reconcile-ranges.ts';
import { isCovered, spansOf } from './sample-spans.ts';
import type { PoolSettings } from './schema.ts';
import { partsOf } from './sources.ts';

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

/** A compaction that was killed may have put one side into range files and not the other. */
function hasTop(
  manifest: PoolManifest,
  problemId: string,
  { part, first, rows }: { part: number; first: number; rows: number },
): boolean {
  const top = manifest.get('top', problemId, part);
  if (top?.first_sample === first && top.rows === rows) return true;
  const parts = top === undefined ? [] : [{ first: top.first_sample, rows: top.rows }];
  return isCovered({ first, rows }, [...spansOf(manifest.slices('top', problemId)), ...parts]);
}

async function removeEmpty(folder: string): Promise<void> {
  if (existsSync(folder)) await rmdir(folder).catch(() => {});
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
        if (existsSync(sidePath(folder, side, problemId))) {
          await removeUnfinished(sidePath(folder, side, problemId));
        }
        const slices = manifest.slices(side, problemId);
        const present = new Set(await partsOf(folder, side, problemId));
        for (const { part } of manifest.parts(side, problemId)) {
          if (!present.has(part)) manifest.drop(side, problemId, part);
        }
        for (const part of present) {
          const path = partPath(folder, side, problemId, part);
          if (manifest.get(side, problemId, part)?.bytes === (await sizeOf(path))) continue;
          try {
            const facts = await examinePart(reader, { folder, settings, problemId, part }, side);
            if (isCovered({ first: facts.first_sample, rows: facts.rows }, spansOf(slices))) {
              // A compaction was killed before it could remove it.
              await rm(path);
              manifest.drop(side, problemId, part);
            } else manifest.add(facts);
          } catch (error) {
            if (!isLateBenchError(error)) throw error;
            const aside = join(dirname(path), `.${basename(path)}.damaged`);
            await rename(path, aside);
            manifest.drop(side, problemId, part);
            say(`${error.message}; moved to ${aside}`);
          }
        }
      }
      for (const side of sides) {
        // Only what is empty goes.
        if (manifest.slices(side, problemId).length > 0) await removeEmpty(sidePath(folder, side, problemId));
      }
    }
    for (const side of sides) await reconcileRanges(manifest, pool, side, say);
    await putAsideLost(manifest, pool, say);
    for (const { problem_id: problemId } of settings.keep_top ? problems : []) {
      // top/ is written first: a part without its other side is the work of a process that was killed.
      for (const { part, first_sample: first, rows } of manifest.parts('core', problemId)) {
        if (!hasTop(manifest, problemId, { part, first, rows })) manifest.drop('core', problemId, part);
      }
    }
  } finally {
    await reader.close();
  }
}
