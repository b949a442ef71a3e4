// A journal whose entries are kept in a store of objects too, one object each, so that machines without a common disk
// have one journal between them: `KEY/WRITER-PLACE` below a prefix. Whoever looks for a key lists that key alone.
import { setTimeout as wait } from 'node:timers/promises';
import { bytesOfKey } from '../key-bytes.ts';
import type { ObjectStore } from '../object-store.ts';
import { contentOfCopy, type FrameCopy, frameOfCopy } from './frame-copy.ts';
import type { Journal } from './journal.ts';

export interface JournalCopies {
  /**
   * Takes in what others have put there for a key. What is listed and cannot be read as it was sent is asked for several
   * times: its call would be paid for again.
   */
  bring(key: string): Promise<void>;
  /** Resolves when the store has every entry that this journal has of the key. */
  send(key: string): Promise<void>;
}

export interface CopyOptions {
  /** How long what a listing said is believed, in milliseconds; 2 s. */
  readonly recentMs?: number;
  /** Milliseconds before each further look at what cannot be read: a store may be late, or a transfer damaged. */
  readonly looksMs?: readonly number[];
  /** Told of each object that could not be read in any of these looks. */
  readonly say?: (line: string) => void;
}

/** As many objects are named; more of them say nothing new. */
const mostNamed = 3;

/** `bytes`: what it has; undefined where it is not there. */
interface Unread {
  readonly object: string;
  readonly bytes: number | undefined;
}

function isCopyOf(key: string, file: Buffer): boolean {
  return frameOfCopy(file)?.key.equals(bytesOfKey(key)) === true;
}

export function journalCopies(
  journal: Journal,
  store: ObjectStore,
  prefix: string,
  { recentMs = 2_000, looksMs = [200, 800, 1600], say = () => {} }: CopyOptions = {},
): JournalCopies {
  /** Objects whose entries are in the journal. */
  const seen = new Set<string>();
  /** Frames that are in the store, with their object: whoever takes one keeps it under a name of its own. */
  const there = new Map<string, string>();
  /** When the objects of a key were listed last, by `performance.now`. */
  const listed = new Map<string, number>();
  const objectOf = (key: string, { name }: FrameCopy): string => `${prefix}${key}/${name}`;
  const own = async (key: string): Promise<FrameCopy[]> => {
    const copies: FrameCopy[] = [];
    for await (const copy of journal.copies(key)) copies.push(copy);
    return copies;
  };
  const named = new Set<string>();
  const tell = ({ object, bytes }: Unread): void => {
    if (named.has(object) || named.size > mostNamed) return;
    named.add(object);
    const last = named.size > mostNamed;
    const what =
      bytes === undefined ? 'is listed, and not there' : `is not as it was written (${bytes} bytes)`;
    say(
      last
        ? `${store.place}: more objects cannot be read; only the first ${mostNamed} are named`
        : `${store.place}: the object whose name ends in ${object} ${what}: its reply counts as missing`,
    );
  };
  /** Takes what is listed of the key into the journal; what could not be read. */
  const bringListed = async (key: string): Promise<readonly Unread[]> => {
    listed.set(key, performance.now());
    const copies = await own(key);
    const known = new Set(copies.map(({ file }) => contentOfCopy(file)));
    const byName = new Map(copies.map((copy) => [objectOf(key, copy), copy.file]));
    const unread: Unread[] = [];
    for (const object of await store.list(`${prefix}${key}/`)) {
      if (seen.has(object)) continue;
      const ours = byName.get(object);
      let file = await store.get(object);
      if (ours !== undefined && file?.equals(ours) !== true) {
        // An earlier process of this machine was killed while it sent it.
        await store.put(object, ours);
        file = ours;
      }
      if (file === null || !isCopyOf(key, file)) {
        unread.push({ object, bytes: file?.length });
        continue;
      }
      const content = contentOfCopy(file);
      if (!known.has(content)) await journal.take(file);
      known.add(content);
      there.set(content, object);
      seen.add(object);
    }
    return unread;
  };
  const bring = async (key: string): Promise<void> => {
    for (const ms of looksMs) {
      if ((await bringListed(key)).length === 0) return;
      await wait(ms);
    }
    for (const one of await bringListed(key)) tell(one);
  };
  /** Sends what is not in the store, as far as `isThere` knows; how many that were. */
  const sendLacking = async (key: string, isThere: (object: string) => boolean): Promise<number> => {
    let sent = 0;
    for (const copy of await own(key)) {
      const content = contentOfCopy(copy.file);
      const known = there.get(content);
      if (known !== undefined && isThere(known)) continue;
      const object = objectOf(key, copy);
      await store.put(object, copy.file);
      seen.add(object);
      there.set(content, object);
      sent += 1;
    }
    return sent;
  };
  return {
    bring,
    async send(key) {
      if (!journal.has(key)) return;
      const at = listed.get(key);
      // An earlier process of this machine has sent some of them, or taken them from there.
      if (at === undefined) await bring(key);
      const sent = await sendLacking(key, () => true);
      if (sent > 0 || at === undefined || performance.now() - at < recentMs) return;
      // What was sent before is asked for again: the store may have lost it.
      listed.set(key, performance.now());
      const objects = new Set(await store.list(`${prefix}${key}/`));
      await sendLacking(key, (object) => objects.has(object));
    },
  };
}

/** The keys of which a store has entries. */
export async function keysInStore(store: ObjectStore, prefix: string): Promise<ReadonlySet<string>> {
  const names = await store.list(prefix);
  return new Set(names.map((name) => name.slice(prefix.length).split('/')[0]!));
}
