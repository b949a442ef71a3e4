// Makes range files of the part files of many problems: fewer, longer files, in which a problem is found by its row
// groups. A range file is written under a name that no glob matches; then the manifest says that its rows are there, and
// from then on they are read there; then the files whose place it takes are removed; then it gets its name. Killed
// anywhere, the pool is read through the manifest as before, and reconciliation (reconcile-ranges.ts) does the rest.
import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder, writeJsonAtomic } from '../../storage/atomic-write.ts';
import { digestOfFile } from '../../storage/byte-digest.ts';
import { openTypedParquetSink } from '../../storage/columnar/typed-parquet-sink.ts';
import type { Row } from '../../storage/rows.ts';
import { type Batch, compactionSteps, filesOf, mergedSlices, type Piece } from './compaction-plan.ts';
import {
  hiddenRangePath,
  partPath,
  rangeOfName,
  rangePath,
  type Side,
  settingsPath,
  sidePath,
  sidesOf,
} from './layout.ts';
import type { SliceRow } from './manifest-segment.ts';
import { OneFile } from './one-file.ts';
import type { ReadyPool } from './prepare.ts';
import { type RangeFacts, rangeColumns, rangeMetadata, SliceList } from './range-facts.ts';
import { publishRange } from './range-names.ts';
import { RangeReader } from './range-reader.ts';
import { columnsOfRows, readRows, rowsOfTraces } from './read-rows.ts';
import { poolSchemaVersion } from './schema.ts';

/** Rows that a reader gets at once: a row group is decoded once, however many problems are in it. */
const rowGroup = { rowGroupRows: 4096, rowGroupBytes: 3.5 * 1024 * 1024 };

export interface CompactOptions {
  /** Bytes of a range file, about. */
  readonly size: number;
  /** Called with the number of problems that are done. */
  readonly onProblem?: ((done: number) => void) | undefined;
  /** Called before each step that changes what is on the disk. */
  readonly onStep?: Step | undefined;
}

type Step = (step: CompactionStep) => void;
export type CompactionStep = 'settings' | 'write' | 'commit' | 'remove' | 'rename' | 'done';

interface Written {
  readonly facts: RangeFacts;
  readonly slices: SliceList;
}

/** Writes the range files of one side. */
class SideWriter {
  readonly #pool: ReadyPool;
  readonly #side: Side;
  readonly #files = new OneFile();
  readonly #ranges: RangeReader;
  #next = 0;
  /** Bytes of range files, by those of the files that they were made of. */
  scale = 1;

  constructor(pool: ReadyPool, side: Side) {
    this.#pool = pool;
    this.#side = side;
    this.#ranges = new RangeReader(pool.folder, side, this.#files);
  }

