// A few rows of a row group as a Parquet file of their own: their pages, and the footer of the whole file with one row
// group that holds nothing else. parquet-wasm, which reads a row group only as a whole, then reads these rows.
import type { Chunk, FileLayout } from './file-layout.ts';
import { encodings } from './page-values.ts';
import {
  listAt,
  type ThriftStruct,
  type ThriftValue,
  thriftStruct,
  thriftType,
  writeThrift,
} from './thrift.ts';

/** The pages of one column; without pages it is not read. */
export interface WindowColumn {
  readonly chunk: Chunk;
  readonly pages: readonly Buffer[];
  readonly entries: number;
  readonly dictionary: { readonly bytes: Buffer; readonly count: number } | undefined;
}

const magic = Buffer.from('PAR1');

function dictionaryPage({ bytes, count }: NonNullable<WindowColumn['dictionary']>): Buffer[] {
  const facts = thriftStruct({ 1: count, 2: encodings.plain });
  return [writeThrift(thriftStruct({ 1: 2, 2: bytes.length, 3: bytes.length, 7: facts })), bytes];
}

const sizeOf = (parts: readonly Buffer[]): number => parts.reduce((sum, { length }) => sum + length, 0);

/** What Arrow needs to give each column its type again; the rest may be large. */
function arrowSchema(footer: ThriftStruct): readonly ThriftValue[] {
  return listAt(footer, 5).filter(
    (entry) => entry instanceof Map && String(entry.get(1)?.value) === 'ARROW:schema',
  );
}

export function windowFile({ footer }: FileLayout, rows: number, columns: readonly WindowColumn[]): Buffer {
  const parts: Buffer[] = [magic];
  let at = magic.length;
  const chunks: ThriftStruct[] = [];
  for (const { chunk, pages, entries, dictionary } of columns) {
    const head = dictionary === undefined ? [] : dictionaryPage(dictionary);
    const size = sizeOf(head) + sizeOf(pages);
    const metadata = thriftStruct(
      {
        1: chunk.leaf.type,
        2: { of: thriftType.i32, items: [encodings.plain, encodings.rle, encodings.dictionary] },
        3: { of: thriftType.binary, items: listAt(chunk.metadata, 3) },
        4: 0,
        5: entries,
        6: size,
        7: size,
        9: at + sizeOf(head),
        ...(dictionary === undefined ? {} : { 11: at }),
      },
      [5, 6, 7, 9, 11],
    );
    chunks.push(thriftStruct({ 2: at, 3: metadata }, [2]));
    parts.push(...head, ...pages);
    at += size;
  }
  const group = thriftStruct({ 1: { of: thriftType.struct, items: chunks }, 2: at, 3: rows }, [2, 3]);
  const kept = new Map(footer);
  kept.set(3, { type: thriftType.i64, value: rows });
  kept.set(4, { type: thriftType.list, value: { of: thriftType.struct, items: [group] } });
  kept.set(5, { type: thriftType.list, value: { of: thriftType.struct, items: arrowSchema(footer) } });
  const end = writeThrift(kept);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(end.length);
  return Buffer.concat([...parts, end, length, magic]);
}
