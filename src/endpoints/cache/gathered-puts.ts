// Replies on their way into the cache. Those of one moment are packed and put together: a transaction of lmdb's costs as
// much as the puts of dozens, and nobody waits for one.
import { type CacheableReply, encodeReply } from './cached-reply.ts';
import type { Held } from './leases.ts';
import type { CacheStore, Entry } from './tables.ts';

export interface Put {
  readonly key: Buffer;
  readonly packed: Buffer;
  readonly entry: Entry;
}

/** A reply, and the lease that is given back when it is on the disk or cannot be put there. */
export interface Given {
  readonly held: Held;
  readonly reply: CacheableReply;
}

/**
 * From the beginning of one transaction to that of the next, in milliseconds. Keys are hashes, so that in a large cache few
 * of a transaction's replies share a page: the more are put together, the fewer pages are written for each.
 */
const apartMs = 250;

/** Bytes of replies that are put without waiting for more. */
const maxWaitingBytes = 8 << 20;

/** The first reply of a key stays: all runs see the same one. */
export function putReplies({ tables, write }: CacheStore, puts: readonly Put[]): Promise<void> {
  return write(() => {
    for (const { key, packed, entry } of puts) {
      if (tables.entries.doesExist(key)) continue;
      tables.bodies.putSync(key, packed);
      tables.entries.putSync(key, entry);
    }
  });
}

/** @param nowMs Milliseconds since 1970, for labels. */
export function putOf(
  key: Buffer,
  reply: CacheableReply,
  { nowMs, day }: { readonly nowMs: number; readonly day: number },
): Put | Promise<Put> {
  const put = (packed: Buffer): Put => ({
    key,
    packed,
    entry: { model: reply.model, used: day, bytes: packed.length, raw: reply.body.length },
  });
  const packed = encodeReply(reply, nowMs);
  return packed instanceof Promise ? packed.then(put) : put(packed);
}

interface Batch {
  readonly given: Given[];
  bytes: number;
  readonly done: Promise<void>;
  readonly end: (work: Promise<void>) => void;
}

function newBatch(): Batch {
  let end!: Batch['end'];
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { given: [], bytes: 0, done, end };
}

export interface PutOptions {
  /** What a put is made of just now. */
  readonly now: () => { readonly nowMs: number; readonly day: number };
  /** Gives leases back. */
  readonly free: (held: readonly Held[]) => Promise<void>;
}

export class GatheredPuts {
  readonly #store: CacheStore;
  readonly #options: PutOptions;
  #next: Batch | undefined;
  #begunMs = Number.NEGATIVE_INFINITY;
  #running: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: CacheStore, options: PutOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** Resolves when the reply is on the disk: the same promise for all that are put together. */
  add(given: Given): Promise<void> {
    this.#next ??= newBatch();
    const batch = this.#next;
    batch.given.push(given);
    batch.bytes += given.reply.body.length;
    if (batch.bytes > maxWaitingBytes) this.#beginNow();
    else
      this.#timer ??= setTimeout(
        () => this.#begin(),
        Math.max(0, this.#begunMs + apartMs - performance.now()),
      );
    return batch.done;
  }

  /** Puts what waits at once; resolves when all that was added so far is on the disk, or could not be put there. */
  async settled(): Promise<void> {
    if (this.#next !== undefined) this.#beginNow();
    await this.#running;
  }

  #beginNow(): void {
    clearTimeout(this.#timer);
    this.#begin();
  }

  #begin(): void {
    const { given, end, done } = this.#next!;
    this.#next = undefined;
    this.#timer = undefined;
    this.#begunMs = performance.now();
    end(this.#put(given));
    this.#running = Promise.allSettled([this.#running, done]);
  }

  async #put(given: readonly Given[]): Promise<void> {
    try {
      const now = this.#options.now();
      const packing = given.map(({ held, reply }) => putOf(held.bytes, reply, now));
      const puts = packing.some((put) => put instanceof Promise)
        ? await Promise.all(packing)
        : (packing as Put[]);
      // In the order of their keys, neighbours are on one page.
      await putReplies(
        this.#store,
        puts.sort((a, b) => Buffer.compare(a.key, b.key)),
      );
    } finally {
      await this.#options.free(given.map(({ held }) => held));
    }
  }
}
