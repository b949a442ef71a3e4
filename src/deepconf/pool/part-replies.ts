// Where the replies of a build are paid for: a journal for each part, removed once the part is on the disk. So the
// bodies, larger than all else, never lie there for longer than a part takes.
import { existsSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openCacheAccess } from '../../endpoints/cache/cache-mode.ts';
import { copiedReplies } from '../../endpoints/copied-replies.ts';
import { createReplyStore, entriesInUse } from '../../endpoints/reply-store.ts';
import type { ReplyStore } from '../../endpoints/stores.ts';
import { isBrokenStream, isStreamPart } from '../../endpoints/stream/stored-stream.ts';
import { StreamParts } from '../../endpoints/stream/stream-parts.ts';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import type { JournalEntry } from '../../storage/journal/entry.ts';
import { type Journal, openJournal } from '../../storage/journal/journal.ts';
import { journalCopies } from '../../storage/journal/journal-copies.ts';
import { clearBelow, type ObjectStore } from '../../storage/object-store.ts';

interface OpenJournal {
  readonly journal: Journal;
  readonly replies: ReplyStore;
}

export interface PartReplies extends ReplyStore {
  /** Says to which journal (a path in the pool's `journal/`) the call of this key belongs, and opens it. */
  assign(key: string, name: string): Promise<void>;
  /** The call has ended. */
  forget(key: string): void;
  /** The last body that came whole, or as far as it was wanted, with status 200 for this key. */
  body(key: string): Promise<Buffer | null>;
  /** What had come of a stream that was being written when its process was killed, where nothing else is stored. */
  part(key: string): Promise<Buffer | null>;
  /** What had come of a stream that this process, or an earlier one, gave up or lost; null where anything came after it. */
  broken(key: string): Promise<Buffer | null>;
  /** True where the call failed only because its part has been written meanwhile and the journal removed. */
  isLate(key: string, error: unknown): boolean;
  /** The part is whole: its journal goes. */
  discard(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface PartRepliesOptions {
  /** Receives a line for whatever the journals had to repair. */
  readonly say: (line: string) => void;
  /** Held back on the disk by each journal that is written to; 8 MiB. */
  readonly reservedBytes?: number | undefined;
  /** Maximum number of idle journals that stay open; unlimited when absent. */
  readonly maxIdle?: number | undefined;
  /** Where replies are kept besides, for machines that do not see the folder. */
  readonly store?: ObjectStore | undefined;
  /** Replies are kept as they came, for `raw/`; else their logprobs are kept in columns. */
  readonly keepRaw?: boolean | undefined;
  /** Leave journals where they are when their part is whole: another process sees that it is, and removes them. */
  readonly leaveJournals?: boolean | undefined;
}

/** Where a store keeps the replies of a part. */
export function journalPrefix(name: string): string {
  return `journal/${name}/`;
}

/** What a journal says whose folder is gone. */
const goneCodes = new Set<string>(['LB_OUTPUT', 'LB_INPUT_READ']);

/** Opens the stored replies of a pool: one journal for each part, below `<pool>/journal`. */
export function openPartReplies(
  folder: string,
  {
    say,
    reservedBytes,
    maxIdle = Number.POSITIVE_INFINITY,
    leaveJournals = false,
    keepRaw = false,
    store,
  }: PartRepliesOptions,
): PartReplies {
  const root = join(folder, 'journal');
  const journals = new Map<string, Promise<OpenJournal>>();
  const open = new Set<Journal>();
  const names = new Map<string, string>();
  /** Journals that are being closed because nobody has used them. */
  const closing = new Map<string, Promise<void>>();
  /** Calls under way, by journal. */
  const uses = new Map<string, number>();

  const start = async (name: string): Promise<OpenJournal> => {
    const journal = await openJournal(join(root, name), reservedBytes === undefined ? {} : { reservedBytes });
    open.add(journal);
    const { torn, quarantined } = journal.report;
    for (const { file, bytes } of torn) say(`journal: cut a torn end of ${bytes} bytes in ${name}/${file}`);
    for (const { file, bytes } of quarantined)
      say(`journal: moved ${bytes} damaged bytes of ${name}/${file}`);
    const replies = createReplyStore(journal, await openCacheAccess('off', folder));
    if (store === undefined) return { journal, replies };
    const copies = journalCopies(journal, store, journalPrefix(name), { say });
    return { journal, replies: copiedReplies(replies, copies) };
  };
  const openOne = (name: string): Promise<OpenJournal> => {
    const known = journals.get(name);
    if (known !== undefined) return known;
    const started = (closing.get(name) ?? Promise.resolve()).then(() => start(name));
    journals.set(name, started);
    return started;
  };
  /** Another process may have written the part before the call: then there is no journal, and the reply is not needed. */
  const isLate = (key: string, error: unknown): boolean => {
    const name = names.get(key);
    if (name === undefined || !isLateBenchError(error) || !goneCodes.has(error.code)) return false;
    return existsSync(join(folder, 'core', `${name}.parquet`));
  };
  const of = (key: string): Promise<OpenJournal> => {
    const name = names.get(key);
    if (name === undefined) throw new LateBenchError('LB_INTERNAL', 'a call belongs to no part of the pool');
    return openOne(name);
  };
  const end = async (name: string): Promise<void> => {
    const opening = journals.get(name);
    // Before anything is waited for: who comes now opens it anew.
    journals.delete(name);
    const opened = await opening;
    if (opened === undefined) return;
    open.delete(opened.journal);
    await opened.journal.close();
  };
  /** What the store has, this machine needs no longer: the part may be written by another. */
  const forget = async (name: string): Promise<void> => {
    try {
      await end(name);
      if (store !== undefined) await rm(join(root, name), { recursive: true, force: true });
    } catch {
      // Its content is durable; what is left takes room only.
    } finally {
      closing.delete(name);
    }
  };
  const letGo = (name: string): void => {
    const left = (uses.get(name) ?? 1) - 1;
    if (left > 0) {
      uses.set(name, left);
      return;
    }
    uses.delete(name);
    for (const oldest of [...journals.keys()].filter((one) => !uses.has(one))) {
      if (journals.size - uses.size <= maxIdle) return;
      // Not awaited: its content is durable already.
      closing.set(oldest, forget(oldest));
    }
  };
  const entriesOf = async (key: string): Promise<readonly JournalEntry[]> => {
    const { journal } = await of(key);
    return journal.has(key) ? entriesInUse(await journal.entries(key)) : [];
  };
  return {
    packs: !keepRaw,
    async assign(key, name) {
      if (names.get(key) === undefined) uses.set(name, (uses.get(name) ?? 0) + 1);
      names.set(key, name);
      await openOne(name);
    },
    forget(key) {
      const name = names.get(key);
      names.delete(key);
      if (name !== undefined) letGo(name);
    },
    async *lookUp(key, ours) {
      yield* (await of(key)).replies.lookUp(key, ours) ?? [];
    },
    async refresh(key) {
      await (await of(key)).replies.refresh(key);
    },
    async body(key) {
      const last = (await entriesOf(key)).findLast(
        ({ status, body: bytes }) => status === 200 && !isBrokenStream(bytes) && !isStreamPart(bytes),
      );
      return last === undefined ? null : Buffer.from(last.body);
    },
    async part(key) {
      const parts = new StreamParts();
      for (const { body } of (await entriesOf(key)).toReversed()) parts.take({ body: Buffer.from(body) });
      return parts.joined();
    },
    async broken(key) {
      const last = (await entriesOf(key)).at(-1);
      return last !== undefined && isBrokenStream(last.body) ? Buffer.from(last.body) : null;
    },
    async withdraw(keys, reason) {
      // A call that has ended belongs to no journal any more: its part may be written.
      for (const key of keys) if (names.has(key)) await (await of(key)).replies.withdraw([key], reason);
    },
    isLate,
    async hold(key) {
      await (await of(key)).replies.hold?.(key);
    },
    async keep(reply) {
      try {
        await (await of(reply.key)).replies.keep(reply);
      } catch (error) {
        // Reported to the client, it would end all other calls of this process.
        if (!isLate(reply.key, error)) throw error;
      }
    },
    get canKeep() {
      return [...open].every((journal) => !journal.full);
    },
    claim: async (key, signal) => (await of(key)).replies.claim(key, signal),
    // Nothing of a pool is shared.
    settled: async () => {},
    async discard(name) {
      await end(name);
      if (leaveJournals) return;
      if (store !== undefined) await clearBelow(store, journalPrefix(name));
      const path = join(root, name);
      // A worker that comes late may put a file into it meanwhile.
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
      // The folder above goes with its last part.
      await rmdir(dirname(path)).catch(() => {});
    },
    async close() {
      await Promise.all(closing.values());
      for (const name of [...journals.keys()]) await end(name);
    },
  };
}