  async begin(): Promise<void> {
    const names = await readdir(join(this.#pool.folder, this.#side)).catch(() => [] as string[]);
    const known = this.#pool.manifest.ranges(this.#side).map(({ range }) => range);
    this.#next = Math.max(-1, ...known, ...names.map((name) => rangeOfName(name) ?? -1)) + 1;
  }

  async *#rows({ source }: Piece): AsyncGenerator<Row> {
    if (source.kind === 'part') {
      yield* readRows(this.#files, source.path, this.#side);
    } else {
      for await (const batch of this.#ranges.traces(source.slice, columnsOfRows[this.#side])) {
        yield* rowsOfTraces(batch, this.#side);
      }
    }
  }

  async write(pieces: readonly Piece[]): Promise<Written> {
    const { folder, settings } = this.#pool;
    const side = this.#side;
    const range = this.#next;
    this.#next += 1;
    const path = hiddenRangePath(folder, side, range);
    const metadata = rangeMetadata(settings, side, range);
    const sink = await openTypedParquetSink(path, rangeColumns[side], { ...rowGroup, metadata });
    const slices = new SliceList(range);
    try {
      for (const piece of pieces) {
        for await (const row of this.#rows(piece)) {
          slices.add(piece.problemId, row.sample_id as number);
          const full = sink.write({ problem_id: piece.problemId, ...row });
          if (full !== undefined) await full;
        }
      }
      await sink.close();
    } catch (error) {
      await sink.abort();
      throw error;
    }
    const facts = { side, range, rows: slices.rows, ...(await digestOfFile(path)) };
    const before = pieces.reduce((sum, { bytes }) => sum + bytes, 0);
    if (before > 0) this.scale = facts.bytes / before;
    return { facts, slices };
  }

  close(): Promise<void> {
    return this.#files.close();
  }
}

/** The parts whose samples a batch moves. */
function partsIn({ files }: Batch): { readonly problemId: string; readonly part: number }[] {
  return files
    .flat()
    .flatMap(({ problemId, source }) => (source.kind === 'part' ? [{ problemId, part: source.part }] : []));
}

/** From here on the rows are read where they are now. */
function enter({ manifest, problems }: ReadyPool, batch: Batch, written: readonly Written[]): void {
  const { side, replaced } = batch;
  const added = new Map<string, SliceRow[]>();
  for (const { facts, slices } of written) {
    manifest.addRange(facts);
    for (const [id, rows] of slices.byProblem()) added.set(id, [...(added.get(id) ?? []), ...rows]);
  }
  for (const range of replaced) manifest.dropRange(side, range);
  // Rows that are of no use are not in the new files.
  for (const { problem_id: id } of replaced.length === 0 ? [] : problems) {
    const slices = manifest.slices(side, id);
    if (!added.has(id) && slices.some(([range]) => replaced.includes(range)))
      manifest.setSlices(side, id, mergedSlices(slices, replaced, []));
  }
  const counts = new Map([...added.keys()].map((id) => [id, manifest.counts(id)]));
  for (const { problemId, part } of partsIn(batch)) manifest.drop(side, problemId, part);
  for (const [id, slices] of added) {
    manifest.setSlices(side, id, mergedSlices(manifest.slices(side, id), replaced, slices));
    // They are the same samples.
    const known = counts.get(id);
    if (known !== undefined) manifest.setCounts(id, known);
  }
}

async function removeReplaced(folder: string, batch: Batch, step: Step): Promise<void> {
  const { side, replaced } = batch;
  const parts = partsIn(batch);
  for (const { problemId, part } of parts) {
    step('remove');
    await rm(partPath(folder, side, problemId, part), { force: true });
  }
  for (const problemId of new Set(parts.map((part) => part.problemId))) {
    // Not where something else is in it.
    await rmdir(sidePath(folder, side, problemId)).catch(() => {});
  }
  for (const range of replaced) {
    step('remove');
    await rm(rangePath(folder, side, range), { force: true });
  }
  await syncFolder(join(folder, side));
}

/**
 * Returns how many files became how many. The caller holds the pool's lock and has brought the manifest in line with the
 * disk.
 */
export async function compactPool(
  pool: ReadyPool,
  { size, onProblem = () => {}, onStep = () => {} }: CompactOptions,
): Promise<{ files: number; into: number }> {
  const { folder, settings, manifest } = pool;
  const writers = { core: new SideWriter(pool, 'core'), top: new SideWriter(pool, 'top') };
  const done = new Set<string>();
  let files = 0;
  let into = 0;
  let isMarked = settings.schema_version === poolSchemaVersion;
  try {
    for (const writer of Object.values(writers)) await writer.begin();
    const scale = (side: Side): number => writers[side].scale;
    for (const step of compactionSteps(pool, sidesOf(settings), { size, scale })) {
      if (!isMarked) {
        onStep('settings');
        // Versions that know no range files would find no traces, and buy all of them again.
        await writeJsonAtomic(settingsPath(folder), { ...settings, schema_version: poolSchemaVersion });
        isMarked = true;
      }
      const written = new Map<Batch, Written[]>();
      for (const batch of step) {
        const ranges: Written[] = [];
        written.set(batch, ranges);
        for (const pieces of batch.files) {
          onStep('write');
          ranges.push(await writers[batch.side].write(pieces));
        }
      }
      onStep('commit');
      for (const [batch, ranges] of written) enter(pool, batch, ranges);
      await manifest.commit({ durable: true });
      for (const batch of step) await removeReplaced(folder, batch, onStep);
      for (const { facts } of [...written.values()].flat()) {
        onStep('rename');
        await publishRange(folder, facts.side, facts.range);
      }
      onStep('done');
      files += filesOf(step);
      into += [...written.values()].flat().length;
      for (const { problemId } of step.flatMap((batch) => batch.files.flat())) done.add(problemId);
      onProblem(done.size);
    }
  } finally {
    for (const writer of Object.values(writers)) await writer.close();
  }
  return { files, into };
}
