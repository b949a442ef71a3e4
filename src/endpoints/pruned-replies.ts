// Replies that a journal had and only the cache has now: what the journal said of each, so that it can be put together
// again from the cache to the byte.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { LateBenchError } from '../errors.ts';
import { parseJson } from '../records/parse-json.ts';
import { writeFileAtomic } from '../storage/atomic-write.ts';
import { createByteDigest } from '../storage/byte-digest.ts';
import type { JournalEntry } from '../storage/journal/entry.ts';
import type { CachedReply } from './cache/cached-reply.ts';

/** Beside the files of the journal. */
export const prunedName = 'pruned.jsonl';

const prunedSchema = z.object({
  key: z.string(),
  sample: z.int(),
  attempt: z.int(),
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  started_at: z.string(),
  finished_at: z.string(),
  endpoint: z.string(),
  model: z.string(),
  dense: z.boolean().optional(),
  /** Of the body. */
  sha256: z.string(),
});
export type PrunedReply = z.infer<typeof prunedSchema>;

function sha256Of(body: Uint8Array): string {
  const digest = createByteDigest();
  digest.add(body);
  return digest.end().sha256;
}

export function prunedReply({ body, fresh: _, ...facts }: JournalEntry): PrunedReply {
  return prunedSchema.parse({ ...facts, sha256: sha256Of(body) });
}

/** The entry as the journal had it; null where the cache has another reply, or none. */
export function restoredEntry(
  { sha256, ...facts }: PrunedReply,
  cached: CachedReply | null,
): JournalEntry | null {
  if (cached === null || cached.status !== facts.status || sha256Of(cached.body) !== sha256) return null;
  return { ...facts, body: cached.body };
}

/** None where nothing was pruned. */
export async function readPruned(folder: string): Promise<PrunedReply[]> {
  const path = join(folder, prunedName);
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return '';
    throw cause;
  });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const read = prunedSchema.safeParse(parseJson(line));
      if (read.success) return read.data;
      throw new LateBenchError('LB_SCHEMA', `${path}: a line is not that of a pruned reply; it was changed`);
    });
}

/** Adds to what was pruned before; each reply stands there once. */
export async function writePruned(folder: string, replies: readonly PrunedReply[]): Promise<void> {
  const all = new Map(
    [...(await readPruned(folder)), ...replies].map((one) => [`${one.key} ${one.sha256}`, one]),
  );
  await writeFileAtomic(
    join(folder, prunedName),
    [...all.values()].map((one) => `${JSON.stringify(one)}\n`).join(''),
  );
}
