// One reply as the journal keeps it, and its compressed form. What the bytes of the body mean is not looked at.
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompress, brotliDecompressSync, constants } from 'node:zlib';
import { LateBenchError } from '../../errors.ts';

/** A reply that was paid for, or an error reply worth knowing after a restart. */
export interface JournalEntry {
  /** Idempotency key: a sha256 as 64 lower-case hex digits. */
  readonly key: string;
  readonly sample: number;
  readonly attempt: number;
  /** HTTP status. */
  readonly status: number;
  /** The few response headers worth keeping, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** ISO 8601, wall clock: labels only, nothing is measured with them. */
  readonly started_at: string;
  readonly finished_at: string;
  /** The logical endpoint, never an address with a secret in it. */
  readonly endpoint: string;
  readonly model: string;
  /** The body, byte for byte as it was received. */
  readonly body: Uint8Array;
}

/** `order` grows with every append of a process: it tells the older of two replies, also when the clock jumps. */
export interface StoredEntry {
  readonly entry: JournalEntry;
  readonly order: number;
}

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
/** What one frame may hold, well under the 4 GiB its length field could say. */
const maxBodyBytes = 2 ** 30;
/** Payloads below this are packed and unpacked on the spot: the way to a thread of the pool costs four times as much. */
const smallPayloadBytes = 16 << 10;
const keyPattern = /^[0-9a-f]{64}$/;

let lastOrder = 0;

/** Microseconds of the wall clock, pushed forward where needed so that it strictly grows within the process. */
export function nextOrder(): number {
  lastOrder = Math.max(Date.now() * 1000, lastOrder + 1);
  return lastOrder;
}

/** Each chunk of output costs a way through the thread pool: long bodies get long ones. */
function chunkSizeFor(bytes: number): number {
  return Math.max(4 << 10, Math.min(1 << 20, bytes));
}

/** The 32 bytes of a key. */
export function keyFromHex(key: string): Buffer {
  if (!keyPattern.test(key)) {
    throw new LateBenchError('LB_INTERNAL', `journal key "${key}" is not 64 lower-case hex digits`);
  }
  return Buffer.from(key, 'hex');
}

export function checkBodySize({ body }: JournalEntry): void {
  if (body.length <= maxBodyBytes) return;
  const message = `a reply of ${body.length} bytes is over the ${maxBodyBytes} the journal takes`;
  throw new LateBenchError('LB_OUTPUT', `${message}; ask for fewer tokens`);
}

/** Brotli (quality 1, the best trade of time for bytes) of `u32 header length, JSON header, body`. */
export async function encodePayload({ entry, order }: StoredEntry): Promise<Buffer> {
  const { body, ...header } = entry;
  const json = Buffer.from(JSON.stringify({ ...header, order }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  const plain = Buffer.concat([length, json, body]);
  const options = {
    chunkSize: chunkSizeFor(plain.length),
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 1,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  };
  return plain.length < smallPayloadBytes ? brotliCompressSync(plain, options) : compress(plain, options);
}

/** Undefined where the bytes are no entry; their checksum says nothing about what a broken writer put there. */
export async function decodePayload(payload: Uint8Array): Promise<StoredEntry | undefined> {
  try {
    const small = payload.length < smallPayloadBytes;
    const plain = small
      ? brotliDecompressSync(payload)
      : await decompress(payload, { chunkSize: chunkSizeFor(payload.length * 4) });
    const bodyStart = 4 + plain.readUInt32LE(0);
    if (bodyStart > plain.length) return undefined;
    const { order, ...header } = JSON.parse(plain.toString('utf8', 4, bodyStart)) as StoredEntry['entry'] & {
      order: number;
    };
    if (!keyPattern.test(header.key) || !Number.isSafeInteger(order)) return undefined;
    return { entry: { ...header, body: plain.subarray(bodyStart) }, order };
  } catch {
    return undefined;
  }
}
