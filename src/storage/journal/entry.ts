// One reply as the journal keeps it, and its compressed form. What the bytes of the body mean is not looked at.
import { LateBenchError } from '../../errors.ts';
import { packAsIs, packInParts, unpack } from '../brotli.ts';
import { isKey } from '../key-bytes.ts';

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
  /** The id of the fresh run (--fresh) that asked for it. */
  readonly fresh?: string | undefined;
  /** What the budget of several machines calls the reservation that paid for it. */
  readonly reservation?: string | undefined;
  /** The body would hardly become smaller: it is kept as it is. */
  readonly dense?: boolean | undefined;
  /** Byte for byte as it was received, but for replies whose store keeps their logprobs in columns. */
  readonly body: Uint8Array;
}

/** `order` grows with every append of a process: it tells the older of two replies, also when the clock jumps. */
export interface StoredEntry {
  readonly entry: JournalEntry;
  readonly order: number;
}

/** What one frame may hold, well under the 4 GiB its length field could say. */
const maxBodyBytes = 2 ** 30;

let lastOrder = 0;

/** Microseconds of the wall clock, pushed forward where needed so that it strictly grows within the process. */
export function nextOrder(): number {
  lastOrder = Math.max(Date.now() * 1000, lastOrder + 1);
  return lastOrder;
}

export function checkBodySize({ body }: JournalEntry): void {
  if (body.length <= maxBodyBytes) return;
  const message = `a reply of ${body.length} bytes is over the ${maxBodyBytes} the journal takes`;
  throw new LateBenchError('LB_OUTPUT', `${message}; ask for fewer tokens`);
}

type Header = Omit<JournalEntry, 'body' | 'dense'>;

type Listed = { readonly [Name in keyof Required<Header>]: Header[Name] } & { readonly order: number };

/** Its fields one by one: spread objects take longer than all else of a small reply. */
function headerOf({ entry, order }: StoredEntry): Listed {
  return {
    key: entry.key,
    sample: entry.sample,
    attempt: entry.attempt,
    status: entry.status,
    headers: entry.headers,
    started_at: entry.started_at,
    finished_at: entry.finished_at,
    endpoint: entry.endpoint,
    model: entry.model,
    fresh: entry.fresh,
    reservation: entry.reservation,
    order,
  };
}

/** Packed `u32 header length, JSON header, body`, in parts: a body that is kept as it is need not be copied. */
export function encodePayload(stored: StoredEntry): readonly Uint8Array[] | Promise<readonly Uint8Array[]> {
  const { body, dense = false } = stored.entry;
  const json = Buffer.from(JSON.stringify(headerOf(stored)));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  return dense ? packAsIs(length, json, body) : packInParts(length, json, body);
}

/** Undefined where the bytes are no entry; a checksum does not show what a broken writer wrote. */
export async function decodePayload(payload: Uint8Array): Promise<StoredEntry | undefined> {
  try {
    const plain = await unpack(payload);
    const bodyStart = 4 + plain.readUInt32LE(0);
    if (bodyStart > plain.length) return undefined;
    const { order, ...header } = JSON.parse(plain.toString('utf8', 4, bodyStart)) as StoredEntry['entry'] & {
      order: number;
    };
    if (!isKey(header.key) || !Number.isSafeInteger(order)) return undefined;
    return { entry: { ...header, body: plain.subarray(bodyStart) }, order };
  } catch {
    return undefined;
  }
}
