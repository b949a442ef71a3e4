// What `--cache off|read|on` means, so that callers claim keys the same way in every mode.
import { access } from 'node:fs/promises';
import type { CachedReply } from './cached-reply.ts';
import type { CacheOptions, Lease, ReplyCache } from './reply-cache.ts';

export type CacheMode = 'off' | 'read' | 'on';

/** Without `put` where nothing would be kept. */
type OpenLease = Omit<Lease, 'put'> & Partial<Pick<Lease, 'put'>>;

export interface CacheAccess extends Pick<ReplyCache, 'has' | 'get' | 'settled' | 'close'> {
  claim(...asked: Parameters<ReplyCache['claim']>): Promise<CachedReply | OpenLease>;
  /** Absent where nothing is changed. */
  readonly forget?: ReplyCache['forget'];
}

/** A lease that is shared with no process and whose reply is not stored. */
function privateLease(key: string): OpenLease {
  return { kind: 'lease', key, release: async () => {} };
}

const noCache: CacheAccess = {
  has: () => false,
  get: async () => null,
  claim: async (key) => privateLease(key),
  settled: async () => {},
  close: async () => {},
};

/** Gives nothing, so that every call is made; adds the replies of keys that it does not have. */
function addingOnly(cache: ReplyCache): CacheAccess {
  return {
    has: noCache.has,
    get: noCache.get,
    claim: async (key) => ({ ...privateLease(key), put: (reply) => cache.put(key, reply) }),
    forget: cache.forget,
    settled: cache.settled,
    close: cache.close,
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
}

/** `off` touches nothing, `read` uses what is there and adds nothing, `on` does both. */
export async function openCacheAccess(
  mode: CacheMode,
  folder: string,
  { fresh = false, ...options }: CacheAccessOptions = {},
): Promise<CacheAccess> {
  if (mode === 'off' || (mode === 'read' && fresh) || (mode === 'read' && !(await exists(folder))))
    return noCache;
  const { openCache } = await import('./reply-cache.ts');
  const cache = await openCache(folder, options);
  if (mode === 'on') return fresh ? addingOnly(cache) : cache;
  return {
    has: cache.has,
    get: cache.get,
    claim: async (key) => (await cache.get(key)) ?? privateLease(key),
    settled: cache.settled,
    close: cache.close,
  };
}
