// What is in a reply cache, in numbers.
import { stat } from 'node:fs/promises';
import { type CacheStore, entryPages } from './tables.ts';

export interface ModelShare {
  readonly model: string;
  readonly entries: number;
  /** Bytes kept, compressed. */
  readonly bytes: number;
  /** Bytes of the raw bodies. */
  readonly raw_bytes: number;
}

export interface CacheStats extends Omit<ModelShare, 'model'> {
  /** Size of the data file: it does not shrink when replies go, their space is used again. */
  readonly file_bytes: number;
  /** In the order of their names. */
  readonly by_model: readonly ModelShare[];
}

export async function countEntries(store: CacheStore): Promise<CacheStats> {
  const byModel = new Map<string, ModelShare>();
  const total = { entries: 0, bytes: 0, raw_bytes: 0 };
  for await (const page of entryPages(store)) {
    for (const [, { model, bytes, raw }] of page) {
      const share = byModel.get(model) ?? { model, entries: 0, bytes: 0, raw_bytes: 0 };
      byModel.set(model, {
        model,
        entries: share.entries + 1,
        bytes: share.bytes + bytes,
        raw_bytes: share.raw_bytes + raw,
      });
      total.entries += 1;
      total.bytes += bytes;
      total.raw_bytes += raw;
    }
  }
  const { size } = await stat(store.dataFile);
  const shares = [...byModel.values()].sort((a, b) => (a.model < b.model ? -1 : 1));
  return { ...total, file_bytes: size, by_model: shares };
}
