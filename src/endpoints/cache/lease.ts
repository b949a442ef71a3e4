// The right to pay for a key, so that two processes never pay for the same one. A lease is renewed while its holder
// works, and is free again when it lapses or its process is gone.
import { hasLapsed, holdFor, livenessOfHolder } from './holder.ts';
import { type CacheStore, keyBytes, type LeaseRow } from './tables.ts';

export type LeaseAnswer = 'mine' | 'cached' | 'taken';

/** A living holder that has not renewed has given up, or is stopped: it may no longer keep others waiting. */
function isInForce(row: LeaseRow): boolean {
  return !hasLapsed(row) && livenessOfHolder(row) !== 'dead';
}

/** Takes or renews the lease of a key; `cached` when there is nothing left to pay for. */
export function takeLease(store: CacheStore, key: string, owner: string, ms: number): Promise<LeaseAnswer> {
  const { entries, leases } = store.tables;
  const bytes = keyBytes(key);
  return store.write(() => {
    if (entries.get(bytes) !== undefined) return 'cached';
    const row = leases.get(bytes);
    if (row !== undefined && row.owner !== owner && isInForce(row)) return 'taken';
    leases.putSync(bytes, { owner, ...holdFor(ms) });
    return 'mine';
  });
}

export function freeLease(store: CacheStore, key: string, owner: string): Promise<void> {
  const { leases } = store.tables;
  const bytes = keyBytes(key);
  return store.write(() => {
    if (leases.get(bytes)?.owner === owner) leases.removeSync(bytes);
  });
}

/** A look without the write lock, for those who wait. */
export function seemsTaken(store: CacheStore, key: string): boolean {
  const { entries, leases } = store.tables;
  const bytes = keyBytes(key);
  const row = store.read(() => (entries.get(bytes) === undefined ? leases.get(bytes) : undefined));
  return row !== undefined && isInForce(row);
}

export interface LeaseTiming {
  /** How long a lease lasts without being renewed. */
  readonly leaseMs: number;
  /** A holder that has not finished by then no longer renews: a call that hangs does not block others for ever. */
  readonly maxHoldMs: number;
}

/** Renews a lease three times in its length; returns how to stop. */
export function keepRenewing(
  store: CacheStore,
  key: string,
  owner: string,
  { leaseMs, maxHoldMs }: LeaseTiming,
): () => void {
  const { leases } = store.tables;
  const bytes = keyBytes(key);
  const startedMs = performance.now();
  const renew = async (): Promise<void> => {
    const held = await store.write(() => {
      if (leases.get(bytes)?.owner !== owner) return false;
      leases.putSync(bytes, { owner, ...holdFor(leaseMs) });
      return true;
    });
    if (!held) stop();
  };
  const timer = setInterval(() => {
    if (performance.now() - startedMs > maxHoldMs) stop();
    // A lease that cannot be renewed lapses; the holder meets the store's error itself when it puts its reply.
    else renew().catch(stop);
  }, leaseMs / 3);
  timer.unref();
  const stop = (): void => clearInterval(timer);
  return stop;
}
