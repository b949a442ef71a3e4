// A chat-completions body taken apart: its logprobs, which are nearly all of it, by the scanner of bytes, and the rest,
// which is small, by JSON.parse.
import { isUtf8 } from 'node:buffer';
import { parseBody } from './body-json.ts';
import type { LogprobColumns } from './logprob-columns.ts';
import { LogprobScanner } from './logprob-scan.ts';
import { isObject, type JsonObject } from './wire-shape.ts';

const scanner = new LogprobScanner();
const logprobsKey = Buffer.from('"logprobs"');
/** Stands in the rest of the body for logprobs that were scanned: there, or it was not the right place. */
const scannedMark = '\u0000 scanned';

export interface ScannedBody {
  /** Everything else. */
  readonly body: JsonObject;
  /** Where the value of the logprobs begins and ends. */
  readonly start: number;
  readonly end: number;
  /** Good until the next body is scanned. */
  readonly columns: LogprobColumns;
}

/** The body around its logprobs, parsed; null where they do not belong to its first choice. */
export function bodyAround(before: string, after: string): JsonObject | null {
  const body = parseBody((before + JSON.stringify(scannedMark) + after).trim());
  const choices = isObject(body) ? body.choices : undefined;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  return isObject(body) && isObject(choice) && choice.logprobs === scannedMark ? body : null;
}

/** Null where the body must be parsed as a whole. At most `k` alternatives of each token are kept. */
export function scannedBody(bytes: Buffer, k: number): ScannedBody | null {
  for (let key = bytes.indexOf(logprobsKey); key !== -1; key = bytes.indexOf(logprobsKey, key + 1)) {
    let start = key + logprobsKey.length;
    while (bytes[start] === 0x20 || bytes[start] === 0x3a) start += 1;
    if (bytes[start] !== 0x7b) continue;
    const found = isUtf8(bytes) ? scanner.scan(bytes, start, k) : null;
    if (found === null) return null;
    const { end, columns } = found;
    const body = bodyAround(bytes.toString('utf8', 0, start), bytes.toString('utf8', end));
    return body === null ? null : { body, start, end, columns };
  }
  return null;
}
