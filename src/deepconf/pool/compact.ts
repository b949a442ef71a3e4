// Joins the parts of a problem into fewer, longer files. The new folder of a problem is made beside the old one and
// takes its place by renaming, so that no glob ever sees a row twice.
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ParquetReader } from '../../storage/columnar/parquet-file.ts';
import { openParquetSink } from '../../storage/columnar/parquet-sink.ts';
import { partName, partPath, partSamples, type Side, sidePath } from './layout.ts';
import { examinePart, type PartFacts } from './part-facts.ts';
import type { ReadyPool } from './prepare.ts';
import { readRows } from './read-rows.ts';
import { coreColumns, topColumns } from './schema.ts';
import { partMetadata, sidesOf } from './write-part.ts';

/** Parts that become one file: a pool of 4,096 samples then has one a problem. */
const joinedParts = 32;

/** Runs of whole parts that can be joined, as lists of part numbers; a last short part stays as it is. */
export function runsOf(parts: readonly Pick<PartFacts, 'part' | 'rows'>[]): number[][] {
  const runs: number[][] = [];
  let open: number[] = [];
  for (const { part, rows } of parts) {
    const fits =
      rows === partSamples && Math.floor(part / joinedParts) === Math.floor((open[0] ?? part) / joinedParts);
    const follows = open.length === 0 ? part % joinedParts === 0 : part === open.at(-1)! + 1;
    if (!fits || !follows) {
      if (open.length > 1) runs.push(open);
      open = [];
    }
    if (rows === partSamples && (open.length > 0 || part % joinedParts === 0)) open.push(part);
  }
  if (open.length > 1) runs.push(open);
  return runs;
}

function nextTo(path: string, what: string): string {
  return join(dirname(path), `.${basename(path)}.${what}`);
}

/** False when there is nothing to move; any other reason why it did not move is an error. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Ends what a killed process began: the old folder is away and the new one not yet in its place. */
export async function finishCompaction(
  pool: Pick<ReadyPool, 'folder' | 'settings' | 'problems'>,
): Promise<void> {
  for (const { problem_id } of pool.problems) {
    for (const side of sidesOf(pool.settings)) {
      const path = sidePath(pool.folder, side, problem_id);
      // The new one, or, where even that was not made, the old one: then it is all there is. Nothing is removed below
      // unless this came to its end.
      if (!existsSync(path) && !(await moved(nextTo(path, 'joined'), path))) {
        await moved(nextTo(path, 'old'), path);
      }
      for (const what of ['old', 'joined']) await rm(nextTo(path, what), { recursive: true, force: true });
    }
  }
}

async function joinSide(
  pool: ReadyPool,
  problemId: string,
  side: Side,
  runs: readonly number[][],
): Promise<void> {
  const { folder, settings } = pool;
  const path = sidePath(folder, side, problemId);
  const joined = nextTo(path, 'joined');
  const inRuns = new Set(runs.flat());
  const reader = new ParquetReader();
  await mkdir(joined, { recursive: true });
  try {
    for (const name of await readdir(path)) {
      const part = Number(/^part-(\d{6})\.parquet$/.exec(name)?.[1] ?? -1);
      if (part !== -1 && !inRuns.has(part)) await cp(join(path, name), join(joined, name));
    }
    for (const run of runs) {
      const place = { folder, settings, problemId, part: run[0]! };
      const sink = await openParquetSink(
        join(joined, partName(run[0]!)),
        side === 'core' ? coreColumns : topColumns,
        { metadata: partMetadata(place) },
      );
      try {
        for (const part of run) {
          for await (const row of readRows(reader, partPath(folder, side, problemId, part), side))
            await sink.write(row);
        }
        await sink.close();
      } catch (error) {
        await sink.abort();
        throw error;
      }
    }
  } finally {
    await reader.close();
  }
  await rename(path, nextTo(path, 'old'));
  await rename(joined, path);
  await rm(nextTo(path, 'old'), { recursive: true, force: true });
}

/** How many files would be joined into how many. */
export function compactionPlan({
  settings,
  problems,
  manifest,
}: Pick<ReadyPool, 'settings' | 'problems' | 'manifest'>): { files: number; into: number } {
  const runs = problems.flatMap(({ problem_id }) => runsOf(manifest.parts('core', problem_id)));
  const sides = sidesOf(settings).length;
  return { files: runs.flat().length * sides, into: runs.length * sides };
}

/** Returns how many files were joined into how many. The caller holds the pool's lock. */
export async function compactPool(
  pool: ReadyPool,
  onProblem: (done: number) => void,
): Promise<{ files: number; into: number }> {
  const { folder, settings, problems, manifest } = pool;
  const reader = new ParquetReader();
  let files = 0;
  let into = 0;
  try {
    for (const [at, { problem_id: problemId }] of problems.entries()) {
      const runs = runsOf(manifest.parts('core', problemId));
      if (runs.length > 0) {
        for (const side of sidesOf(settings)) {
          await joinSide(pool, problemId, side, runs);
          for (const run of runs) {
            for (const part of run) manifest.drop(side, problemId, part);
            manifest.add(await examinePart(reader, { folder, settings, problemId, part: run[0]! }, side));
            files += run.length;
            into += 1;
          }
        }
        await manifest.commit();
      }
      onProblem(at + 1);
    }
  } finally {
    await reader.close();
  }
  return { files, into };
}
