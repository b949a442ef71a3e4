// Data that is needed again in another order and is too much to hold in memory: appended to a temporary file and read
// by place. The file loses its name as soon as it is open, so that it vanishes with the process, however that ends.
// Not for anything that must last.
import {
  closeSync,
  openSync,
  read,
  readdirSync,
  readSync,
  rmSync,
  unlinkSync,
  write,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LateBenchError } from '../errors.ts';
import { createFolderSync } from './make-folder.ts';
import { isOutOfSpace, outputError } from './output-error.ts';
import { livenessOfOwner, ownerText } from './process-lock.ts';
import { temporaryPath } from './temporary-files.ts';

const writeLater = promisify(write);
const readLater = promisify(read);

/** Where a value is: its first byte and how many there are. */
export interface Place {
  readonly offset: number;
  readonly bytes: number;
}

/**
 * Each call waits for the one before. Writing throws LB_DISK_FULL where the folder has no room, LB_OUTPUT where it
 * cannot be written to.
 */
export interface SpillFile {
  /** Bytes appended so far. */
  readonly size: number;
  /** Appends a copy of the bytes. */
  append(bytes: Uint8Array): Promise<Place>;
  read(place: Place): Promise<Buffer>;
  /** Fills the buffer from `offset` on; how many bytes there were. */
  readInto(buffer: Buffer, offset: number): Promise<number>;
  /** All of it from the start, about a mebibyte at a time. */
  chunks(): AsyncGenerator<Buffer>;
  /** As `append` and `read`, at once and for a value that JSON can hold: for small ones. */
  put(value: unknown): Place;
  get(place: Place): unknown;
  close(): void;
}

/** This much is gathered before it is written; a file that stays below is never made. */
const gatheredBytes = 1 << 20;
/** What is gathered lies in one buffer, which begins with so many bytes: each value read from it would else be a copy of all. */
const firstBytes = 1 << 12;
const none = Buffer.alloc(0);

/** File names begin with a dot, so that no glob for results sees one. */
const stem = 'latebench-spill';

interface OpenFile {
  readonly fd: number;
  /** Where the system does not let an open file lose its name: removed when it is closed, or on the next start. */
  readonly path: string | null;
  /** Bytes before the first value. */
  readonly head: number;
}

function firstLine(path: string): string {
  const fd = openSync(path, 'r');
  try {
    const start = Buffer.alloc(1024);
    return start.toString('utf8', 0, readSync(fd, start)).split('\n', 1)[0]!;
  } finally {
    closeSync(fd);
  }
}

/** Removes what ended processes left where a file kept its name: such a file begins with a line about its owner. */
function removeLeftOver(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(`.${stem}.tmp-`)) continue;
    const path = join(folder, name);
    try {
      if (livenessOfOwner(firstLine(path)) === 'dead') rmSync(path);
    } catch {
      // Gone already, or not ours to remove.
    }
  }
}

function openNameless(folder: string): OpenFile {
  createFolderSync(folder);
  removeLeftOver(folder);
  const path = temporaryPath(join(folder, stem));
  const fd = openSync(path, 'wx+', 0o600);
  try {
    unlinkSync(path);
    return { fd, path: null, head: 0 };
  } catch {
    return { fd, path, head: writeSync(fd, ownerText()) };
  }
}

/** @param folder Where the file is made; the temporary folder (TMPDIR) by default. */
export function openSpillFile(folder: string = tmpdir()): SpillFile {
  let file: OpenFile | undefined;
  /** Bytes in the file; what was appended after them is still in memory. */
  let written = 0;
  let gathered = none;
  let waiting = 0;

  const failed = (cause: unknown): LateBenchError => {
    if (!isOutOfSpace(cause) || folder !== tmpdir()) return outputError(join(folder, stem), cause);
    const message = `${folder}: the disk is full; set TMPDIR to a folder with more room`;
    return new LateBenchError('LB_DISK_FULL', message, { cause });
  };
  const whole = (): Buffer => gathered.subarray(0, waiting);
  const gather = (bytes: Uint8Array): Place => {
    const place = { offset: written + waiting, bytes: bytes.length };
    const needed = waiting + bytes.length;
    if (needed > gathered.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(firstBytes, 2 * gathered.length, needed));
      whole().copy(larger);
      gathered = larger;
    }
    gathered.set(bytes, waiting);
    waiting = needed;
    return place;
  };
  const flushed = (bytes: number): void => {
    if (gathered.length > 2 * gatheredBytes) gathered = none;
    waiting = 0;
    written += bytes;
  };
  const flush = async (): Promise<void> => {
    try {
      file ??= openNameless(folder);
      const bytes = whole();
      for (let done = 0; done < bytes.length; ) {
        const position = file.head + written + done;
        done += (await writeLater(file.fd, bytes, done, bytes.length - done, position)).bytesWritten;
      }
      flushed(bytes.length);
    } catch (cause) {
      throw failed(cause);
    }
  };
  const flushNow = (): void => {
    try {
      file ??= openNameless(folder);
      const bytes = whole();
      for (let done = 0; done < bytes.length; ) {
        done += writeSync(file.fd, bytes, done, bytes.length - done, file.head + written + done);
      }
      flushed(bytes.length);
    } catch (cause) {
      throw failed(cause);
    }
  };
  const checked = (bytes: number): number => {
    if (bytes === 0) throw new LateBenchError('LB_INTERNAL', 'a temporary file has become shorter');
    return bytes;
  };
  const readInto = async (buffer: Buffer, offset: number): Promise<number> => {
    if (offset >= written)
      return whole()
        .subarray(offset - written)
        .copy(buffer);
    const bytes = Math.min(buffer.length, written + waiting - offset);
    if (offset + bytes > written) await flush();
    const { fd, head } = file!;
    for (let done = 0; done < bytes; ) {
      const { bytesRead } = await readLater(fd, buffer, done, bytes - done, head + offset + done);
      done += checked(bytesRead);
    }
    return bytes;
  };
  const readPlace = async ({ offset, bytes }: Place): Promise<Buffer> => {
    const buffer = Buffer.allocUnsafe(bytes);
    await readInto(buffer, offset);
    return buffer;
  };
  return {
    get size() {
      return written + waiting;
    },
    async append(bytes) {
      const place = gather(bytes);
      if (waiting >= gatheredBytes) await flush();
      return place;
    },
    read: readPlace,
    readInto,
    async *chunks() {
      const end = written + waiting;
      for (let offset = 0; offset < end; offset += gatheredBytes) {
        yield await readPlace({ offset, bytes: Math.min(gatheredBytes, end - offset) });
      }
    },
    put(value) {
      const place = gather(Buffer.from(JSON.stringify(value)));
      if (waiting >= gatheredBytes) flushNow();
      return place;
    },
    get({ offset, bytes }) {
      if (offset >= written) {
        return JSON.parse(whole().toString('utf8', offset - written, offset - written + bytes));
      }
      const { fd, head } = file!;
      const found = Buffer.allocUnsafe(bytes);
      for (let done = 0; done < bytes; ) {
        done += checked(readSync(fd, found, done, bytes - done, head + offset + done));
      }
      return JSON.parse(found.toString('utf8'));
    },
    close() {
      if (file === undefined) return;
      closeSync(file.fd);
      if (file.path !== null) rmSync(file.path, { force: true });
      file = undefined;
    },
  };
}
