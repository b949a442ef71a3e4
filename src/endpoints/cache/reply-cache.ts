// Replies that were paid for, kept for later runs and shared by several processes at the same time. Knows keys and
// bytes; what a key is made of and which replies are worth keeping is for the caller to say.
import { randomUUID } from 'node:crypto';
import { backoffMs, waitMs } from '../backoff.ts';
import { aborted } from '../semaphore.ts';
import { type CacheableReply, type CachedReply, decodeReply, encodeReply } from './cached-reply.ts';
import {
  freeLease,
  keepRenewing,
  type LeaseAnswer,
  type LeaseTiming,
  seemsTaken,
  takeLease,
} from './lease.ts';
import { type Pruned, type PruneLimits, pruneEntries } from './prune.ts';
import { type CacheStats, countEntries } from './stats.ts';
import { keyBytes, type LeaseStore, openCacheStore, openLeaseStore } from './tables.ts';

/** The right to pay for a key. Renewed until `put`, `release` or the end of the process. */
export interface Lease {
  readonly kind: 'lease';
  readonly key: string;
  /** Keeps the reply, then gives the lease back; resolves when the reply is on the disk. */
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
  lease(key: string, owner: string, ms: number): Promise<LeaseAnswer>;
  release(key: string, owner: string): Promise<void>;
  /** The reply, or the right to pay for it; waits while another holder has that right. */
  claim(key: string, signal: AbortSignal): Promise<CachedReply | Lease>;
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

const defaultTiming: LeaseTiming = { leaseMs: 60_000, maxHoldMs: 2 * 3_600_000 };
/** Waiters look this often; the pause grows to its longest in about a second. */
const looking = { firstMs: 20, maxMs: 500 };
const dayMs = 86_400_000;

export async function openCache(folder: string, options: CacheOptions = {}): Promise<ReplyCache> {
  const now = options.now ?? Date.now;
  const timing: LeaseTiming = { ...defaultTiming, ...options };
  const today = (): number => Math.floor(now() / dayMs);
  const store = await openCacheStore(folder);
  /** Opened by who wants to pay: whoever only looks, counts or removes changes nothing by that. */
  let opened: Promise<LeaseStore> | null = null;
  const openLeases = (): Promise<LeaseStore> => {
    opened ??= openLeaseStore(folder).catch((error: unknown) => {
      opened = null;
      throw error;
    });
    return opened;
  };
  const { entries, bodies } = store.tables;
  const held = new Set<Lease>();
  const putting = new Set<Promise<void>>();

  const read = async (key: string): Promise<CachedReply | null> => {
    const bytes = keyBytes(key);
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
    const packed = store.read(() => bodies.get(keyBytes(key)));
    return packed === undefined ? null : decodeReply(packed);
  };

  /** Keeps a reply; `owner` gives back its lease once it is there. */
  const keep = async (key: string, reply: CacheableReply, owner: string | null): Promise<void> => {
    const bytes = keyBytes(key);
    const packed = await encodeReply(reply, now());
    const entry = { model: reply.model, used: today(), bytes: packed.length, raw: reply.body.length };
    await store.write(() => {
      if (entries.get(bytes) !== undefined) return;
      bodies.putSync(bytes, packed);
      entries.putSync(bytes, entry);
    });
    if (owner !== null) await freeLease(await openLeases(), key, owner);
  };

  const holdLease = (leases: LeaseStore, key: string, owner: string): Lease => {
    const stopRenewing = keepRenewing(leases, key, owner, timing);
    const lease: Lease = {
      kind: 'lease',
      key,
      async put(reply) {
        const kept = keep(key, reply, owner);
        putting.add(kept);
        try {
          await kept;
        } finally {
          putting.delete(kept);
        }
        stopRenewing();
        held.delete(lease);
      },
      async release() {
        stopRenewing();
        if (held.delete(lease)) await freeLease(leases, key, owner);
      },
    };
    held.add(lease);
    return lease;
  };

  return {
    get: read,
    has: (key) => store.read(() => entries.get(keyBytes(key)) !== undefined),
    peek,
    put: (key, reply) => keep(key, reply, null),
    lease: async (key, owner, ms) => takeLease({ store, leases: await openLeases() }, key, owner, ms),
    release: async (key, owner) => freeLease(await openLeases(), key, owner),
    async claim(key, signal) {
      const owner = randomUUID();
      const leases = await openLeases();
      const leasing = { store, leases };
      for (let looks = 0; ; looks += 1) {
        if (signal.aborted) throw aborted(signal);
        // Whoever claims has looked already; and what is stored, taking the lease finds out.
        const reply = looks === 0 ? null : await read(key);
        if (reply !== null) return reply;
        if (looks === 0 || !seemsTaken(leasing, key)) {
          const answer = await takeLease(leasing, key, owner, timing.leaseMs);
          if (answer === 'mine') return holdLease(leases, key, owner);
          if (answer === 'cached') continue;
        }
        await waitMs(looking.firstMs + backoffMs(looks, looking), signal);
      }
    },
    stats: () => countEntries(store),
    prune: (limits) => pruneEntries(store, limits, today()),
    clear: () =>
      store.write(() => {
        entries.clearSync();
        bodies.clearSync();
      }),
    async close() {
      try {
        await Promise.allSettled(putting);
        await Promise.all([...held].map((lease) => lease.release()));
      } finally {
        await opened?.then((leases) => leases.close());
        await store.close();
      }
    },
  };
}
