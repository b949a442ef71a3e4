// One file of a pool's manifest: a line of JSON for each problem, then a line that says how many there are and what they
// hash to. A file whose last line does not fit counts as not there.
import { createHash } from 'node:crypto';
import { parseJson } from '../../records/parse-json.ts';
import type { Side } from './layout.ts';

/** A part with its rows, its bytes and its SHA-256; the number alone for one that is gone. */
export type PartRow =
  | readonly [part: number]
  | readonly [part: number, rows: number, bytes: number, sha256: string];

/** What is said of a problem's parts: all of them, or what has changed. */
export interface Entry {
  readonly problem_id: string;
  readonly core: readonly PartRow[];
  readonly top: readonly PartRow[];
}

export const sides: readonly Side[] = ['core', 'top'];

/** A line with its line break. The id comes first: a line is found by it without being read. */
export function encodeEntry(entry: Entry): Buffer {
  const { problem_id, core, top } = entry;
  return Buffer.from(`${JSON.stringify({ problem_id, core, top })}\n`);
}

export function decodeEntry(line: Uint8Array): Entry {
  return JSON.parse(Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString()) as Entry;
}

const lineBreak = 0x0a;
const quote = 0x22;
const backslash = 0x5c;
const before = Buffer.byteLength('{"problem_id":');

/** The id of a line, read no further than that. */
function idOf(line: Buffer): string {
  let end = before + 1;
  while (line[end] !== quote) end += line[end] === backslash ? 2 : 1;
  return JSON.parse(line.toString('utf8', before, end + 1)) as string;
}

/** The last line of a file with these lines. */
export function closingLine(lines: number, sha256: string): Buffer {
  return Buffer.from(`${JSON.stringify({ lines, sha256 })}\n`);
}

/** A whole file in memory. */
export function encodeSegment(lines: readonly Buffer[]): Buffer {
  const hash = createHash('sha256');
  for (const line of lines) hash.update(line);
  return Buffer.concat([...lines, closingLine(lines.length, hash.digest('hex'))]);
}

/** The lines by problem, as views of `bytes`; null where the file is not whole. */
export function decodeSegment(bytes: Buffer): readonly (readonly [problemId: string, line: Buffer])[] | null {
  const end = bytes.lastIndexOf(lineBreak, bytes.length - 2) + 1;
  let closing: { lines?: unknown; sha256?: unknown };
  try {
    closing = parseJson(bytes.toString('utf8', end)) as typeof closing;
  } catch {
    return null;
  }
  const body = bytes.subarray(0, end);
  if (closing.sha256 !== createHash('sha256').update(body).digest('hex')) return null;
  const lines: [string, Buffer][] = [];
  for (let start = 0; start < end; ) {
    const next = body.indexOf(lineBreak, start) + 1;
    const line = body.subarray(start, next);
    lines.push([idOf(line), line]);
    start = next;
  }
  return lines.length === closing.lines ? lines : null;
}
