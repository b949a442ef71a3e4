// Replies on their way into the cache. Those of one moment are put together: a transaction of lmdb's costs as much as
// the puts of dozens, and nobody waits for one.
import type { CacheStore, Entry } from './tables.ts';

export interface Put {
  readonly key: Buffer;
  readonly packed: Buffer;
  readonly entry: Entry;
}

interface Waiting extends Put {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** From the beginning of one transaction to that of the next, in milliseconds. */
const apartMs = 50;

/** The first reply of a key stays: all runs see the same one. */
export function putReplies({ tables, write }: CacheStore, puts: readonly Put[]): Promise<void> {
  return write(() => {
    for (const { key, packed, entry } of puts) {
      if (tables.entries.get(key) !== undefined) continue;
      tables.bodies.putSync(key, packed);
      tables.entries.putSync(key, entry);
    }
  });
}

export class GatheredPuts {
  readonly #store: CacheStore;
  #waiting: Waiting[] = [];
  #begunMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: CacheStore) {
    this.#store = store;
  }

  /** Resolves when the reply is on the disk. */
  add(put: Put): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...put, resolve, reject });
      const leftMs = Math.max(0, this.#begunMs + apartMs - performance.now());
      this.#timer ??= setTimeout(() => this.#next(), leftMs);
    });
  }

  /** Resolves when nothing waits any more; it is all put at once. */
  async settled(): Promise<void> {
    while (this.#waiting.length > 0) {
      clearTimeout(this.#timer);
      this.#next();
      await this.#running;
    }
    await this.#running;
  }

  #next(): void {
    this.#timer = undefined;
    this.#begunMs = performance.now();
    // In the order of their keys, neighbours are on one page.
    const puts = this.#waiting.sort((a, b) => Buffer.compare(a.key, b.key));
    this.#waiting = [];
    this.#running = putReplies(this.#store, puts).then(
      () => {
        for (const { resolve } of puts) resolve();
      },
      (error: unknown) => {
        for (const { reject } of puts) reject(error);
      },
    );
  }
}
