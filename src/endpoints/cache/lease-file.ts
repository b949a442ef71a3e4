// The keys that one user of a cache pays for just now, in a file of its own which all others read: a head that says who
// it is and until when it is believed, then a slot for each key, zeros where it is free. Nothing is flushed: no process
// outlives the loss of power that would take a lease away.
import { closeSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { privateFile } from '../../storage/private-files.ts';
import { temporaryPath } from '../../storage/temporary-files.ts';
import { type Holder, holdFor } from './holder.ts';

//   head  JSON of the process, padded with spaces | f64 at | f64 ms, as in `Holder`
//   slot  32 bytes of a key
const headBytes = 1024;
const timesAt = headBytes - 16;
const slotBytes = 32;
/** Their room is taken when the file is made, so that a disk that fills up later is no matter. */
const firstSlots = 512;

const ending = '.lease';
const freeSlot = Buffer.alloc(slotBytes);

export function isLeaseFile(name: string): boolean {
  return name.endsWith(ending) && !name.startsWith('.');
}

const headSchema = z.object({
  process: z.object({
    pid: z.int(),
    started: z.string().nullable(),
    boot: z.string().nullable(),
    pid_namespace: z.string().nullable(),
    host: z.string(),
  }),
});

/** The file of this user, for it alone to write. Throws what the system throws. */
export class OwnLeaseFile {
  readonly name: string;
  readonly #path: string;
  readonly #fd: number;
  readonly #ms: number;
  readonly #free: number[] = [];
  #slots = 0;
  /** All slots as they are to be in the file. */
  #image = Buffer.alloc(firstSlots * slotBytes);
  /** Slots from here to there are not in the file yet. */
  #changed = { from: Number.POSITIVE_INFINITY, to: 0 };
  readonly #times = Buffer.alloc(16);

  /** @param ms How long its leases last without being renewed. */
  constructor(folder: string, id: string, ms: number) {
    this.name = `${process.pid}-${id}${ending}`;
    this.#path = join(folder, this.name);
    this.#ms = ms;
    const head = Buffer.alloc(headBytes + firstSlots * slotBytes);
    head.fill(' ', 0, timesAt);
    head.write(JSON.stringify({ process: holdFor(ms).process }));
    // It appears whole: one without its head would be taken for nobody's.
    const temporary = temporaryPath(this.#path);
    this.#fd = openSync(temporary, 'wx', privateFile);
    try {
      let written = 0;
      while (written < head.length) written += writeSync(this.#fd, head, written);
      this.renew();
      renameSync(temporary, this.#path);
    } catch (error) {
      closeSync(this.#fd);
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  /** Its leases last from now on for as long as a new one. */
  renew(): void {
    const { at } = holdFor(this.#ms);
    this.#times.writeDoubleLE(at);
    this.#times.writeDoubleLE(this.#ms, 8);
    this.#write(this.#times, timesAt);
  }

  /** The slot that the key has now; others see it from `flush` on. */
  set(key: Buffer): number {
    const slot = this.#free.pop() ?? this.#slots++;
    if (this.#slots * slotBytes > this.#image.length)
      this.#image = Buffer.concat([this.#image], 2 * this.#image.length);
    this.#put(key, slot);
    return slot;
  }

  /** Others see that it is free from `flush` on. */
  clear(slot: number): void {
    this.#put(freeSlot, slot);
    this.#free.push(slot);
  }

  /** Writes what has changed; where that fails, the next one does. */
  flush(): void {
    const { from, to } = this.#changed;
    if (from >= to) return;
    this.#write(this.#image.subarray(from * slotBytes, to * slotBytes), headBytes + from * slotBytes);
    this.#changed = { from: Number.POSITIVE_INFINITY, to: 0 };
  }

  /** Removes the file. */
  close(): void {
    closeSync(this.#fd);
    rmSync(this.#path, { force: true });
  }

  #put(bytes: Buffer, slot: number): void {
    bytes.copy(this.#image, slot * slotBytes);
    this.#changed.from = Math.min(this.#changed.from, slot);
    this.#changed.to = Math.max(this.#changed.to, slot + 1);
  }

  #write(bytes: Buffer, at: number): void {
    if (writeSync(this.#fd, bytes, 0, bytes.length, at) !== bytes.length)
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  }
}

/** The file of another user. */
export class OtherLeaseFile {
  readonly name: string;
  readonly process: Holder['process'];
  readonly #fd: number;
  #bytes = Buffer.alloc(headBytes + 2 * firstSlots * slotBytes);

  private constructor(name: string, fd: number) {
    this.name = name;
    this.#fd = fd;
    this.process = headSchema.parse(JSON.parse(this.#read().toString('utf8', 0, timesAt))).process;
  }

  /** Null for a file that is gone, or that is none of a user's. */
  static open(folder: string, name: string): OtherLeaseFile | null {
    let fd: number;
    try {
      fd = openSync(join(folder, name), 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      // There may be leases in it.
      throw error;
    }
    try {
      return new OtherLeaseFile(name, fd);
    } catch {
      closeSync(fd);
      return null;
    }
  }

  /** As of now: says who holds a key, and until when; null where this user does not. It holds until the next look. */
  look(): (key: Buffer) => Holder | null {
    const bytes = this.#read();
    return (key) => {
      let at = bytes.indexOf(key, headBytes);
      while (at !== -1 && (at - headBytes) % slotBytes !== 0) at = bytes.indexOf(key, at + 1);
      if (at === -1) return null;
      return { process: this.process, at: bytes.readDoubleLE(timesAt), ms: bytes.readDoubleLE(timesAt + 8) };
    };
  }

  close(): void {
    closeSync(this.#fd);
  }

  #read(): Buffer {
    for (;;) {
      const bytes = readSync(this.#fd, this.#bytes, 0, this.#bytes.length, 0);
      if (bytes < this.#bytes.length) return this.#bytes.subarray(0, bytes);
      this.#bytes = Buffer.alloc(2 * this.#bytes.length);
    }
  }
}
