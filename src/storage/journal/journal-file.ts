// One journal file being written by this process: frames go to its end and are durable when `commit` resolves. After
// a failed fdatasync the file takes nothing more, since a second one may falsely succeed.
import { fstatSync, writevSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../atomic-write.ts';
import { privateFile } from '../private-files.ts';
import { encodeFileHead, fileHeadBytes } from './frame.ts';

/**
 * More bytes would hold up the thread. Fewer are written on it: the way through another takes ten times as long as the
 * write itself, which ends in the memory of the system.
 */
const maxSyncBytes = 256 << 10;

function bytesIn(frames: readonly Buffer[]): number {
  return frames.reduce((sum, frame) => sum + frame.length, 0);
}

/** What follows the first `bytes` of them. */
function behind(buffers: readonly Buffer[], bytes: number): readonly Buffer[] {
  let skipped = bytes;
  return buffers.flatMap((buffer) => {
    const rest = buffer.subarray(Math.min(skipped, buffer.length));
    skipped -= buffer.length - rest.length;
    return rest.length === 0 ? [] : [rest];
  });
}

export class JournalFile {
  readonly #handle: FileHandle;
  /** Where the durable bytes end. */
  #end = fileHeadBytes;
  #trusted = true;
  /** Frames behind the end of the running commit that `ahead` has written, in their order. */
  #ahead: Buffer[] = [];
  #takesAhead = false;
  /** Where the frames written so far end, durable or not. */
  #written = fileHeadBytes;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(path: string, marker: Buffer): Promise<JournalFile> {
    const file = new JournalFile(await open(path, 'wx', privateFile));
    try {
      await file.#write([encodeFileHead(marker)], 0);
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

  /** True where frames are written that no commit has had yet. */
  get hasAhead(): boolean {
    return this.#ahead.length > 0;
  }

  /**
   * Writes frames of the next commit while one waits for the disk: a process that is killed meanwhile leaves them behind.
   * Does nothing where it cannot; the frames' own commit says what is wrong. `limit`: the file is not to grow beyond it.
   */
  ahead(frames: readonly Buffer[], limit: number): void {
    if (!this.#takesAhead) return;
    const room = Math.min(limit - this.#written, maxSyncBytes);
    let bytes = 0;
    const fitting = frames.findIndex((frame) => {
      bytes += frame.length;
      return bytes > room;
    });
    const taken = fitting === -1 ? frames : frames.slice(0, fitting);
    bytes = bytesIn(taken);
    // What comes behind a frame that is not there cannot be ahead either.
    this.#takesAhead = taken.length === frames.length;
    if (bytes === 0) return;
    try {
      if (writevSync(this.#handle.fd, taken, this.#written) !== bytes) throw new Error('the disk took less');
    } catch {
      this.#takesAhead = false;
      return;
    }
    this.#ahead.push(...taken);
    this.#written += bytes;
  }

  /** At most one write, and one fdatasync; the offset at which the frames begin. */
  async commit(frames: readonly Buffer[]): Promise<number> {
    const start = this.#end;
    const end = start + bytesIn(frames);
    this.#takesAhead = false;
    await this.#writeRest(frames);
    this.#trusted = false;
    this.#takesAhead = true;
    await this.#handle.datasync();
    // By the way through a thread it would cost as much as all else of a small reply.
    const { size, nlink } = fstatSync(this.#handle.fd);
    if (size < end || nlink === 0) throw new Error('the file was cut or deleted while it was being written');
    this.#end = end;
    this.#trusted = true;
    return start;
  }

  /** What is not ahead of the frames. */
  async #writeRest(frames: readonly Buffer[]): Promise<void> {
    const ahead = this.#ahead;
    let same = 0;
    while (same < frames.length && ahead[same] === frames[same]) same += 1;
    this.#ahead = same === frames.length ? ahead.slice(same) : [];
    const rest = frames.slice(same);
    if (rest.length === 0) return;
    const at = this.#end + bytesIn(frames) - bytesIn(rest);
    this.#written = at + bytesIn(rest);
    await this.#write(rest, at);
  }

  /**
   * After a failed commit: cuts what is not durable off again. False where the file is not to be written on; it is
   * then closed, and a rest that could not be cut is left to whoever opens the journal next.
   */
  async takeBack(): Promise<boolean> {
    this.#takesAhead = false;
    this.#ahead = [];
    this.#written = this.#end;
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

  async #write(buffers: readonly Buffer[], position: number): Promise<void> {
    const bytes = bytesIn(buffers);
    let left = buffers;
    for (let done = 0; done < bytes; left = behind(buffers, done)) {
      done +=
        bytes <= maxSyncBytes
          ? writevSync(this.#handle.fd, left, position + done)
          : (await this.#handle.writev(left, position + done)).bytesWritten;
    }
  }
}
