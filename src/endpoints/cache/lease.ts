// The right to pay for a key, so that two processes never pay for the same one. A lease is renewed while its holder
// works, and is free again when it lapses or its process is gone.
import { hasLapsed, holdFor, livenessOfHolder } from './holder.ts';
import { type CacheStore, keyBytes, type LeaseRow, type LeaseStore } from './tables.ts';

export type LeaseAnswer = 'mine' | 'cached' | 'taken';

/** A living holder that has not renewed has given up, or is stopped: it may no longer keep others waiting. */
function isInForce(row: LeaseRow): boolean {
  return !hasLapsed(row) && livenessOfHolder(row) !== 'dead';
}

/** What is stored, and who pays for what is not. */
export interface Leasing {
  readonly store: CacheStore;
  readonly leases: LeaseStore;
}

function isStored({ tables: { entries }, read }: CacheStore, bytes: Buffer): boolean {
  return read(() => entries.get(bytes) !== undefined);
}

/** Takes or renews the lease of a key; `cached` when there is nothing left to pay for. */
export async function takeLease(
  { store, leases }: Leasing,
  key: string,
  owner: string,
  ms: number,
): Promise<LeaseAnswer> {
  const { leases: table } = leases.tables;
  const bytes = keyBytes(key);
  const answer = await leases.write((): LeaseAnswer => {
    const row = table.get(bytes);
    if (row !== undefined && row.owner !== owner && isInForce(row)) return 'taken';
    table.putSync(bytes, { owner, ...holdFor(ms) });
    return 'mine';
  });
  // A holder stores its reply before it gives its lease back: what it stored is seen by whoever has the lease now.
  if (!isStored(store, bytes)) return answer;
  if (answer === 'mine') await freeLease(leases, key, owner);
  return 'cached';
}

export function freeLease(leases: LeaseStore, key: string, owner: string): Promise<void> {
  const { leases: table } = leases.tables;
  const bytes = keyBytes(key);
  return leases.write(() => {
    if (table.get(bytes)?.owner === owner) table.removeSync(bytes);
  });
}

/** A look without the write lock, for those who wait. */
export function seemsTaken({ store, leases }: Leasing, key: string): boolean {
  const bytes = keyBytes(key);
  if (isStored(store, bytes)) return false;
  const row = leases.read(() => leases.tables.leases.get(bytes));
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
  leases: LeaseStore,
  key: string,
  owner: string,
  { leaseMs, maxHoldMs }: LeaseTiming,
): () => void {
  const { leases: table } = leases.tables;
  const bytes = keyBytes(key);
  const startedMs = performance.now();
  const renew = async (): Promise<void> => {
    const held = await leases.write(() => {
      if (table.get(bytes)?.owner !== owner) return false;
      table.putSync(bytes, { owner, ...holdFor(leaseMs) });
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
