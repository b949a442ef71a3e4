// Removes from a journal the replies that the cache holds whole. What stays is written and durable, and every reply that
// goes is compared with the cache's, byte by byte, before the first file is removed; killed anywhere, no reply is lost.
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LateBenchError } from '../errors.ts';
import type { JournalEntry } from '../storage/journal/entry.ts';
import { parseJournalFileName } from '../storage/journal/file-name.ts';
import { fileHeadBytes } from '../storage/journal/frame.ts';
import { type Journal, openJournal } from '../storage/journal/journal.ts';
import type { ReplyCache } from './cache/reply-cache.ts';
import { type PrunedReply, prunedReply, restoredEntry, writePruned } from './pruned-replies.ts';

export interface PrunedJournal {
  /** Replies that go, and the bytes that they take in the journal. */
  readonly replies: number;
  readonly bytes: number;
  /** Entries that stay: the cache does not have them, or not as they are here. */
  readonly kept: number;
}

interface Sorted {
  readonly gone: readonly PrunedReply[];
  readonly bytes: number;
  readonly staying: readonly string[];
  readonly kept: number;
}

const ok = 200;

/**
 * What the journal has of a key, where that is one reply. Errors before it and replies that were withdrawn are nowhere
 * else, and a fresh run does not look into the cache.
 */
function onlyReply(entries: readonly JournalEntry[]): JournalEntry | null {
  const [only] = entries;
  return entries.length === 1 && only!.status === ok && only!.fresh === undefined ? only! : null;
}

async function sorted(journal: Journal, cache: Pick<ReplyCache, 'peek'>): Promise<Sorted> {
  const gone: PrunedReply[] = [];
  const staying: string[] = [];
  let [bytes, kept] = [0, 0];
  for (const key of journal.keys()) {
    const entries = await journal.entries(key);
    const reply = onlyReply(entries);
    const facts = reply === null ? null : prunedReply(reply);
    const restored = facts === null ? null : restoredEntry(facts, await cache.peek(key));
    if (facts === null || restored === null || !Buffer.from(restored.body).equals(reply!.body)) {
      staying.push(key);
      kept += entries.length;
      continue;
    }
    gone.push(facts);
    for await (const { file } of journal.copies(key)) bytes += file.length - fileHeadBytes;
  }
  return { gone, bytes, staying, kept };
}

async function remove(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder, name), { force: true });
}

/** `folder` holds the files of one journal. With `dry`, nothing is changed and the same is said. */
export async function pruneJournal(folder: string, cache: ReplyCache, dry: boolean): Promise<PrunedJournal> {
  if (!existsSync(folder)) return { replies: 0, bytes: 0, kept: 0 };
  const files = (await readdir(folder)).filter((name) => parseJournalFileName(name) !== undefined);
  const journal = await openJournal(folder, { reservedBytes: 0 });
  let found: Sorted;
  try {
    found = await sorted(journal, cache);
    if (!dry && found.gone.length > 0) {
      for (const key of found.staying)
        for (const entry of await journal.entries(key)) await journal.append(entry);
    }
  } finally {
    await journal.close();
  }
  const { gone, bytes, kept } = found;
  if (!dry && gone.length > 0) {
    await writePruned(folder, gone);
    for (const reply of gone) {
      // Marks it as used today, too: what was not used for longest leaves the cache first.
      if (restoredEntry(reply, await cache.get(reply.key)) !== null) continue;
      throw new LateBenchError(
        'LB_BUSY',
        `${folder}: the cache lost a reply meanwhile; nothing was removed, try again`,
      );
    }
    await remove(folder, files);
  }
  return { replies: gone.length, bytes, kept };
}
