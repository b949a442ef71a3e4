// Splits bytes into lines and knows where each one is. Bounded: a line over the cap is not kept, only its
// beginning. Decoding, JSON and schemas are the business of jsonl.ts.
import { asBuffer } from './as-buffer.ts';

/** A line without its ending. `byte` is the 0-based offset of its first byte, `line` counts from 1. */
export interface Line {
  readonly bytes: Buffer;
  readonly line: number;
  readonly byte: number;
  /** False for a last line that no newline ends. */
  readonly ended: boolean;
  /** Set when the line was longer than the cap: its whole length in bytes; `bytes` is then only a prefix. */
  readonly overlong?: number;
}

export interface LineOptions {
  /** Longest line kept, in bytes. */
  readonly maxLineBytes: number;
  /** How much of a longer line is kept, in bytes. */
  readonly prefixBytes?: number;
}

const newline = 0x0a;
const carriageReturn = 0x0d;

function withoutReturn(bytes: Buffer): Buffer {
  return bytes.length > 0 && bytes[bytes.length - 1] === carriageReturn ? bytes.subarray(0, -1) : bytes;
}

export const loneReturns =
  "its lines end in carriage returns alone, as old Mac programs write them: convert it with tr '\\r' '\\n'";

/** Yields the lines of each chunk together, so that the cost of an await is paid by chunk and not by line. */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  { maxLineBytes, prefixBytes = 1024 }: LineOptions,
): AsyncGenerator<Line[]> {
  let parts: Buffer[] = [];
  let held = 0;
  let dropped = 0;
  let line = 1;
  let lineStart = 0;
  let offset = 0;

  const keep = (piece: Buffer): void => {
    if (dropped > 0 || held + piece.length > maxLineBytes) {
      if (dropped === 0) {
        const prefix = Buffer.concat([...parts, piece.subarray(0, prefixBytes)]).subarray(0, prefixBytes);
        dropped = held;
        parts = [Buffer.from(prefix)];
        held = prefix.length;
      }
      dropped += piece.length;
    } else if (piece.length > 0) {
      parts.push(piece);
      held += piece.length;
    }
  };
  const finish = (ended: boolean): Line => {
    const whole = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    const result: Line =
      dropped > 0
        ? { bytes: whole, line, byte: lineStart, ended, overlong: dropped }
        : { bytes: withoutReturn(whole), line, byte: lineStart, ended };
    parts = [];
    held = 0;
    dropped = 0;
    line += 1;
    return result;
  };

  for await (const piece of chunks) {
    const chunk = asBuffer(piece);
    const lines: Line[] = [];
    let from = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      keep(chunk.subarray(from, at));
      lines.push(finish(true));
      from = at + 1;
      lineStart = offset + from;
    }
    if (from < chunk.length) keep(chunk.subarray(from));
    offset += chunk.length;
    if (lines.length > 0) yield lines;
  }
  if (held > 0 || dropped > 0) yield [finish(false)];
}
