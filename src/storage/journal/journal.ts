// The journal of paid-for replies: one folder, any number of processes, every reply on the disk before anybody acts
// on it. It keeps bytes and says where they are; what a reply means and whether to ask again is for the caller.
import { resolve } from 'node:path';
import { LateBenchError } from '../../errors.ts';
import { ByteSemaphore } from '../byte-semaphore.ts';
import { bytesOfKey } from '../key-bytes.ts';
import { isOutOfSpace } from '../output-error.ts';
import { checkBodySize, encodePayload, type JournalEntry, nextOrder } from './entry.ts';
import { EntryReader } from './entry-reader.ts';
import { encodeFrame } from './frame.ts';
import { type FrameCopy, frameOfCopy } from './frame-copy.ts';
import { GroupCommit } from './group-commit.ts';
import type { JournalReport } from './journal-report.ts';
import { JournalWriter } from './journal-writer.ts';
import { KeyIndex } from './key-index.ts';
import { KnownFiles } from './known-files.ts';
import { clearDeadOwners } from './stale-owners.ts';

export interface JournalOptions {
  /** A file that has reached this size is followed by another; 256 MiB. */
  readonly rotateBytes?: number;
  /** Held back on the disk for replies that are already paid for when it is full; 8 MiB, 0 for none. */
  readonly reservedBytes?: number;
  /** Bodies accepted before `append` waits; 64 MiB. */
  readonly queueBytes?: number;
}

export interface Journal {
  /**
   * Resolves when the entry is durable, and not before. Rejects with LB_DISK_FULL when the disk refused it; it then
   * counts as not written, even if part of it is on the disk. The body must not change until then.
   */
  append(entry: JournalEntry): Promise<void>;
  /**
   * Before what is appended is paid for: makes sure of the reserved space. Nothing to wait for where it is held already.
   * Throws LB_DISK_FULL where the disk has no room for it.
   */
  hold(): Promise<void> | undefined;
  /** The entries of a key, oldest first, read from the disk and checked again. */
  entries(key: string): Promise<JournalEntry[]>;
  has(key: string): boolean;
  /** Each key once. */
  keys(): Iterable<string>;
  /** Takes in what other processes have appended since; cheap where they have not. */
  refresh(): Promise<void>;
  /**
   * Every entry known when it begins, in file order. A reply that had to be written twice comes twice: take the
   * first of a key, sample and attempt.
   */
  scan(): AsyncIterable<JournalEntry>;
  readonly report: JournalReport;
  /** Entries appended by this process, the fdatasync calls that took, and the bytes the index holds in memory. */
  readonly counters: { readonly appends: number; readonly commits: number; readonly indexBytes: number };
  /** True once the disk has refused bytes: make no more calls. What is under way may still find room. */
  readonly full: boolean;
  /** The frames of a key as they are on the disk, each as a journal file of one frame, for another folder. */
  copies(key: string): AsyncIterable<FrameCopy>;
  /** Appends the frame of such a file as it is; false where it is damaged. */
  take(copy: Buffer): Promise<boolean>;
  /** Waits for what was appended, and gives up the lock. */
  close(): Promise<void>;
}

/** What an entry counts for beside its body, so that very many small ones wait too. */
const overheadBytes = 1024;

/**
 * Opens the journal in a folder, which need not exist yet. Tails left by dead processes are cut, damaged stretches are
 * copied to `quarantine/`; `report` names each. Several processes, and several journals of one process, may share a
 * folder.
 */
export async function openJournal(folder: string, options: JournalOptions = {}): Promise<Journal> {
  const path = resolve(folder);
  const { rotateBytes = 256 << 20, reservedBytes = 8 << 20, queueBytes = 64 << 20 } = options;
  const index = new KeyIndex();
  const files = new KnownFiles(path, index);
  const writer = new JournalWriter(path, { rotateBytes, reservedBytes });
  const reader = new EntryReader(path, index, files);
  const group = new GroupCommit((frames) => writer.commit(frames), {
    splits: (error) => isOutOfSpace((error as Error).cause),
    ahead: (frames) => writer.ahead(frames),
  });
  const gate = new ByteSemaphore(queueBytes);
  let underWay = 0;
  /** Whoever closes the journal, once nothing is under way. */
  let whenDone: (() => void) | undefined;
  let appends = 0;
  let refreshed: Promise<void> = Promise.resolve();
  let awaitingRefresh: Promise<void> | undefined;
  let closed: Promise<void> | undefined;

  async function add(
    key: Buffer,
    bytes: number,
    payload: () => Promise<readonly Uint8Array[]> | readonly Uint8Array[],
  ): Promise<void> {
    if (closed !== undefined) throw new LateBenchError('LB_INTERNAL', 'the journal has been closed');
    const size = bytes + overheadBytes;
    underWay += 1;
    if (!gate.tryEnter(size)) await gate.enter(size);
    try {
      const packed = payload();
      const parts = packed instanceof Promise ? await packed : packed;
      const frame = encodeFrame(writer.marker, key, ...parts);
      const place = await group.add(frame);
      index.add(key, files.own(place.file, writer.marker), place.offset, frame.length);
      appends += 1;
    } finally {
      gate.leave(size);
      underWay -= 1;
      if (underWay === 0) whenDone?.();
    }
  }
  async function append(entry: JournalEntry): Promise<void> {
    const key = bytesOfKey(entry.key);
    checkBodySize(entry);
    const order = nextOrder();
    await add(key, entry.body.length, () => encodePayload({ entry, order }));
  }

  /** One at a time; all who ask while one is running share the next, which sees what was there when they asked. */
  function refresh(): Promise<void> {
    if (awaitingRefresh !== undefined) return awaitingRefresh;
    const next = refreshed
      .catch(() => undefined)
      .then(() => {
        awaitingRefresh = undefined;
        return files.refresh(writer.name);
      });
    awaitingRefresh = next;
    refreshed = next;
    return next;
  }

  async function finish(): Promise<void> {
    if (underWay > 0)
      await new Promise<void>((resolve) => {
        whenDone = resolve;
      });
    await refreshed.catch(() => undefined);
    await Promise.all([writer.close(), reader.close()]);
  }

  await refresh();
  await clearDeadOwners(path);
  return {
    append,
    hold: () => writer.hold(),
    copies: (key) => reader.copies(bytesOfKey(key)),
    async take(copy) {
      const frame = frameOfCopy(copy);
      if (frame === undefined) return false;
      await add(frame.key, frame.payload.length, () => [frame.payload]);
      return true;
    },
    entries: async (key) => reader.entries(bytesOfKey(key)),
    has: (key) => index.has(bytesOfKey(key)),
    keys: () => index.keys(),
    refresh,
    scan: () => reader.all(),
    get report() {
      const { torn, quarantined } = files.log;
      return { files: files.count, frames: index.frames, torn: [...torn], quarantined: [...quarantined] };
    },
    get counters() {
      return { appends, commits: writer.commits, indexBytes: index.memory };
    },
    get full() {
      return writer.full;
    },
    close() {
      closed ??= finish();
      return closed;
    },
  };
}
