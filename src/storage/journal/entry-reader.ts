// Fetches entries back from the disk. A frame was whole when it was indexed; if it no longer is, it is quarantined and
// forgotten, so that nobody takes the key for paid.
import { type FileHandle, open } from 'node:fs/promises';
import { type DamagedStretch, keepDamaged } from './damage.ts';
import { decodePayload, type JournalEntry, type StoredEntry } from './entry.ts';
import { compareFileNames } from './file-name.ts';
import { framePayload } from './frame.ts';
import { copyOfFrame, type FrameCopy } from './frame-copy.ts';
import type { FrameLocation, KeyIndex } from './key-index.ts';
import { type KnownFiles, readBytes, unreadable } from './known-files.ts';
import { OpenFiles } from './open-files.ts';

const aheadReads = 16;
const aheadBytes = 4 << 20;

async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r');
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

export class EntryReader {
  readonly #folder: string;
  readonly #index: KeyIndex;
  readonly #files: KnownFiles;
  readonly #open = new OpenFiles(opened);

  constructor(folder: string, index: KeyIndex, files: KnownFiles) {
    this.#folder = folder;
    this.#index = index;
    this.#files = files;
  }

  /** The entries of a key, oldest first, whichever process wrote them. */
  async entries(key: Buffer): Promise<JournalEntry[]> {
    // Those of one file are in the order of the file already.
    const locations = [...this.#index.find(key)].sort((a, b) =>
      compareFileNames(this.#files.at(a.file).name, this.#files.at(b.file).name),
    );
    const stored: StoredEntry[] = [];
    for (const location of locations) {
      const found = await this.#at(location, (handle) => this.#read(handle, location));
      if (found !== undefined) stored.push(found);
    }
    stored.sort((a, b) => a.order - b.order);
    return stored.filter((one, at) => !isSame(one, stored[at - 1])).map(({ entry }) => entry);
  }

  /** The frames of a key, each as a file of its own. */
  async *copies(key: Buffer): AsyncGenerator<FrameCopy> {
    for (const location of this.#index.find(key)) {
      const { name, marker } = this.#files.at(location.file);
      const { offset, bytes } = location;
      const frame = await this.#at(location, (handle) => readBytes(handle, offset, bytes));
      if (framePayload(frame, marker) !== undefined) yield copyOfFrame(name, offset, marker, frame);
    }
  }

  /** All entries known now, file by file. */
  async *all(): AsyncGenerator<JournalEntry> {
    const names = Array.from({ length: this.#files.count }, (_, file) => this.#files.at(file).name);
    const ranks = new Map([...names].sort(compareFileNames).map((name, rank) => [name, rank]));
    const locations = this.#index.inFileOrder((file) => ranks.get(names[file]!)!);
    for (let first = 0; first < locations.length; ) {
      const { file } = locations[first]!;
      let end = first;
      while (locations[end]?.file === file) end += 1;
      const handle = await opened(this.#files.at(file).path);
      try {
        yield* this.#readAhead(handle, locations.slice(first, end));
      } finally {
        await handle.close();
      }
      first = end;
    }
  }

  /** In order, with some reads under way at once: one at a time, most of the time is spent waiting. */
  async *#readAhead(handle: FileHandle, locations: readonly FrameLocation[]): AsyncGenerator<JournalEntry> {
    const underWay: { readonly bytes: number; readonly found: Promise<StoredEntry | undefined> }[] = [];
    let bytes = 0;
    let next = 0;
    try {
      while (next < locations.length || underWay.length > 0) {
        while (next < locations.length && underWay.length < aheadReads && bytes < aheadBytes) {
          const location = locations[next]!;
          const found = this.#read(handle, location);
          // A failure is for whoever awaits it in its turn.
          found.catch(() => undefined);
          underWay.push({ bytes: location.bytes, found });
          bytes += location.bytes;
          next += 1;
        }
        const first = underWay.shift()!;
        const stored = await first.found;
        bytes -= first.bytes;
        if (stored !== undefined) yield stored.entry;
      }
    } finally {
      await Promise.allSettled(underWay.map(({ found }) => found));
    }
  }

  #at<T>({ file }: FrameLocation, work: (handle: FileHandle) => Promise<T>): Promise<T> {
    return this.#open.with(this.#files.at(file).path, work);
  }

  /** Entries can be read all the same. */
  close(): Promise<void> {
    return this.#open.close();
  }

  async #read(handle: FileHandle, location: FrameLocation): Promise<StoredEntry | undefined> {
    const { name, path, marker } = this.#files.at(location.file);
    const { offset, bytes } = location;
    const frame = await readBytes(handle, offset, bytes).catch((cause: unknown) => {
      throw unreadable(path, cause);
    });
    const payload = framePayload(frame, marker);
    const stored = payload === undefined ? undefined : await decodePayload(payload);
    if (stored === undefined) await this.#putAside(location, { file: name, offset, bytes: frame.length });
    return stored;
  }

  async #putAside({ frame }: FrameLocation, stretch: DamagedStretch): Promise<void> {
    if (!this.#index.drop(frame) || stretch.bytes === 0) return;
    await keepDamaged(this.#folder, stretch);
    this.#files.log.quarantined.push(stretch);
  }
}

/** One reply may be in two files: after a failed fdatasync it is written again, and the first may be there too. */
function isSame(one: StoredEntry, other: StoredEntry | undefined): boolean {
  if (other === undefined || one.order !== other.order) return false;
  if (one.entry.started_at !== other.entry.started_at) return false;
  return Buffer.compare(one.entry.body, other.entry.body) === 0;
}
