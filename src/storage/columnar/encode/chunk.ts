// One column of a row group as Parquet has it: a dictionary page where one pays, and pages of some rows each.
import { brotliCompressSync, constants } from 'node:zlib';
import type { Data } from 'apache-arrow';
import { bitWidth } from '../pages/hybrid.ts';
import { encodings } from '../pages/page-values.ts';
import { type ThriftStruct, thriftStruct, thriftType, writeThrift } from '../pages/thrift.ts';
import { type Dictionary, DictionaryFinder } from './dictionary.ts';
import { type Cells, type ColumnCells, cellsOf, type Leaf, pathOf } from './leaf.ts';
import { addLevels, type Rows } from './levels.ts';
import { PageBytes } from './page-bytes.ts';
import { addNumbers } from './runs.ts';
import { statisticsOf } from './statistics.ts';
import { addPlainNumbers, addPlainTexts, addSplitFloats, known } from './values.ts';

/** Numbers of physical types in the format. */
const physicalTypes = { int32: 1, float32: 4, float64: 5, text: 6 } as const;
const codecs = { none: 0, brotli: 4 } as const;
const pageTypes = { data: 0, dictionary: 2 } as const;

/** A page ends after the row that reaches it. */
const pageSize = 1 << 20;
/** Fewer bytes are not worth the making of an encoder. */
const leastCompressed = 512;

export function physicalType({ kind }: Leaf): number {
  return physicalTypes[kind];
}

/** Bytes of all values before `at`, about. */
function sizeBefore({ kind }: Leaf, { ends }: Cells, at: number): number {
  return kind === 'text' ? 4 * at + ends[at]! : (kind === 'float64' ? 8 : 4) * at;
}

/** The rows of each page. */
function pagesOf(leaf: Leaf, { rows, values }: ColumnCells): Rows[] {
  const pages: Rows[] = [];
  const firstOf = (row: number): number => (leaf.isList ? rows.ends[row]! : row);
  for (let from = 0; from < rows.length; ) {
    const start = sizeBefore(leaf, values, firstOf(from));
    let to = from + 1;
    while (to < rows.length && sizeBefore(leaf, values, firstOf(to)) - start < pageSize) to += 1;
    pages.push({ from, to, firstValue: firstOf(from), endValue: firstOf(to) });
    from = to;
  }
  return pages;
}

export interface EncodedChunk {
  /** What the footer says of it. */
  readonly entry: ThriftStruct;
  /** Its bytes before compression. */
  readonly rawBytes: number;
}

/** Encodes one chunk after the other, in memory that it keeps. */
export class ChunkEncoder {
  readonly #dictionaries = new DictionaryFinder();
  readonly #body = new PageBytes();

  /** Adds a column to the row group that `out` holds, which begins at `start` of the file. */
  add(out: PageBytes, start: number, leaf: Leaf, data: Data): EncodedChunk {
    const cells = cellsOf(data, leaf);
    const { values } = cells;
    const dictionary = this.#dictionaries.find(leaf.kind, values);
    const encoding = dictionary !== null ? encodings.dictionary : ownEncoding(leaf);
    const isLarge = sizeBefore(leaf, values, values.length) >= leastCompressed;
    const pages = new PageWriter(out, isLarge ? codecs.brotli : codecs.none);
    const first = out.length;
    if (dictionary !== null) pages.addDictionary(dictionary);
    const firstData = out.length;
    let entries = 0;
    for (const rows of pagesOf(leaf, cells)) {
      this.#body.reset();
      const levels = addLevels(this.#body, cells, rows);
      addValues(this.#body, leaf, values, rows, dictionary);
      pages.addData(this.#body.filled(), levels, encoding);
      entries += levels;
    }
    const metadata = thriftStruct(
      {
        1: physicalType(leaf),
        2: { of: thriftType.i32, items: [...new Set([encodings.plain, encodings.rle, encoding])] },
        3: { of: thriftType.binary, items: pathOf(leaf).map((name) => Buffer.from(name)) },
        4: pages.codec,
        5: entries,
        6: pages.rawBytes,
        7: out.length - first,
        9: start + firstData,
        ...(dictionary === null ? {} : { 11: start + first }),
        ...(leaf.isList ? {} : { 12: statisticsOf(leaf.kind, values) }),
      },
      [5, 6, 7, 9, 11],
    );
    return { entry: thriftStruct({ 2: start + first, 3: metadata }, [2]), rawBytes: pages.rawBytes };
  }
}

function ownEncoding({ kind }: Leaf): number {
  return kind === 'float32' ? encodings.split : encodings.plain;
}

function addValues(
  body: PageBytes,
  { kind }: Leaf,
  values: Cells,
  { firstValue: from, endValue: to }: Rows,
  dictionary: Dictionary | null,
): void {
  if (dictionary !== null) {
    const width = Math.max(1, bitWidth(dictionary.count - 1));
    body.addByte(width);
    addNumbers(body, known(values, dictionary.places, from, to), width);
  } else if (kind === 'text') addPlainTexts(body, values, from, to);
  else if (kind === 'float32') addSplitFloats(body, values, from, to);
  else addPlainNumbers(body, values, from, to);
}

/** Adds pages with their headers. */
class PageWriter {
  readonly #out: PageBytes;
  readonly codec: number;
  /** Bytes of headers, and of pages before compression. */
  rawBytes = 0;

  constructor(out: PageBytes, codec: number) {
    this.#out = out;
    this.codec = codec;
  }

  addDictionary({ page, count }: Dictionary): void {
    this.#add(page, pageTypes.dictionary, { 7: thriftStruct({ 1: count, 2: encodings.plain }) });
  }

  addData(body: Buffer, levels: number, encoding: number): void {
    const facts = { 1: levels, 2: encoding, 3: encodings.rle, 4: encodings.rle };
    this.#add(body, pageTypes.data, { 5: thriftStruct(facts) });
  }

  #add(body: Uint8Array, type: number, facts: Readonly<Record<number, ThriftStruct>>): void {
    const stored = this.codec === codecs.brotli ? compressed(body) : body;
    const head = writeThrift(thriftStruct({ 1: type, 2: body.length, 3: stored.length, ...facts }));
    this.#out.add(head);
    this.#out.add(stored);
    this.rawBytes += head.length + body.length;
  }
}

/** Quality 1: slower ones make logprobs and places in dictionaries smaller by some hundredths only. */
function compressed(bytes: Uint8Array): Uint8Array {
  return brotliCompressSync(bytes, {
    chunkSize: Math.max(1024, bytes.length),
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 1,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
