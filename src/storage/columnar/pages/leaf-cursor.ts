// Goes through the pages of one column chunk, and holds no more of it than the rows that were asked for.
import type { Pieces } from './block-codecs.ts';
import { decompressed } from './decompress.ts';
import type { Chunk } from './file-layout.ts';
import { bitWidth, Hybrid } from './hybrid.ts';
import { encodings, openValues, type PageValues } from './page-values.ts';
import { fixedWidth, Pending } from './pending.ts';
import { Pull } from './pull.ts';
import { numberAt, readThrift, structAt, ThriftEndError, type ThriftStruct } from './thrift.ts';

/** Reads a range of the file. @throws where the file is shorter. */
export type ReadRange = (from: number, to: number) => Buffer;

interface Page {
  readonly header: ThriftStruct;
  /** Where its body begins and ends. */
  readonly start: number;
  readonly end: number;
}

interface OpenPage {
  entries: number;
  readonly repetition: Hybrid | undefined;
  readonly definition: Hybrid | undefined;
  readonly values: PageValues;
  readonly pull: Pull;
}

const pageTypes = { data: 0, dictionary: 2, dataV2: 3 } as const;
/** What every known writer of Snappy keeps to, and LZ4 has to. */
const nearCopies = 64 * 1024;
/** How much is decoded at a time to be left out. */
const skippedRows = 4096;
const skippedBytes = 1024 * 1024;

export class LeafCursor {
  readonly chunk: Chunk;
  readonly #read: ReadRange;
  readonly #pieceBytes: number;
  #at: number;
  /** Entries of the chunk that no page was opened for. */
  #left: number;
  #page: OpenPage | undefined;
  #ahead: number | undefined;
  readonly #farCopies: boolean;
  #pending: Pending[] = [];
  #rows = 0;
  /** Plain values of the dictionary page, and the lengths of its entries where each has its own. */
  dictionary: { readonly bytes: Buffer; readonly count: number } | undefined;
  #entryBytes: ArrayLike<number> = [];

  /**
   * @param pieceBytes How much is read of the file at a time.
   * @param farCopies Whether pages may copy from farther back than known writers do: all of a page is then held.
   */
  constructor(chunk: Chunk, read: ReadRange, pieceBytes: number, farCopies: boolean) {
    this.#farCopies = farCopies;
    this.chunk = chunk;
    this.#read = read;
    this.#pieceBytes = pieceBytes;
    this.#at = chunk.start;
    this.#left = chunk.values;
  }

  /** Rows that are whole and at hand. */
  get rows(): number {
    return this.#rows;
  }

