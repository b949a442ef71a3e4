// The facts of a range file: its length and its hash, and which samples of which problems are in which of its rows, as a
// look at the file gives them. All of it is in the manifest; this is for a manifest that was lost, and for checks.
import { LateBenchError } from '../../errors.ts';
import { parseJson } from '../../records/parse-json.ts';
import { digestOfFile } from '../../storage/byte-digest.ts';
import { type Columns, utf8 } from '../../storage/columnar/column.ts';
import type { ParquetReader } from '../../storage/columnar/parquet-file.ts';
import type { Side } from './layout.ts';
import type { SliceRow } from './manifest-segment.ts';
import { coreColumns, type PoolSettings, topColumns } from './schema.ts';
import { traceBatch } from './trace-batch.ts';
import { settingsKey } from './write-part.ts';

export interface RangeFacts {
  readonly side: Side;
  readonly range: number;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** In a range file a row says which problem it is of: no folder does. */
export const rangeColumns: Readonly<Record<Side, Columns>> = {
  core: { problem_id: utf8, ...coreColumns },
  top: { problem_id: utf8, ...topColumns },
};

export function rangeMetadata(settings: PoolSettings, side: Side, range: number): Record<string, string> {
  return { range: String(range), side, pool: settingsKey(settings) };
}

/** Rows of a range file by problem, in the order of the file. */
export class SliceList {
  readonly #range: number;
  readonly #slices = new Map<string, SliceRow[]>();
  #rows = 0;

  constructor(range: number) {
    this.#range = range;
  }

  /** The next row of the file. */
  add(problemId: string, sample: number): void {
    const known = this.#slices.get(problemId) ?? [];
    this.#slices.set(problemId, known);
    const last = known.at(-1);
    const row = this.#rows;
    this.#rows += 1;
    if (last !== undefined && last[1] + last[3] === row && last[2] + last[3] === sample) {
      known[known.length - 1] = [last[0], last[1], last[2], last[3] + 1];
    } else known.push([this.#range, row, sample, 1]);
  }

  get rows(): number {
    return this.#rows;
  }

  byProblem(): ReadonlyMap<string, readonly SliceRow[]> {
    return this.#slices;
  }
}

/** Throws where the file is damaged or belongs to another pool. */
export async function examineRange(
  reader: ParquetReader,
  path: string,
  { settings, side, range }: { settings: PoolSettings; side: Side; range: number },
): Promise<{ readonly facts: RangeFacts; readonly slices: SliceList }> {
  const file = await reader.open(path);
  const written = parseJson(file.metadata ?? '{}') as Record<string, unknown>;
  for (const [name, value] of Object.entries(rangeMetadata(settings, side, range))) {
    if (written[name] === value) continue;
    const message = `${path}: it was written for another ${name} (${String(written[name])})`;
    throw new LateBenchError('LB_SCHEMA', message);
  }
  const slices = new SliceList(range);
  for await (const { batch } of file.batches({ columns: ['problem_id', 'sample_id'] })) {
    file.decode(() => {
      const traces = traceBatch(batch);
      const ids = traces.texts('problem_id');
      for (const [row, sample] of traces.ints('sample_id').entries()) slices.add(ids[row] ?? '', sample);
    });
  }
  return { facts: { side, range, rows: slices.rows, ...(await digestOfFile(path)) }, slices };
}
