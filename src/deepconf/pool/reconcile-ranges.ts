// Brings what a manifest says of range files in line with the disk, after the same was done for parts. A compaction that
// was killed is ended; a file that the manifest does not know is removed where all of its rows are elsewhere, and
// committed where they are not, because the manifest was lost then.
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isLateBenchError } from '../../errors.ts';
import { ParquetReader } from '../../storage/columnar/parquet-file.ts';
import { mergedSlices } from './compaction-plan.ts';
import { hiddenRangePath, partPath, rangeName, rangeOfName, rangePath, type Side } from './layout.ts';
import type { PoolManifest } from './manifest.ts';
import type { SliceRow } from './manifest-segment.ts';
import { examineRange } from './range-facts.ts';
import { publishRange } from './range-names.ts';
import type { PoolProblem } from './read.ts';
import { hasCore, isCovered, spansOf } from './sample-spans.ts';
import type { PoolSettings } from './schema.ts';

interface Reconciled {
  readonly folder: string;
  readonly settings: PoolSettings;
  readonly problems: readonly PoolProblem[];
}

export async function reconcileRanges(
  manifest: PoolManifest,
  { folder, settings, problems }: Reconciled,
  side: Side,
  say: (line: string) => void,
): Promise<void> {
  const names = new Set(await readdir(join(folder, side)).catch(() => [] as string[]));
  const onDisk = new Set([...names].flatMap((name) => rangeOfName(name) ?? []));
  const recorded = new Map(manifest.ranges(side).map((facts) => [facts.range, facts]));
  if (onDisk.size === 0 && recorded.size === 0) return;
  const reader = new ParquetReader();
  try {
    for (const { range, bytes } of recorded.values()) {
      const path = rangePath(folder, side, range);
      if (onDisk.has(range) && !names.has(rangeName(range))) await publishRange(folder, side, range);
      const size = (await stat(path).catch(() => undefined))?.size;
      if (size === bytes) continue;
      if (size !== undefined) {
        const aside = join(folder, side, `.${rangeName(range)}.damaged`);
        await rename(path, aside);
        say(`${path}: it has ${size} bytes instead of ${bytes}; moved to ${aside}`);
      } else say(`${path}: it is not there any more`);
      forget(manifest, { problems, side, range });
      onDisk.delete(range);
    }
    // The latest first: it may have taken the place of others.
    for (const range of [...onDisk].filter((one) => !recorded.has(one)).sort((a, b) => b - a)) {
      const isHidden = !names.has(rangeName(range));
      const path = isHidden ? hiddenRangePath(folder, side, range) : rangePath(folder, side, range);
      try {
        const found = await examineRange(reader, path, { settings, side, range });
        if (isElsewhere(manifest, side, found.slices.byProblem())) {
          await rm(path);
          continue;
        }
        manifest.addRange(found.facts);
        for (const [id, slices] of found.slices.byProblem()) {
          await adopt(manifest, { folder, side, id, slices });
        }
        if (isHidden) await publishRange(folder, side, range);
      } catch (error) {
        if (!isLateBenchError(error)) throw error;
        const aside = join(folder, side, `.${rangeName(range)}.damaged`);
        await rename(path, aside);
        say(`${error.message}; moved to ${aside}`);
      }
    }
  } finally {
    await reader.close();
  }
}

/**
 * Alternatives of tokens say nothing without the samples: files of top/ that have no others any more leave the pool. To be
 * called when both sides are in line with the disk.
 */
export async function putAsideLost(
  manifest: PoolManifest,
  { folder, problems }: Pick<Reconciled, 'folder' | 'problems'>,
  say: (line: string) => void,
): Promise<void> {
  for (const { range } of manifest.ranges('top')) {
    const isOfUse = problems.some(({ problem_id: id }) =>
      manifest.slices('top', id).some((slice) => slice[0] === range && hasCore(manifest, id, slice)),
    );
    if (isOfUse) continue;
    const path = rangePath(folder, 'top', range);
    const aside = join(folder, 'top', `.${rangeName(range)}.damaged`);
    await rename(path, aside);
    say(`${path}: core/ does not have its samples any more; moved to ${aside}`);
    forget(manifest, { problems, side: 'top', range });
  }
}

function isElsewhere(
  manifest: PoolManifest,
  side: Side,
  found: ReadonlyMap<string, readonly SliceRow[]>,
): boolean {
  return [...found].every(([id, slices]) => {
    const parts = manifest.parts(side, id).map(({ first_sample: first, rows }) => ({ first, rows }));
    const known = [...parts, ...spansOf(manifest.slices(side, id))];
    return spansOf(slices).every((span) => isCovered(span, known));
  });
}

/** Takes the rows of a range file in, and removes the parts whose samples it has. */
async function adopt(
  manifest: PoolManifest,
  { folder, side, id, slices }: { folder: string; side: Side; id: string; slices: readonly SliceRow[] },
): Promise<void> {
  const known = manifest.slices(side, id);
  // Rows that another file has too stay where they are known to be.
  const added = slices.filter(([, , first, rows]) => !isCovered({ first, rows }, spansOf(known)));
  const all = mergedSlices(known, [], added);
  for (const { part, first_sample: first, rows } of manifest.parts(side, id)) {
    if (!isCovered({ first, rows }, spansOf(all))) continue;
    await rm(partPath(folder, side, id, part), { force: true });
    manifest.drop(side, id, part);
  }
  manifest.setSlices(side, id, all);
}

function forget(
  manifest: PoolManifest,
  { problems, side, range }: { problems: readonly PoolProblem[]; side: Side; range: number },
): void {
  manifest.dropRange(side, range);
  for (const { problem_id: id } of problems) {
    const slices = manifest.slices(side, id);
    if (slices.some(([one]) => one === range))
      manifest.setSlices(side, id, mergedSlices(slices, [range], []));
  }
}
