// One file of a pool's manifest: a line of JSON for each problem, then a line that says how many there are and what they
// hash to. A file whose last line does not fit counts as not there.
import { createHash } from 'node:crypto';
import { parseJson } from '../../records/parse-json.ts';
import type { Side } from './layout.ts';

/**
 * A part with its rows, its bytes and its SHA-256, and its first sample where that is not the part's own; the number
 * alone for one that is gone.
 */
export type PartRow =
  | readonly [part: number]
  | readonly [part: number, rows: number, bytes: number, sha256: string, first?: number];

/** Samples of a problem in a range file, from a row of that file on. */
export type SliceRow = readonly [range: number, row: number, first: number, rows: number];

/** Counts of a problem's samples: what `pool info` shows. */
export interface ProblemCounts {
  /** That `right` was counted for. */
  readonly truth: string | null;
  readonly samples: number;
  readonly tokens: number;
  readonly answered: number;
  readonly truncated: number;
  /** Answers equal to the truth as text. */
  readonly right: number;
  /** Different answers. */
  readonly answers: number;
  readonly incomplete: number;
  readonly without_logprob: number;
  readonly missing: number;
  readonly sentinels: number;
}

/**
 * The range files of a pool are listed as parts of this problem, which no pool has: an id is never empty. The row of one
 * has its number in place of a part's.
 */
export const ofRanges = '';

/** What is said of a problem: all of it, or what has changed. */
export interface Entry {
  readonly problem_id: string;
  readonly core: readonly PartRow[];
  readonly top: readonly PartRow[];
  /** Its samples in range files, all of them; absent where they are as they were. */
  readonly core_ranges?: readonly SliceRow[] | undefined;
  readonly top_ranges?: readonly SliceRow[] | undefined;
  /** Absent where they are as they were, or not known any more because parts of `core` have changed. */
  readonly counts?: ProblemCounts | undefined;
}

export const sides: readonly Side[] = ['core', 'top'];

/** A line with its line break. The id comes first: a line is found by it without being read. */
export function encodeEntry(entry: Entry): Buffer {
  const { problem_id, core, top, core_ranges, top_ranges, counts } = entry;
  return Buffer.from(`${JSON.stringify({ problem_id, core, top, core_ranges, top_ranges, counts })}\n`);
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
