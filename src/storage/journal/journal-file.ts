// One journal file being written by this process: bytes go to its end and are durable when `commit` resolves. After
// a failed fdatasync the file takes nothing more, since a second one may falsely succeed.

import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../atomic-write.ts';
import { privateFile } from '../private-files.ts';
import { encodeFileHead, fileHeadBytes } from './frame.ts';

export class JournalFile {
  readonly #handle: FileHandle;
  /** Where the durable bytes end. */
  #end = fileHeadBytes;
  #trusted = true;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(path: string, marker: Buffer): Promise<JournalFile> {
    const file = new JournalFile(await open(path, 'wx', privateFile));
    try {
      await file.#write(encodeFileHead(marker), 0);
      await syncFolder(dirname(path));
      return file;
    } catch (error) {
      await file.#handle.close().catch(() => undefined);
      await rm(path, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  get end(): number {
    return this.#end;
  }

  /** One write and one fdatasync; the offset at which the bytes begin. */
  async commit(bytes: Buffer): Promise<number> {
    const start = this.#end;
    await this.#write(bytes, start);
    this.#trusted = false;
    await this.#handle.datasync();
    const { size, nlink } = await this.#handle.stat();
    if (size !== start + bytes.length || nlink === 0) {
      throw new Error('the file was cut or deleted while it was being written');
    }
    this.#end = size;
    this.#trusted = true;
    return start;
  }

  /**
   * After a failed commit: cuts what is not durable off again. False where the file is not to be written on; it is
   * then closed, and a rest that could not be cut is left to whoever opens the journal next.
   */
  async takeBack(): Promise<boolean> {
    try {
      if ((await this.#handle.stat()).size > this.#end) await this.#handle.truncate(this.#end);
      if (this.#trusted) return true;
    } catch {
      // A disk in this state may refuse that too.
    }
    await this.#handle.close().catch(() => undefined);
    return false;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #write(bytes: Buffer, position: number): Promise<void> {
    let done = 0;
    while (done < bytes.length) {
      const { bytesWritten } = await this.#handle.write(bytes, done, bytes.length - done, position + done);
      done += bytesWritten;
    }
  }
}
