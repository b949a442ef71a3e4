// Which calls of a dry run have a reply already, in the journal of the run or in the cache. Nothing is made or kept here:
// where there is no journal or no cache, or one that cannot be opened, nothing is stored.
import { existsSync } from 'node:fs';
import { openCacheAccess } from '../endpoints/cache/cache-mode.ts';
import { usable } from '../endpoints/chain/useful-replies.ts';
import type { ChatRequest } from '../endpoints/chat.ts';
import type { Dialect } from '../endpoints/dialect.ts';
import { entriesInUse } from '../endpoints/reply-store.ts';
import { closeAll } from '../storage/close-all.ts';
import type { JournalEntry } from '../storage/journal/entry.ts';
import { openJournal } from '../storage/journal/journal.ts';

export interface StoredCalls {
  has(key: string, request: ChatRequest): Promise<boolean>;
  close(): Promise<void>;
}

export interface StoredCallsOptions {
  /** Of the role. */
  readonly journal: string;
  /** Null where the run would not look there. */
  readonly cacheFolder: string | null;
  readonly dialect: Dialect;
  readonly model: string;
}

export async function openStoredCalls(options: StoredCallsOptions): Promise<StoredCalls> {
  const { cacheFolder, dialect, model } = options;
  const [journal, cache] = await Promise.all([
    existsSync(options.journal) ? openJournal(options.journal, { reservedBytes: 0 }).catch(() => null) : null,
    cacheFolder === null ? null : openCacheAccess('read', cacheFolder).catch(() => null),
  ]);
  const isReply = ({ status, body }: JournalEntry, request: ChatRequest): boolean => {
    try {
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
      usable(model, request, dialect.read(status, bytes, request.top_logprobs));
      return true;
    } catch {
      return false;
    }
  };
  return {
    async has(key, request) {
      const entries = journal?.has(key) === true ? await journal.entries(key) : [];
      const inUse = entriesInUse(entries);
      if (inUse.some((entry) => isReply(entry, request))) return true;
      // The cache may have the very reply that was withdrawn.
      return inUse.length === entries.length && cache?.has(key) === true;
    },
    close: () => closeAll([async () => journal?.close(), async () => cache?.close()]),
  };
}