  #nextPage(): Page {
    const { end } = this.chunk;
    for (let bytes = Math.min(4096, end - this.#at); ; bytes = Math.min(bytes * 4, end - this.#at)) {
      try {
        const { struct, length } = readThrift(this.#read(this.#at, this.#at + bytes));
        const start = this.#at + length;
        this.#at = start + (numberAt(struct, 3) ?? 0);
        return { header: struct, start, end: this.#at };
      } catch (cause) {
        if (!(cause instanceof ThriftEndError) || this.#at + bytes >= end) throw cause;
      }
    }
  }

  #body(start: number, end: number, compressed: boolean, kept: number): AsyncIterableIterator<Uint8Array> {
    let at = start;
    const pieces: Pieces = async () => {
      if (at >= end) return null;
      const piece = this.#read(at, Math.min(end, at + this.#pieceBytes));
      at += piece.length;
      return piece;
    };
    return decompressed(compressed ? this.chunk.codec : 0, pieces, kept);
  }

  async #readDictionary({ header, start, end }: Page): Promise<void> {
    const bytes = await new Pull(this.#body(start, end, true, numberAt(header, 2) ?? 0)).rest();
    const count = numberAt(structAt(header, 7) ?? new Map(), 1) ?? 0;
    this.dictionary = { bytes, count };
    const width = fixedWidth(this.chunk.leaf);
    const lengths = new Float64Array(count).fill(width);
    for (let index = 0, at = 0; width === 0 && index < count; index += 1) {
      lengths[index] = 4 + bytes.readUInt32LE(at);
      at += lengths[index]!;
    }
    this.#entryBytes = lengths;
  }

  async #openPage(page: Page): Promise<OpenPage> {
    const { header, start, end } = page;
    const { leaf } = this.chunk;
    const rawBytes = numberAt(header, 2) ?? 0;
    const kept = this.#farCopies ? rawBytes : Math.min(rawBytes, nearCopies);
    const levelBits = [bitWidth(leaf.maxRepetition), bitWidth(leaf.maxDefinition)] as const;
    if (numberAt(header, 1) === pageTypes.dataV2) {
      const data = structAt(header, 8) ?? new Map();
      const sizes = [numberAt(data, 6) ?? 0, numberAt(data, 5) ?? 0] as const;
      const from = start + sizes[0] + sizes[1];
      const levels = this.#read(start, from);
      const compressed = data.get(7)?.value !== false && from < end;
      const pull = new Pull(this.#body(from, end, compressed, kept));
      return {
        entries: numberAt(data, 1) ?? 0,
        repetition: leaf.maxRepetition > 0 ? new Hybrid(levels, levelBits[0]) : undefined,
        definition: leaf.maxDefinition > 0 ? new Hybrid(levels.subarray(sizes[0]), levelBits[1]) : undefined,
        values: await openValues(numberAt(data, 4) ?? 0, leaf, pull, rawBytes),
        pull,
      };
    }
    const data = structAt(header, 5) ?? new Map();
    const pull = new Pull(this.#body(start, end, true, kept));
    const levels = async (
      max: number,
      bits: number,
      encoding: number | undefined,
    ): Promise<Hybrid | undefined> => {
      if (max === 0) return undefined;
      if (encoding !== encodings.rle) throw new Error(`levels in the unknown encoding ${encoding}`);
      return new Hybrid(await pull.take((await pull.take(4)).readUInt32LE(0)), bits);
    };
    const repetition = await levels(leaf.maxRepetition, levelBits[0], numberAt(data, 4));
    const definition = await levels(leaf.maxDefinition, levelBits[1], numberAt(data, 3));
    return {
      entries: numberAt(data, 1) ?? 0,
      repetition,
      definition,
      values: await openValues(numberAt(data, 2) ?? 0, leaf, pull, rawBytes),
      pull,
    };
  }

  /** The next page with data, or undefined where the chunk's values end. */
  async #nextDataPage(): Promise<Page | undefined> {
    while (this.#left > 0) {
      if (this.#at >= this.chunk.end)
        throw new Error(`column ${this.chunk.leaf.path} ends before its rows do`);
      const page = this.#nextPage();
      const type = numberAt(page.header, 1);
      if (type === pageTypes.dictionary) await this.#readDictionary(page);
      else if (type === pageTypes.data || type === pageTypes.dataV2) return page;
    }
    return undefined;
  }

  /** True while there is an entry; its repetition level is `#ahead`. */
  async #hasEntry(): Promise<boolean> {
    while (this.#page === undefined || this.#page.entries === 0) {
      await this.#page?.pull.close();
      this.#page = undefined;
      const page = await this.#nextDataPage();
      if (page === undefined) return false;
      this.#page = await this.#openPage(page);
      this.#left -= this.#page.entries;
    }
    this.#ahead ??= this.#page.repetition?.next() ?? 0;
    return true;
  }

  #target(kind: Pending['kind']): Pending {
    const last = this.#pending.at(-1);
    if (last?.kind === kind) return last;
    const added = new Pending(this.chunk.leaf, kind, this.#entryBytes);
    this.#pending.push(added);
    return added;
  }

  get bytes(): number {
    let sum = 0;
    for (const { bytes } of this.#pending) sum += bytes;
    return sum;
  }

  /** Reads on until so many rows are at hand, or fewer that take `maxBytes`, but at least one. */
  async fill(rows: number, maxBytes: number): Promise<void> {
    const { maxDefinition } = this.chunk.leaf;
    let started = this.#rows;
    while (await this.#hasEntry()) {
      const page = this.#page!;
      const repetition = this.#ahead!;
      if (repetition === 0) {
        if (started >= rows || (started > 0 && this.bytes >= maxBytes)) break;
        started += 1;
      }
      this.#ahead = undefined;
      page.entries -= 1;
      const definition = page.definition?.next() ?? 0;
      const pending = this.#target(page.values.kind);
      pending.addLevels(repetition, definition);
      if (definition !== maxDefinition) continue;
      for (let wanted = page.values.copy(pending); wanted > 0; wanted = page.values.copy(pending)) {
        await page.pull.fill(wanted);
      }
    }
    this.#rows = started;
  }

  /** The first rows as pages, which are then no longer at hand. */
  cut(rows: number): {
    readonly pages: Buffer[];
    readonly entries: number;
    readonly usesDictionary: boolean;
  } {
    const pages: Buffer[] = [];
    let usesDictionary = false;
    let entries = 0;
    for (let left = rows; this.#pending.length > 0; ) {
      const [pending] = this.#pending as [Pending];
      // With no row left these are the last entries of the row before, where its values change their encoding.
      const count = pending.entriesOf(left);
      if (count === 0) break;
      left -= pending.rowsIn(count);
      pages.push(...pending.page(count));
      entries += count;
      usesDictionary ||= pending.kind === 'places';
      pending.drop(count);
      if (pending.entries > 0) break;
      this.#pending.shift();
    }
    this.#rows -= rows;
    return { pages, entries, usesDictionary };
  }

  /** Goes past so many rows; past whole pages without decompressing them, where their headers say how many they hold. */
  async skip(rows: number): Promise<void> {
    for (let left = rows; left > 0; ) {
      if (
        this.#rows === 0 &&
        (this.#page === undefined || this.#page.entries === 0) &&
        this.#ahead === undefined
      ) {
        const page = await this.#nextDataPage();
        if (page === undefined) return;
        const data = structAt(page.header, 8);
        const entries = numberAt(data ?? structAt(page.header, 5) ?? new Map(), 1) ?? 0;
        const inPage = this.chunk.leaf.maxRepetition === 0 ? entries : numberAt(data ?? new Map(), 3);
        this.#left -= entries;
        if (inPage !== undefined && inPage <= left) {
          left -= inPage;
          continue;
        }
        await this.#page?.pull.close();
        this.#page = await this.#openPage(page);
      }
      await this.fill(Math.min(left, skippedRows), skippedBytes);
      const passed = Math.min(left, this.#rows);
      if (passed === 0) return;
      this.cut(passed);
      left -= passed;
    }
  }

  async close(): Promise<void> {
    await this.#page?.pull.close();
  }
}
