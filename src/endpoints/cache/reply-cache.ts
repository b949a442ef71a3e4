// Replies that were paid for, kept for later runs and shared by several processes at the same time. Knows keys and
// bytes; what a key is made of and which replies are worth keeping is for the caller to say.
import { bytesOfKey } from '../../storage/key-bytes.ts';
import { inOneTurn } from '../../stream/in-one-turn.ts';
import { type CacheableReply, type CachedReply, decodeReply } from './cached-reply.ts';
import { GatheredPuts, putOf, putReplies } from './gathered-puts.ts';
import { defaultTiming, whenGiven } from './lease-wait.ts';
import type { Held, Leases, LeaseTiming } from './leases.ts';
import { type Pruned, type PruneLimits, pruneEntries } from './prune.ts';
import { type CacheStats, countEntries } from './stats.ts';
import { leaseFailure, openCacheLeases, openCacheStore } from './tables.ts';

/** The right to pay for a key. Renewed until `put`, `release` or the end of the process. */
export interface Lease {
  readonly kind: 'lease';
  readonly key: string;
  /**
   * Keeps the reply, then gives the lease back; resolves when the reply is on the disk. The same promise for all leases
   * whose replies are put together.
   */
  put(reply: CacheableReply): Promise<void>;
  /** Gives the lease back, with or without a reply. Calling it again does nothing. */
  release(): Promise<void>;
}

/** Keys are sha256 in hex. Every method rejects with LB_STORE when the store turns out damaged. */
export interface ReplyCache {
  get(key: string): Promise<CachedReply | null>;
  /** True where a reply is stored, whole or damaged. */
  has(key: string): boolean;
  /** The same without a trace: it does not count as used. */
  peek(key: string): Promise<CachedReply | null>;
  /** Resolves when the reply is on the disk. The first reply of a key stays: all runs see the same one. */
  put(key: string, reply: CacheableReply): Promise<void>;
  /** The reply, or the right to pay for it; waits while another holder has that right. */
  claim(key: string, signal: AbortSignal): Promise<CachedReply | Lease>;
  /** As `claim` without waiting: null while another holder has the right. */
  tryClaim(key: string): Promise<CachedReply | Lease | null>;
  /** Removes the replies of these keys, those on their way included. */
  forget(keys: readonly string[]): Promise<void>;
  /** Resolves when what leases have put so far is on the disk; it does not wait for more. */
  settled(): Promise<void>;
  stats(): Promise<CacheStats>;
  prune(limits: PruneLimits): Promise<Pruned>;
  /** Removes all replies. Leases stay: their holders are at work. */
  clear(): Promise<void>;
  /** Gives back the leases that are still held, then closes the store. */
  close(): Promise<void>;
}

export interface CacheOptions extends Partial<LeaseTiming> {
  /** The wall clock, for labels and days only. */
  readonly now?: () => number;
}

const dayMs = 86_400_000;

export async function openCache(folder: string, options: CacheOptions = {}): Promise<ReplyCache> {
  const now = options.now ?? Date.now;
  const timing: LeaseTiming = { ...defaultTiming, ...options };
  const today = (): number => Math.floor(now() / dayMs);
  const store = await openCacheStore(folder);
  /** Opened by who wants to pay: whoever only looks, counts or removes changes nothing by that. */
  let opened: Promise<Leases> | null = null;
  let leasesNow: Leases | undefined;
  const openLeases = (): Promise<Leases> => {
    opened ??= openCacheLeases(folder, timing).then(
      (leases) => {
        leasesNow = leases;
        return leases;
      },
      (error: unknown) => {
        opened = null;
        throw error;
      },
    );
    return opened;
  };
  const { entries, bodies } = store.tables;
  const label = () => ({ nowMs: now(), day: today() });
  const free = async (held: readonly Held[]): Promise<void> => {
    try {
      leasesNow?.free(held);
    } catch (error) {
      throw await leaseFailure(error, folder);
    }
  };
  const puts = new GatheredPuts(store, { now: label, free });

  const read = async (key: string): Promise<CachedReply | null> => {
    const bytes = bytesOfKey(key);
    const found = store.read(() => {
      const entry = entries.get(bytes);
      return entry === undefined ? null : { entry, packed: bodies.get(bytes) };
    });
    if (found === null) return null;
    const reply = found.packed === undefined ? null : await decodeReply(found.packed);
    if (reply === null) {
      // Damaged: forgotten, so that the next request makes the call, unless a new reply was stored meanwhile.
      await store.write(() => {
        const packed = bodies.get(bytes);
        const isSame =
          found.packed === undefined ? packed === undefined : packed?.equals(found.packed) === true;
        if (!isSame) return;
        bodies.removeSync(bytes);
        entries.removeSync(bytes);
      });
      return null;
    }
    const day = today();
    if (found.entry.used < day) {
      await store.write(() => {
        // Pruned meanwhile by another process, perhaps.
        const entry = entries.get(bytes);
        if (entry !== undefined) entries.putSync(bytes, { ...entry, used: day });
      });
    }
    return reply;
  };

  const peek = async (key: string): Promise<CachedReply | null> => {
    const packed = store.read(() => bodies.get(bytesOfKey(key)));
    return packed === undefined ? null : decodeReply(packed);
  };

  const has = (key: string): boolean => store.read(() => entries.doesExist(bytesOfKey(key)));

  const leaseOf = (held: Held): Lease => ({
    kind: 'lease',
    key: held.key,
    put: (reply) => puts.add({ held, reply }),
    release: () => free([held]),
  });

  /** Of each key its lease, or whether a reply is stored: a lease that nobody needs is given back. */
  const takeAll = (leases: Leases, keys: readonly string[]): (Held | boolean)[] => {
    const held = leases.take(keys);
    let stored: boolean[] | undefined;
    try {
      // A holder stores its reply before it gives its lease back: what it stored is seen by whoever has the lease now.
      stored = store.read(() => keys.map((key, at) => entries.doesExist(held[at]?.bytes ?? bytesOfKey(key))));
    } finally {
      leases.free(held.filter((one, at): one is Held => one !== null && stored?.[at] !== false));
    }
    return held.map((one, at) => stored[at]! || (one ?? false));
  };
  let take: ((key: string) => Promise<Held | boolean>) | undefined;

  const tryClaim = async (key: string): Promise<CachedReply | Lease | null> => {
    bytesOfKey(key);
    const leases = await openLeases();
    take ??= inOneTurn((keys: readonly string[]) => takeAll(leases, keys));
    for (;;) {
      let taken: Held | boolean;
      try {
        taken = await take(key);
      } catch (error) {
        throw await leaseFailure(error, folder);
      }
      if (taken === false) return null;
      if (taken !== true) return leaseOf(taken);
      const reply = await read(key);
      if (reply !== null) return reply;
    }
  };

  return {
    get: read,
    has,
    peek,
    put: async (key, reply) => putReplies(store, [await putOf(bytesOfKey(key), reply, label())]),
    tryClaim,
    claim: (key, signal) => whenGiven(() => tryClaim(key), signal),
    async forget(keys) {
      await puts.settled();
      await store.write(() => {
        for (const key of keys.map(bytesOfKey)) {
          bodies.removeSync(key);
          entries.removeSync(key);
        }
      });
    },
    settled: () => puts.settled(),
    stats: () => countEntries(store),
    prune: (limits) => pruneEntries(store, limits, today()),
    clear: () =>
      store.write(() => {
        entries.clearSync();
        bodies.clearSync();
      }),
    async close() {
      try {
        await puts.settled();
      } finally {
        await opened?.then((leases) => leases.close());
        await store.close();
      }
    },
  };
}
