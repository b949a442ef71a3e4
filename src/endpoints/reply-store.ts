// Where paid replies are kept and looked for: the run's journal, which has everything that came back, and the cache,
// which has what other runs may use too.

import { type Headers, headerOf } from '../http/retry-after.ts';
import type { JournalEntry } from '../storage/journal/entry.ts';
import type { Journal } from '../storage/journal/journal.ts';
import type { CacheAccess } from './cache/cache-mode.ts';
import { isCacheable } from './cache/cacheable.ts';
import type { CachedReply } from './cache/cached-reply.ts';
import { isoText } from './iso-text.ts';
import { isPackedReply } from './packed-reply.ts';
import type { KeptReply, ReplyStore, StoredReply } from './stores.ts';
import { isStoredStream } from './stream/stored-stream.ts';

const keptHeaders = ['content-type', 'retry-after', 'x-request-id', 'request-id', 'server'];

function selected(headers: Headers): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = headerOf(headers, name);
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** No HTTP status: the entry says that those before it are not to be used. */
const withdrawn = 0;

/** The entries of a key that count, given the oldest first. */
export function entriesInUse(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  return entries.slice(entries.findLastIndex(({ status }) => status === withdrawn) + 1);
}

function fromCache({ status, body }: CachedReply): StoredReply {
  return { from: 'cache', status, body: asBuffer(body) };
}

/** Bytes of replies on their way into the cache before a call waits for the oldest of them. */
const maxSharingBytes = 32 << 20;

/** `freshRun`: takes only the replies that the fresh run of this id asked for, and marks its own. */
export function createReplyStore(journal: Journal, cache: CacheAccess, freshRun?: string): ReplyStore {
  const isOurs = ({ fresh }: JournalEntry): boolean => freshRun === undefined || fresh === freshRun;
  /** The last reply of each key in flight, until it is known whether it is worth sharing. */
  const unshared = new Map<string, KeptReply | null>();
  /** What is on its way into the cache: bytes by the promises of puts, which those that are put together have in common. */
  const sharing = new Map<Promise<void>, { bytes: number; readonly over: Promise<void> }>();
  let sharingBytes = 0;
  let unshareable: { readonly error: unknown } | undefined;
  const check = (): void => {
    if (unshareable !== undefined) throw unshareable.error;
  };
  const note = (put: Promise<void>, bytes: number): void => {
    sharingBytes += bytes;
    const known = sharing.get(put);
    if (known !== undefined) {
      known.bytes += bytes;
      return;
    }
    const over = put
      .catch((error: unknown) => {
        unshareable ??= { error };
      })
      .then(() => {
        sharingBytes -= sharing.get(put)!.bytes;
        sharing.delete(put);
      });
    sharing.set(put, { bytes, over });
  };
  const isWithdrawn = async (key: string): Promise<boolean> =>
    journal.has(key) && (await journal.entries(key)).some(({ status }) => status === withdrawn);
  const known = async function* (key: string, ours?: 'ours'): AsyncGenerator<StoredReply> {
    if (journal.has(key)) {
      const entries = await journal.entries(key);
      const inUse = entriesInUse(entries);
      for (const { status, body, reservation } of inUse.filter(isOurs).toReversed())
        yield { from: 'journal', status, body: asBuffer(body), reservation };
      // The cache may have the very reply that was withdrawn.
      if (inUse.length < entries.length) return;
    }
    if (ours !== undefined) return;
    const cached = await cache.get(key);
    if (cached !== null) yield fromCache(cached);
  };
  return {
    lookUp: (key, ours) =>
      journal.has(key) || (ours === undefined && cache.has(key)) ? known(key, ours) : null,
    refresh: () => journal.refresh(),
    async withdraw(keys, reason) {
      // Another run would take them for good.
      await cache.forget?.(keys);
      const at = new Date().toISOString();
      for (const key of keys) {
        const facts = { sample: 0, attempt: 0, status: withdrawn, headers: {}, endpoint: '', model: '' };
        await journal.append({ key, ...facts, started_at: at, finished_at: at, body: Buffer.from(reason) });
      }
    },
    get canKeep() {
      return !journal.full;
    },
    hold: () => journal.hold(),
    async keep(reply) {
      const { key, sample, attempt, startedAt, endpoint, model, response, reservation } = reply;
      await journal.append({
        key,
        sample,
        attempt,
        status: response.status,
        headers: selected(response.headers),
        started_at: isoText(startedAt),
        finished_at: isoText(new Date()),
        endpoint,
        model,
        fresh: freshRun,
        reservation,
        dense: isStoredStream(response.body) || isPackedReply(response.body),
        body: response.body,
      });
      if (!unshared.has(key)) return;
      response.retain?.();
      unshared.set(key, reply);
    },
    async settled() {
      await Promise.all([cache.settled(), ...[...sharing.values()].map(({ over }) => over)]);
      check();
    },
    async claim(key, signal) {
      check();
      const claim = await cache.claim(key, signal);
      if (claim.kind === 'cached')
        return (await isWithdrawn(key))
          ? { share: async () => {}, release: async () => {} }
          : fromCache(claim);
      // Another process of this run may have paid for it since this one looked: the caller looks again.
      await journal.refresh();
      if (claim.put !== undefined) unshared.set(key, null);
      let isShared = false;
      return {
        share(request, reply, stored) {
          const kept = stored ?? unshared.get(key);
          if (kept == null || claim.put === undefined || !isCacheable(reply, request)) return undefined;
          const { status, headers, body } = kept.response;
          note(claim.put({ model: kept.model, status, headers: selected(headers), body }), body.length);
          isShared = true;
          check();
          if (sharingBytes <= maxSharingBytes) return undefined;
          // Not whichever is first: a race would listen to all of them, each time.
          const [oldest] = sharing.values();
          return oldest?.over.then(check);
        },
        release() {
          unshared.delete(key);
          // Its lease is held until the reply is there.
          return isShared ? undefined : claim.release();
        },
      };
    },
  };
}
