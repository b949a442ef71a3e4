// Writes one part of a problem: top/ first, then core/, which says that both are there. The same rows give the same
// bytes.
import { dirname } from 'node:path';
import { contentKey } from '../../records/identity.ts';
import { digestOfFile } from '../../storage/byte-digest.ts';
import { openTypedParquetSink } from '../../storage/columnar/typed-parquet-sink.ts';
import { createFolder } from '../../storage/make-folder.ts';
import type { Sink } from '../../storage/sink.ts';
import { partPath, partSamples, type Side, sidesOf } from './layout.ts';
import type { PartFacts } from './part-facts.ts';
import { coreColumns, type PoolSettings, partSchemaVersion, topColumns } from './schema.ts';
import type { TraceRows } from './trace.ts';

export interface PartPlace {
  readonly folder: string;
  readonly settings: PoolSettings;
  readonly problemId: string;
  readonly part: number;
  /** Its first sample, where range files have those before; 128 times the part's number by default. */
  readonly first?: number | undefined;
}

export function firstOf({ part, first = part * partSamples }: Pick<PartPlace, 'part' | 'first'>): number {
  return first;
}

const columnsOf = { core: coreColumns, top: topColumns } as const;

/** A hash of the settings of a pool's traces, 16 hex digits, stored in each part to detect stray files. */
export function settingsKey({ n: _n, problems: _problems, ...rest }: PoolSettings): string {
  // A later version of the layout has the same traces.
  return contentKey({ ...rest, schema_version: partSchemaVersion });
}

/** What the metadata of a part say beside its columns. */
export function partMetadata(place: Omit<PartPlace, 'folder'>): { [key: string]: string } {
  const { settings, problemId, part } = place;
  const first = firstOf(place);
  return {
    problem_id: problemId,
    part: String(part),
    ...(first === part * partSamples ? {} : { first: String(first) }),
    pool: settingsKey(settings),
  };
}

/**
 * Takes the rows in the order of their sample_id and returns how many there were. Nothing appears under the part's
 * name unless all were taken.
 */
export async function writePart(place: PartPlace, rows: AsyncIterable<TraceRows>): Promise<number> {
  const { folder, problemId, part, settings } = place;
  const open: { readonly side: Side; readonly sink: Sink }[] = [];
  try {
    for (const side of sidesOf(settings)) {
      const path = partPath(folder, side, problemId, part);
      await createFolder(dirname(path));
      const sink = await openTypedParquetSink(path, columnsOf[side], { metadata: partMetadata(place) });
      open.push({ side, sink });
    }
    for await (const row of rows) for (const { side, sink } of open) await sink.write(row[side]);
    let written = 0;
    for (const { sink } of open) written = (await sink.close()).rows;
    return written;
  } catch (error) {
    for (const { sink } of open) await sink.abort();
    throw error;
  }
}

/** Facts of a part that has just been written: the writer has looked at its footer. */
export async function writtenPart(
  place: Omit<PartPlace, 'settings'>,
  side: Side,
  rows: number,
): Promise<PartFacts> {
  const { folder, problemId, part } = place;
  const hash = await digestOfFile(partPath(folder, side, problemId, part));
  return { side, problem_id: problemId, part, first_sample: firstOf(place), rows, ...hash };
}
