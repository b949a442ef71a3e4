// Groups of numbers too many for memory, in ascending order: each group gathers some of them, sorts those and puts them
// into one temporary file; asked for in order, the sorted runs of all groups are merged.
import { openSpillFile, type Place, type SpillFile } from '../storage/spill-file.ts';

/** Numbers that a group keeps in memory. */
const runLength = 1 << 16;
/** Numbers that are read at once, over all runs. */
const heldWhileMerging = 1 << 20;
const bytesOfOne = Float64Array.BYTES_PER_ELEMENT;

interface Group {
  open: Float64Array;
  filled: number;
  count: number;
  readonly runs: Place[];
}

/** A sorted run that is being read. */
interface Cursor {
  readonly group: number;
  readonly place: Place | null;
  block: Float64Array;
  at: number;
  /** Numbers of the run that were read. */
  read: number;
}

/** A value with how many of each group are equal to it. */
export interface Tied {
  value: number;
  readonly counts: Int32Array;
}

function floatsOf(bytes: Buffer): Float64Array {
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

export class SortedRuns {
  readonly #groups: readonly Group[];
  readonly #runLength: number;
  #file: SpillFile | undefined;

  /** @param length Numbers of a sorted run. */
  constructor(groups: number, length = runLength) {
    this.#runLength = length;
    this.#groups = Array.from({ length: groups }, () => ({
      open: new Float64Array(Math.min(1024, length)),
      filled: 0,
      count: 0,
      runs: [],
    }));
  }

  /** How many numbers a group has. */
  count(group: number): number {
    return this.#groups[group]!.count;
  }

  /** `values` has no NaN. @throws LB_DISK_FULL, LB_OUTPUT */
  async add(to: number, values: Float64Array): Promise<void> {
    const group = this.#groups[to]!;
    for (const value of values) {
      if (group.filled === group.open.length) await this.#makeRoom(group);
      group.open[group.filled] = value;
      group.filled += 1;
      group.count += 1;
    }
  }

  async #makeRoom(group: Group): Promise<void> {
    if (group.open.length < this.#runLength) {
      const grown = new Float64Array(Math.min(this.#runLength, group.open.length * 2));
      grown.set(group.open);
      group.open = grown;
      return;
    }
    const run = group.open.slice().sort();
    this.#file ??= openSpillFile();
    group.runs.push(await this.#file.append(new Uint8Array(run.buffer)));
    group.filled = 0;
  }

  /** All numbers, as they come to hand. */
  async *unordered(): AsyncGenerator<{ readonly group: number; readonly values: Float64Array }> {
    for (const [group, { open, filled, runs }] of this.#groups.entries()) {
      for (const place of runs) yield { group, values: floatsOf(await this.#file!.read(place)) };
      yield { group, values: open.subarray(0, filled) };
    }
  }

  /** Each value once, in ascending order; the object is the same each time. */
  async *ascending(): AsyncGenerator<Tied> {
    const cursors = await this.#cursors();
    const tied: Tied = { value: Number.NaN, counts: new Int32Array(this.#groups.length) };
    let any = false;
    while (cursors.length > 0) {
      const first = cursors[0]!;
      const value = first.block[first.at]!;
      if (any && value !== tied.value) {
        yield tied;
        tied.counts.fill(0);
      }
      if (!any || value !== tied.value) tied.value = value;
      any = true;
      tied.counts[first.group] = tied.counts[first.group]! + 1;
      first.at += 1;
      if (first.at === first.block.length && !(await this.#refill(first))) {
        const last = cursors.pop()!;
        if (last === first) continue;
        cursors[0] = last;
      }
      sink(cursors);
    }
    if (any) yield tied;
  }

  async #cursors(): Promise<Cursor[]> {
    const cursors: Cursor[] = [];
    for (const [group, { open, filled, runs }] of this.#groups.entries()) {
      for (const place of runs) cursors.push({ group, place, block: new Float64Array(0), at: 0, read: 0 });
      if (filled === 0) continue;
      cursors.push({ group, place: null, block: open.slice(0, filled).sort(), at: 0, read: filled });
    }
    for (const cursor of cursors) if (cursor.place !== null) await this.#refill(cursor, cursors.length);
    return cursors.sort((a, b) => a.block[0]! - b.block[0]!);
  }

  /** False at the end of the run. */
  async #refill(cursor: Cursor, runs = 0): Promise<boolean> {
    const { place, read } = cursor;
    if (place === null) return false;
    const left = place.bytes / bytesOfOne - read;
    if (left === 0) return false;
    const size = Math.min(
      left,
      cursor.block.length || Math.max(128, Math.min(4096, Math.floor(heldWhileMerging / runs))),
    );
    const offset = place.offset + read * bytesOfOne;
    cursor.block = floatsOf(await this.#file!.read({ offset, bytes: size * bytesOfOne }));
    cursor.at = 0;
    cursor.read += size;
    return true;
  }

  close(): void {
    this.#file?.close();
    this.#file = undefined;
  }
}

/** Moves the first of a heap to where it belongs. */
function sink(heap: Cursor[]): void {
  const moving = heap[0];
  if (moving === undefined) return;
  const value = moving.block[moving.at]!;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    const other = child + 1;
    if (other < heap.length && key(heap[other]!) < key(heap[child]!)) child = other;
    if (key(heap[child]!) >= value) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = moving;
}

function key({ block, at }: Cursor): number {
  return block[at]!;
}
