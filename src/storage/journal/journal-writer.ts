// The writing half of a journal: this process's files, one after the other, under one lock. Nothing is made on the
// disk before a call is paid for or a reply comes, so a journal that is only read leaves no trace.

import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../atomic-write.ts';
import { createFolder } from '../make-folder.ts';
import { isOutOfSpace } from '../output-error.ts';
import { privateFolder } from '../private-files.ts';
import { announceOwner, lockPath } from '../process-lock.ts';
import { journalFileName, writerName } from './file-name.ts';
import { markerBytes } from './frame.ts';
import { isDiskRefusal, journalError, noReserveError } from './journal-error.ts';
import { JournalFile } from './journal-file.ts';
import { leastFreeBytes, type ReservedSpace, reserveSpace } from './reserved-space.ts';

/** Where a frame became durable: the name of its file and the offset in it. */
export interface FramePlace {
  readonly file: string;
  readonly offset: number;
}

export interface WriterOptions {
  readonly rotateBytes: number;
  readonly reservedBytes: number;
}

export class JournalWriter {
  readonly marker = randomBytes(markerBytes);
  readonly name = writerName(process.pid, Date.now(), this.marker);
  readonly #folder: string;
  readonly #options: WriterOptions;
  #reserved: ReservedSpace | undefined;
  #isAnnounced = false;
  #settling: Promise<ReservedSpace> | undefined;
  #file: { readonly name: string; readonly file: JournalFile } | undefined;
  #number = 0;
  /** How often a group was made durable. */
  commits = 0;
  /** True once the disk has refused bytes, even if giving up the reserved space then made room. */
  full = false;

  constructor(folder: string, options: WriterOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /**
   * Makes the frames durable together. After a failure they are written whole once more, to a new file where the old
   * one is not to be trusted; where the disk is full that only has a point while there is reserved space to release.
   */
  async commit(frames: readonly Buffer[]): Promise<FramePlace[]> {
    try {
      return await this.#tryCommit(frames);
    } catch (first) {
      await this.#takeBack(first);
      if (isOutOfSpace(first) && !(await this.#releaseReservedSpace()))
        throw journalError(this.#folder, first);
      try {
        return await this.#tryCommit(frames);
      } catch (second) {
        await this.#takeBack(second);
        throw journalError(this.#folder, second);
      }
    }
  }

  /**
   * Holds the reserved space from now on. Nothing to wait for where it is held, or was given up since.
   * @throws LB_DISK_FULL where the disk has no room for it; LB_OUTPUT where the folder cannot be made.
   */
  hold(): Promise<void> | undefined {
    if (this.#options.reservedBytes === 0 || this.#reserved?.held === true || this.full) return undefined;
    return this.#holdFirst();
  }

  /** Frames of the next commit, while one is under way. */
  ahead(frames: readonly Buffer[]): void {
    this.#file?.file.ahead(frames, this.#options.rotateBytes);
  }

  /** The name stays taken when deleting it fails; the next process to open the folder removes it. */
  async close(): Promise<void> {
    await this.#file?.file.close();
    this.#file = undefined;
    await this.#reserved?.release();
    if (this.#isAnnounced) await rm(lockPath(this.#folder, this.name), { force: true });
  }

  async #holdFirst(): Promise<void> {
    // There may be room by now.
    if (this.#reserved?.held === false) this.#reserved = undefined;
    let reserved: ReservedSpace;
    try {
      reserved = await this.#settled();
    } catch (error) {
      throw journalError(this.#folder, error);
    }
    if (reserved.held) return;
    throw noReserveError(this.#folder, leastFreeBytes(this.#options.reservedBytes));
  }

  /** Once, however many ask at a time; again after a failure. */
  async #settled(): Promise<ReservedSpace> {
    if (this.#reserved !== undefined) return this.#reserved;
    this.#settling ??= this.#settle().finally(() => {
      this.#settling = undefined;
    });
    this.#reserved = await this.#settling;
    return this.#reserved;
  }

  async #tryCommit(frames: readonly Buffer[]): Promise<FramePlace[]> {
    const { name, file } = await this.#openFile();
    let offset = await file.commit(frames);
    this.commits += 1;
    return frames.map((frame) => {
      const place = { file: name, offset };
      offset += frame.length;
      return place;
    });
  }

  async #openFile(): Promise<{ readonly name: string; readonly file: JournalFile }> {
    const { rotateBytes } = this.#options;
    if (this.#file !== undefined && this.#file.file.end >= rotateBytes && !this.#file.file.hasAhead) {
      const { file } = this.#file;
      this.#file = undefined;
      await file.close();
    }
    if (this.#file !== undefined) return this.#file;
    await this.#settled();
    this.#number += 1;
    const name = journalFileName(this.name, this.#number);
    this.#file = { name, file: await JournalFile.create(join(this.#folder, name), this.marker) };
    return this.#file;
  }

  /** Makes the folder and the lock. */
  async #announce(): Promise<void> {
    const made = await createFolder(this.#folder, privateFolder);
    if (made !== undefined) {
      for (let path = this.#folder; path.length >= made.length; path = dirname(path)) {
        await syncFolder(dirname(path));
      }
    }
    // Before any file of this writer, and gone after its last byte is durable: it tells readers whether a tail is still
    // being written, and keeps nobody from reading.
    await announceOwner(lockPath(this.#folder, this.name));
    this.#isAnnounced = true;
  }

  async #settle(): Promise<ReservedSpace> {
    if (!this.#isAnnounced) await this.#announce();
    return reserveSpace(this.#folder, this.name, this.#options.reservedBytes);
  }

  async #releaseReservedSpace(): Promise<boolean> {
    return (await this.#reserved?.release().catch(() => false)) ?? false;
  }

  async #takeBack(error: unknown): Promise<void> {
    if (isDiskRefusal(error)) this.full = true;
    if (this.#file !== undefined && !(await this.#file.file.takeBack())) this.#file = undefined;
  }
}
