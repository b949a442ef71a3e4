// Which frames hold a key, in memory: an open-addressed hash table over typed arrays, 60 bytes for each frame
// there is room for instead of several hundred for a Map of strings and objects. Knows nothing of files but their numbers.
import { keyBytes } from './frame.ts';

export interface FrameLocation {
  /** The number of the frame in this index. */
  readonly frame: number;
  readonly file: number;
  readonly offset: number;
  readonly bytes: number;
}

const none = 0xffffffff;

export class KeyIndex {
  #keys = Buffer.alloc(0);
  #files = new Uint32Array(0);
  #offsets = new Float64Array(0);
  /** 0 marks a frame that has been dropped. */
  #bytes = new Uint32Array(0);
  /** The next frame with the same key. */
  #next = new Uint32Array(0);
  /** The first frame of each key, by hash. */
  #slots = new Uint32Array(0);
  #count = 0;
  #dropped = 0;

  get frames(): number {
    return this.#count - this.#dropped;
  }

  /** Bytes held by the tables. */
  get memory(): number {
    const tables = [this.#keys, this.#files, this.#offsets, this.#bytes, this.#next, this.#slots];
    return tables.reduce((sum, table) => sum + table.byteLength, 0);
  }

  add(key: Buffer, file: number, offset: number, bytes: number): void {
    if (this.#count === this.#files.length) this.#grow();
    const frame = this.#count;
    this.#count += 1;
    key.copy(this.#keys, frame * keyBytes);
    this.#files[frame] = file;
    this.#offsets[frame] = offset;
    this.#bytes[frame] = bytes;
    this.#next[frame] = none;
    this.#link(frame);
  }

  /** The frames of a key in the order they were added. */
  *find(key: Buffer): Generator<FrameLocation> {
    if (this.#count === 0) return;
    let frame = this.#slots[this.#slotOf(key)]!;
    while (frame !== none) {
      if (this.#bytes[frame] !== 0) yield this.#location(frame);
      frame = this.#next[frame]!;
    }
  }

  has(key: Buffer): boolean {
    if (this.#count === 0) return false;
    let frame = this.#slots[this.#slotOf(key)]!;
    while (frame !== none && this.#bytes[frame] === 0) frame = this.#next[frame]!;
    return frame !== none;
  }

  /** Forgets one frame: its bytes could no longer be read. False where that had been done before. */
  drop(frame: number): boolean {
    if (this.#bytes[frame] === 0) return false;
    this.#bytes[frame] = 0;
    this.#dropped += 1;
    return true;
  }

  /** Each key once, as hex, in the order they were first added. */
  *keys(): Generator<string> {
    for (let frame = 0; frame < this.#count; frame += 1) {
      const key = this.#keyOf(frame);
      if (this.#slots[this.#slotOf(key)] === frame && this.has(key)) yield key.toString('hex');
    }
  }

  /** Every frame known now, sorted by the given rank of its file, then by offset. */
  inFileOrder(rank: (file: number) => number): FrameLocation[] {
    const all: FrameLocation[] = [];
    for (let frame = 0; frame < this.#count; frame += 1) {
      if (this.#bytes[frame] !== 0) all.push(this.#location(frame));
    }
    return all.sort((a, b) => rank(a.file) - rank(b.file) || a.offset - b.offset);
  }

  #location(frame: number): FrameLocation {
    return {
      frame,
      file: this.#files[frame]!,
      offset: this.#offsets[frame]!,
      bytes: this.#bytes[frame]!,
    };
  }

  #keyOf(frame: number): Buffer {
    return this.#keys.subarray(frame * keyBytes, (frame + 1) * keyBytes);
  }

  /** The slot of a key, or the empty one where it belongs. The key is a hash already: its first bytes will do. */
  #slotOf(key: Buffer): number {
    const mask = this.#slots.length - 1;
    let slot = key.readUInt32LE(0) & mask;
    for (;;) {
      const first = this.#slots[slot]!;
      if (first === none || this.#keyOf(first).equals(key)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #link(frame: number): void {
    const slot = this.#slotOf(this.#keyOf(frame));
    let last = this.#slots[slot]!;
    if (last === none) {
      this.#slots[slot] = frame;
      return;
    }
    while (this.#next[last] !== none) last = this.#next[last]!;
    this.#next[last] = frame;
  }

  #grow(): void {
    const capacity = Math.max(256, this.#files.length * 2);
    const keys = Buffer.alloc(capacity * keyBytes);
    this.#keys.copy(keys);
    this.#keys = keys;
    this.#files = copyInto(new Uint32Array(capacity), this.#files);
    this.#offsets = copyInto(new Float64Array(capacity), this.#offsets);
    this.#bytes = copyInto(new Uint32Array(capacity), this.#bytes);
    this.#next = copyInto(new Uint32Array(capacity), this.#next);
    const firsts = this.#slots.filter((first) => first !== none);
    this.#slots = new Uint32Array(capacity * 2).fill(none);
    for (const first of firsts) this.#slots[this.#slotOf(this.#keyOf(first))] = first;
  }
}

function copyInto<Table extends Uint32Array | Float64Array>(table: Table, old: Table): Table {
  table.set(old);
  return table;
}
