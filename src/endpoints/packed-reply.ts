// A reply with many logprobs as a pool's journal keeps it: they are in columns as they will be in the pool, and the rest
// of the body is byte for byte as it came. A body of 7 MB becomes one of 1 MB without a compressor, and whoever reads it
// again has nothing to scan.
import type { PackedTexts } from '../storage/columnar/packed-texts.ts';
import { maxTopLogprobs, type ReplyLogprobs } from './reply-logprobs.ts';
import { bodyAround, scannedBody } from './scanned-body.ts';
import { columnBytes, columnFacts, columnsOf, isLength, narrowed } from './stored-columns.ts';
import { garbled } from './wire-error.ts';
import { isObject, type JsonObject, parseJson } from './wire-shape.ts';

const version = 1;
const mark = Buffer.from('{"latebench_packed":');
const newline = 0x0a;

export function isPackedReply(body: Uint8Array): boolean {
  // Another body differs early, so that no view of it is made.
  return body.length > mark.length && body[2] === mark[2] && mark.equals(body.subarray(0, mark.length));
}

/** Null for a body that is best kept as it is: of another shape, or without logprobs. */
export function packReply(body: Buffer, k = maxTopLogprobs): Buffer | null {
  const scanned = scannedBody(body, k);
  const logprobs = scanned?.columns.view() ?? null;
  if (scanned === null || logprobs === null) return null;
  const before = body.subarray(0, scanned.start);
  const after = body.subarray(scanned.end);
  const head = { latebench_packed: version, before: before.length, after: after.length };
  const line = Buffer.from(`${JSON.stringify({ ...head, logprobs: columnFacts(logprobs) })}\n`);
  return Buffer.concat([line, before, after, ...columnBytes(logprobs)]);
}

export interface UnpackedReply {
  /** Everything but the logprobs. */
  readonly body: JsonObject;
  readonly logprobs: ReplyLogprobs | null;
}

/** Throws the LateBenchError of a body that cannot be read. */
export function unpackReply(packed: Buffer, k?: number): UnpackedReply {
  const end = packed.indexOf(newline);
  const head = end === -1 ? undefined : parseJson(packed.toString('utf8', 0, end));
  const { latebench_packed: known, before, after, logprobs: facts } = isObject(head) ? head : {};
  const place = known === version && isLength(before) && isLength(after) ? end + 1 + before : Number.NaN;
  const columnsAt = place + Number(after);
  const body = bodyAround(packed.toString('utf8', end + 1, place), packed.toString('utf8', place, columnsAt));
  if (body === null || Number.isNaN(place)) throw garbled('a packed reply cannot be read');
  const logprobs = columnsOf(packed, columnsAt, facts);
  return { body, logprobs: k === undefined ? logprobs : narrowed(logprobs, k) };
}

/** The shortest number that is the same in 32 bits. */
function shortest(value: number): number {
  for (let digits = 6; digits < 9; digits += 1) {
    const number = Number(value.toPrecision(digits));
    if (Math.fround(number) === value) return number;
  }
  return Number(value.toPrecision(9));
}

/**
 * The body as a server would have sent it: numbers have the 32 bits that are kept of them, and lists of bytes are left
 * out.
 */
export function plainReply(packed: Buffer): JsonObject {
  const { body, logprobs } = unpackReply(packed);
  if (logprobs === null) return body;
  const { k, chosen, top } = logprobs;
  const [tokens, topTokens] = [logprobs.tokens, logprobs.topTokens].map((texts: PackedTexts) =>
    texts.toStrings(),
  );
  const entry = (token: string, logprob: number) => ({
    token,
    logprob: Number.isNaN(logprob) ? null : shortest(logprob),
  });
  const content = tokens!.map((token, at) => {
    const alternatives = Array.from({ length: k }, (_, rank) => at * k + rank);
    // What follows the last was not there.
    const last = alternatives.findLastIndex(
      (place) => !Number.isNaN(top[place]!) || topTokens![place] !== '',
    );
    const given = alternatives.slice(0, last + 1);
    return {
      ...entry(token, chosen[at]!),
      top_logprobs: given.map((place) => entry(topTokens![place]!, top[place]!)),
    };
  });
  const [choice, ...others] = body.choices as readonly JsonObject[];
  return { ...body, choices: [{ ...choice, logprobs: { content } }, ...others] };
}
