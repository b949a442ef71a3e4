// The files of a journal folder as far as they have been read, this process's own and those of others. It reads what
// is new in them into the index; what it finds broken it has kept or cut, and logs.
import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import { FolderNames } from '../folder-names.ts';
import { lockPath, ownerLiveness } from '../process-lock.ts';
import { cutTail, type DamagedStretch, keepDamaged } from './damage.ts';
import { compareFileNames, type JournalFileName, parseJournalFileName } from './file-name.ts';
import { FileWindow, readInto } from './file-window.ts';
import { decodeFileHead, fileHeadBytes, formatVersion } from './frame.ts';
import { scanFrames } from './frame-scan.ts';
import type { DamageLog } from './journal-report.ts';
import type { KeyIndex } from './key-index.ts';

interface KnownFile {
  readonly name: string;
  readonly parsed: JournalFileName;
  marker: Buffer | undefined;
  /** Everything before this byte has been judged. */
  scanned: number;
  /** Nobody will add to it: its owner was dead before it was read to its end. */
  settled: boolean;
}

export class KnownFiles {
  readonly log: DamageLog = { torn: [], quarantined: [] };
  readonly #folder: string;
  readonly #index: KeyIndex;
  readonly #files: KnownFile[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #names: FolderNames;

  constructor(folder: string, index: KeyIndex) {
    this.#folder = folder;
    this.#index = index;
    this.#names = new FolderNames(folder);
  }

  get count(): number {
    return this.#files.length;
  }

  at(number: number): { readonly name: string; readonly path: string; readonly marker: Buffer } {
    const { name, marker } = this.#files[number]!;
    return { name, path: join(this.#folder, name), marker: marker! };
  }

  /** The number of a file this process writes. It is never read back into the index: each frame is added when durable. */
  own(name: string, marker: Buffer): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    return this.#add({ name, parsed: parseJournalFileName(name)!, marker, scanned: 0, settled: true });
  }

  /** Reads what other processes have added, except for files of the given writer. */
  async refresh(ownWriter: string): Promise<void> {
    for (const name of this.#inOrder()) {
      const parsed = parseJournalFileName(name);
      if (parsed === undefined || parsed.writer === ownWriter) continue;
      const number =
        this.#numbers.get(name) ?? this.#add({ name, parsed, marker: undefined, scanned: 0, settled: false });
      const file = this.#files[number]!;
      if (!file.settled) await this.#readOn(file, number);
    }
  }

  #inOrder(): readonly string[] {
    try {
      return [...this.#names.read()].sort(compareFileNames);
    } catch (cause) {
      // It was removed between the two looks at it.
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw unreadable(this.#folder, cause);
    }
  }

  #add(file: KnownFile): number {
    this.#numbers.set(file.name, this.#files.length);
    return this.#files.push(file) - 1;
  }

  async #readOn(file: KnownFile, number: number): Promise<void> {
    const path = join(this.#folder, file.name);
    try {
      // The owner is asked after first: one that dies later is found dead next time, its tail still in place.
      if (file.scanned > 0 && (await stat(path)).size <= file.scanned) return;
      const dead = (await ownerLiveness(lockPath(this.#folder, file.parsed.writer))) === 'dead';
      const handle = await open(path, 'r');
      try {
        const window = new FileWindow(handle, (await handle.stat()).size);
        if (await this.#readHead(file, window)) await this.#scan(file, number, window, dead);
        else if (dead) await this.#keep({ file: file.name, offset: 0, bytes: window.size });
        file.settled = dead;
      } finally {
        await handle.close();
      }
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw unreadable(path, cause);
      file.settled = true;
    }
  }

  /** False where the marker cannot be known, so that no frame can be told from the rest. */
  async #readHead(file: KnownFile, window: FileWindow): Promise<boolean> {
    if (file.scanned > 0) return true;
    const head = decodeFileHead((await window.from(0, fileHeadBytes)).subarray(0, fileHeadBytes));
    if (head !== undefined) {
      if (head.version !== formatVersion) {
        const message = `${file.name} has journal format ${head.version}, this version reads ${formatVersion}`;
        throw new LateBenchError('LB_INPUT_READ', `${message}; use the version that wrote it`);
      }
      file.scanned = fileHeadBytes;
      file.marker = head.marker;
    } else if (file.parsed.marker !== null) {
      file.marker = Buffer.from(file.parsed.marker, 'hex');
    }
    return file.marker !== undefined;
  }

  async #scan(file: KnownFile, number: number, window: FileWindow, dead: boolean): Promise<void> {
    for await (const stretch of scanFrames(window, file.marker!, file.scanned)) {
      const { offset, bytes } = stretch;
      const place = { file: file.name, offset, bytes };
      if (stretch.kind === 'frame') this.#index.add(stretch.key, number, offset, bytes);
      else if (stretch.kind === 'damaged') await this.#keep(place);
      else if (dead) this.log.torn.push(await cutTail(this.#folder, place, window.size));
      // What may still be in the middle of being written is looked at again next time.
      else return;
      file.scanned = offset + bytes;
    }
  }

  async #keep(stretch: DamagedStretch): Promise<void> {
    if (stretch.bytes === 0) return;
    await keepDamaged(this.#folder, stretch);
    this.log.quarantined.push(stretch);
  }
}

/** The bytes at a place of an open file; fewer where it has become shorter. */
export async function readBytes(file: FileHandle, offset: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(bytes);
  return buffer.subarray(0, await readInto(buffer, file, offset));
}

export function unreadable(path: string, cause: unknown): LateBenchError {
  if (isLateBenchError(cause)) return cause;
  const reason =
    (cause as NodeJS.ErrnoException).code === 'ENOENT'
      ? 'it is missing; restore it or start a new run'
      : (cause as Error).message;
  return new LateBenchError('LB_INPUT_READ', `cannot read the journal at ${path}: ${reason}`, { cause });
}
