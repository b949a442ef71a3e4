// Values that are wanted again in another order and are too many to hold. They lie in a temporary file whose name is
// taken away at once, so that it goes with the process, however that ends. Not for anything that must last.
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LateBenchError } from '../errors.ts';

/** Where a value lies: its first byte and how many there are. */
export interface Place {
  readonly offset: number;
  readonly bytes: number;
}

export interface SpillFile {
  /** Takes anything that JSON can say. Throws LB_DISK_FULL where the temporary folder is full. */
  put(value: unknown): Place;
  get(place: Place): unknown;
  close(): void;
}

/** This much is gathered before it is written; a file that stays below is never made. */
const gatheredBytes = 1 << 20;

function openNameless(): number {
  const folder = mkdtempSync(join(tmpdir(), 'latebench-side-'));
  try {
    return openSync(join(folder, 'values'), 'wx+', 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeWhole(file: number, bytes: Buffer, offset: number): void {
  try {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(file, bytes, done, bytes.length - done, offset + done);
    }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC') throw cause;
    const message = `${tmpdir()}: the disk is full; set TMPDIR to a folder with more room`;
    throw new LateBenchError('LB_DISK_FULL', message, { cause });
  }
}

export function openSpillFile(): SpillFile {
  let file: number | undefined;
  /** Bytes in the file; what was put after them is still here. */
  let written = 0;
  let gathered: Buffer[] = [];
  let waiting = 0;

  const flush = (): number => {
    file ??= openNameless();
    writeWhole(file, Buffer.concat(gathered), written);
    written += waiting;
    gathered = [];
    waiting = 0;
    return file;
  };
  return {
    put(value) {
      const bytes = Buffer.from(JSON.stringify(value));
      const place = { offset: written + waiting, bytes: bytes.length };
      gathered.push(bytes);
      waiting += bytes.length;
      if (waiting >= gatheredBytes) flush();
      return place;
    },
    get({ offset, bytes }) {
      if (offset < written) {
        const found = Buffer.allocUnsafe(bytes);
        for (let done = 0; done < bytes; ) {
          const read = readSync(file!, found, done, bytes - done, offset + done);
          if (read === 0) throw new LateBenchError('LB_INTERNAL', 'a temporary file has become shorter');
          done += read;
        }
        return JSON.parse(found.toString('utf8'));
      }
      // Gathered values are read as the file would be.
      const all = gathered.length === 1 ? gathered[0]! : Buffer.concat(gathered);
      gathered = [all];
      return JSON.parse(all.toString('utf8', offset - written, offset - written + bytes));
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}
