// Makes a reply cache smaller: what has not been used for longest goes first, by days, in batches, so that others can
// go on using the cache meanwhile.
import { LateBenchError } from '../../errors.ts';
import { type CacheStore, type Entry, entryPages } from './tables.ts';

export interface PruneLimits {
  /** Most bytes to keep, compressed. */
  readonly maxBytes?: number | undefined;
  /** Replies whose last use lies further back go. */
  readonly olderThanDays?: number | undefined;
  /** Count what would go, and remove nothing. */
  readonly dry?: boolean | undefined;
}

export interface Pruned {
  readonly entries: number;
  readonly bytes: number;
}

function checked(name: string, value: number | undefined): number {
  if (value !== undefined && !(value >= 0)) {
    throw new LateBenchError('LB_USAGE', `cache prune ${name} ${value}: give a number from 0`);
  }
  return value ?? Number.POSITIVE_INFINITY;
}

/** The batch's entries that are still as they were seen go; one that was used meanwhile stays. */
function removeBatch(store: CacheStore, batch: readonly (readonly [Buffer, Entry])[]): Promise<Pruned> {
  const { entries, bodies } = store.tables;
  return store.write(() => {
    let [removed, bytes] = [0, 0];
    for (const [key, seen] of batch) {
      if (entries.get(key)?.used !== seen.used) continue;
      entries.removeSync(key);
      bodies.removeSync(key);
      removed += 1;
      bytes += seen.bytes;
    }
    return { entries: removed, bytes };
  });
}

function sumOf(batch: readonly (readonly [Buffer, Entry])[]): Pruned {
  return { entries: batch.length, bytes: batch.reduce((sum, [, { bytes }]) => sum + bytes, 0) };
}

export async function pruneEntries(store: CacheStore, limits: PruneLimits, today: number): Promise<Pruned> {
  const maxBytes = checked('--max-bytes', limits.maxBytes);
  const oldest = today - checked('--older-than-days', limits.olderThanDays);
  const bytesByDay = new Map<number, number>();
  for await (const page of entryPages(store)) {
    for (const [, { used, bytes }] of page) bytesByDay.set(used, (bytesByDay.get(used) ?? 0) + bytes);
  }
  let excess = -maxBytes;
  for (const [day, bytes] of bytesByDay) if (day >= oldest) excess += bytes;
  // Days that go whole; of the next day, only as much as is still too many.
  let firstKept = oldest;
  for (const [day, bytes] of [...bytesByDay].sort(([a], [b]) => a - b)) {
    if (day < oldest) continue;
    if (excess < bytes) {
      firstKept = excess > 0 ? day : firstKept;
      break;
    }
    excess -= bytes;
    firstKept = day + 1;
  }
  const total = { entries: 0, bytes: 0 };
  for await (const page of entryPages(store)) {
    const batch = page.filter(([, { used, bytes }]) => {
      if (used < firstKept) return true;
      if (used !== firstKept || excess <= 0) return false;
      excess -= bytes;
      return true;
    });
    if (batch.length === 0) continue;
    const { entries, bytes } = limits.dry === true ? sumOf(batch) : await removeBatch(store, batch);
    total.entries += entries;
    total.bytes += bytes;
  }
  return total;
}
