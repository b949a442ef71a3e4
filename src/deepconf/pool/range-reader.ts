// Reads the samples of a problem from range files: only the row groups that hold them, and each of those once where
// problems are asked for in the order of the file.
import { existsSync } from 'node:fs';
import { LateBenchError } from '../../errors.ts';
import { remembering, rowsOfBatch } from './batch-rows.ts';
import { hiddenRangePath, rangePath, type Side } from './layout.ts';
import type { SliceRow } from './manifest-segment.ts';
import type { OneFile } from './one-file.ts';
import { laterColumns } from './schema.ts';
import { type TraceBatch, traceBatch } from './trace-batch.ts';

/** Files of which something is kept: samples that came later are in another file than those before. */
const maxKnown = 4;
/** Batches kept of a file, one for each choice of columns. */
const maxHeld = 4;

/** A batch with the place of its first row in the file. */
interface Held {
  readonly first: number;
  readonly traces: TraceBatch;
}

interface KnownRange {
  readonly path: string;
  readonly names: ReadonlySet<string>;
  /** First rows of the row groups, and the number of all rows. */
  readonly starts: readonly number[];
  readonly held: Map<string, Held>;
}

/** Undefined where it is under neither of its names. */
export function placeOfRange(pool: string, side: Side, range: number): string | undefined {
  return [rangePath(pool, side, range), hiddenRangePath(pool, side, range)].find((path) => existsSync(path));
}

export class RangeReader {
  readonly #pool: string;
  readonly #side: Side;
  readonly #files: OneFile;
  readonly #known = new Map<number, KnownRange>();

  constructor(pool: string, side: Side, files: OneFile) {
    this.#pool = pool;
    this.#side = side;
    this.#files = files;
  }

  /** Whether the file of that number is there. */
  has(range: number): boolean {
    return placeOfRange(this.#pool, this.#side, range) !== undefined;
  }

  async #take(range: number): Promise<KnownRange> {
    const path = placeOfRange(this.#pool, this.#side, range) ?? rangePath(this.#pool, this.#side, range);
    const known = this.#known.get(range);
    if (known?.path === path) return known;
    const file = await this.#files.same(path);
    const starts = [0];
    for (const count of file.groupRows) starts.push(starts.at(-1)! + count);
    const names = new Set(file.schema.fields.map(({ name }) => name));
    const open: KnownRange = { path, names, starts, held: new Map() };
    this.#known.delete(range);
    this.#known.set(range, open);
    keepLast(this.#known, maxKnown);
    return open;
  }

  /** One stream at a time. */
  async *traces(slice: SliceRow, columns: readonly string[]): AsyncGenerator<TraceBatch> {
    const [range, row, first, rows] = slice;
    const open = await this.#take(range);
    const asked = [...new Set(['sample_id', ...columns])].filter(
      (name) => open.names.has(name) || !laterColumns.has(name),
    );
    const missing = asked.find((name) => !open.names.has(name));
    const total = open.starts.at(-1)!;
    if (missing !== undefined || row + rows > total) {
      const what = missing === undefined ? `only ${total} rows` : `no column ${missing}`;
      throw new LateBenchError('LB_SCHEMA', `${open.path} has ${what}: it is not of this pool's manifest`);
    }
    let sample = first;
    for await (const { first: start, traces } of this.#batches(open, { from: row, to: row + rows }, asked)) {
      const cut = rowsOfBatch(traces, Math.max(row - start, 0), Math.min(row + rows - start, traces.rows));
      for (const one of cut.ints('sample_id')) {
        if (one !== sample) {
          const message = `${open.path}: sample ${one} is where ${sample} should be; run \`latebench pool verify\``;
          throw new LateBenchError('LB_SCHEMA', message);
        }
        sample += 1;
      }
      yield cut;
    }
  }

  /** Batches that hold rows `from` up to `to`. */
  async *#batches(
    { path, starts, held }: KnownRange,
    { from, to }: { from: number; to: number },
    columns: readonly string[],
  ): AsyncGenerator<Held> {
    const key = columns.join();
    let at = from;
    const known = held.get(key);
    if (known !== undefined && known.first <= at && at < known.first + known.traces.rows) {
      yield known;
      at = known.first + known.traces.rows;
    }
    while (at < to) {
      const file = await this.#files.same(path);
      const group = starts.findLastIndex((start) => start <= at);
      const order = { columns, rowGroups: [group], from: at - starts[group]! };
      for await (const { batch, firstRow } of file.batches(order)) {
        const traces = remembering(
          file.decode(() => traceBatch(batch)),
          file.decode,
        );
        const end = firstRow + traces.rows;
        if (end <= at) continue;
        const one = { first: firstRow, traces };
        held.delete(key);
        held.set(key, one);
        keepLast(held, maxHeld);
        yield one;
        at = end;
        if (at >= to) return;
      }
    }
  }
}

function keepLast(map: Map<unknown, unknown>, count: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= count) return;
    map.delete(oldest);
  }
}
