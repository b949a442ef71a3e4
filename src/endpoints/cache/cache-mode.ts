// What `--cache off|read|on` means, so that callers claim keys the same way in every mode.
import { access } from 'node:fs/promises';
import { closeAll } from '../../storage/close-all.ts';
import type { CachedReply } from './cached-reply.ts';
import type { CacheOptions, Lease, ReplyCache } from './reply-cache.ts';
import { createRunLeases, type RunLeases } from './run-leases.ts';

export type CacheMode = 'off' | 'read' | 'on';

/** Without `put` where nothing would be kept. */
type OpenLease = Omit<Lease, 'put'> & Partial<Pick<Lease, 'put'>>;

export interface CacheAccess extends Pick<ReplyCache, 'has' | 'get' | 'settled' | 'close'> {
  claim(...asked: Parameters<ReplyCache['claim']>): Promise<CachedReply | OpenLease>;
  /** Absent where nothing is changed. */
  readonly forget?: ReplyCache['forget'];
}

/** Of whoever shares its work with no other process. */
const alone: RunLeases = { claim: async () => ({ release: async () => {} }), close: async () => {} };

/** A lease whose reply is not stored. */
async function leaseOf(leases: RunLeases, key: string, signal: AbortSignal): Promise<OpenLease> {
  return { kind: 'lease', key, ...(await leases.claim(key, signal)) };
}

function noCache(leases: RunLeases): CacheAccess {
  return {
    has: () => false,
    get: async () => null,
    claim: (key, signal) => leaseOf(leases, key, signal),
    settled: async () => {},
    close: leases.close,
  };
}

/** Gives nothing, so that every call is made; adds the replies of keys that it does not have. */
function addingOnly(cache: ReplyCache, leases: RunLeases): CacheAccess {
  return {
    ...noCache(leases),
    async claim(key, signal) {
      const lease = await leaseOf(leases, key, signal);
      return { ...lease, put: (reply) => cache.put(key, reply).finally(lease.release) };
    },
    forget: cache.forget,
    settled: cache.settled,
    close: () => closeAll([leases.close, cache.close]),
  };
}

/** Of the run first: its processes may have caches of their own, or none, and see each other there alone. */
function withRunLeases(cache: ReplyCache, leases: RunLeases): CacheAccess {
  return {
    has: cache.has,
    get: cache.get,
    async claim(key, signal) {
      const ours = await leases.claim(key, signal);
      try {
        const claim = await cache.claim(key, signal);
        if (claim.kind === 'cached') {
          await ours.release();
          return claim;
        }
        return {
          ...claim,
          put(reply) {
            // The promise that many puts have in common is passed on as it is.
            const stored = claim.put(reply);
            stored.then(ours.release, ours.release).catch(() => undefined);
            return stored;
          },
          release: () => closeAll([claim.release, ours.release]),
        };
      } catch (error) {
        await ours.release();
        throw error;
      }
    },
    forget: cache.forget,
    settled: cache.settled,
    close: () => closeAll([leases.close, cache.close]),
  };
}

async function exists(folder: string): Promise<boolean> {
  return access(folder).then(
    () => true,
    () => false,
  );
}

export interface CacheAccessOptions extends CacheOptions {
  /** Every call is to be made, whatever is stored. */
  readonly fresh?: boolean;
  /** Where the processes of a run keep who pays for what; absent for one that works alone. */
  readonly runLeases?: string | undefined;
}

/**
 * `off` touches nothing, `read` uses what is there and adds nothing, `on` does both. Whatever the mode, of the processes
 * of a run only one pays for a key.
 */
export async function openCacheAccess(
  mode: CacheMode,
  folder: string,
  { fresh = false, runLeases, ...options }: CacheAccessOptions = {},
): Promise<CacheAccess> {
  const leases = runLeases === undefined ? alone : createRunLeases(runLeases);
  if (mode === 'off' || (mode === 'read' && fresh) || (mode === 'read' && !(await exists(folder))))
    return noCache(leases);
  const { openCache } = await import('./reply-cache.ts');
  const cache = await openCache(folder, options);
  if (mode === 'on') {
    if (fresh) return addingOnly(cache, leases);
    return runLeases === undefined ? cache : withRunLeases(cache, leases);
  }
  return {
    has: cache.has,
    get: cache.get,
    claim: async (key, signal) => (await cache.get(key)) ?? leaseOf(leases, key, signal),
    settled: cache.settled,
    close: () => closeAll([leases.close, cache.close]),
  };
}
