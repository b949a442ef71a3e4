// The right to pay for a key, so that two processes never pay for the same one. Whoever wants it writes the key into
// its own file first and looks at the files of all others then: of two who want the same key at the same time at least
// one sees the other, and where both do, both give way and try again. A lease is free again when its holder gives it
// back, has not renewed it for long, or is gone.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { LateBenchError } from '../../errors.ts';
import { FolderNames } from '../../storage/folder-names.ts';
import { bytesOfKey } from '../../storage/key-bytes.ts';
import { createFolder } from '../../storage/make-folder.ts';
import { privateFolder } from '../../storage/private-files.ts';
import { hasLapsed, livenessOfHolder } from './holder.ts';
import { isLeaseFile, OtherLeaseFile, OwnLeaseFile } from './lease-file.ts';

export interface LeaseTiming {
  /** How long a lease lasts without being renewed. */
  readonly leaseMs: number;
  /** A holder that has not finished by then no longer renews: a call that hangs does not block others for ever. */
  readonly maxHoldMs: number;
}

/** A key that is this user's alone, until it is freed. */
export interface Held {
  readonly key: string;
  /** The 32 bytes of the key. */
  readonly bytes: Buffer;
  readonly slot: number;
  readonly sinceMs: number;
}

export class Leases {
  readonly #folder: string;
  readonly #timing: LeaseTiming;
  readonly #own: OwnLeaseFile;
  readonly #held = new Map<string, Held>();
  #renewedMs: number;
  #closed = false;
  readonly #timer: NodeJS.Timeout;
  readonly #names: FolderNames;
  /** As they were looked through last. */
  #known: readonly string[] = [];
  #others: readonly OtherLeaseFile[] = [];

  private constructor(folder: string, timing: LeaseTiming) {
    this.#folder = folder;
    this.#timing = timing;
    this.#names = new FolderNames(folder);
    this.#own = new OwnLeaseFile(folder, randomBytes(6).toString('hex'), timing.leaseMs);
    this.#renewedMs = performance.now();
    this.#timer = setInterval(() => {
      try {
        this.#renew();
      } catch {
        // What cannot be renewed lapses; whoever takes or frees a lease meets the error.
      }
    }, timing.leaseMs / 3);
    this.#timer.unref();
  }

  /** Throws what the system throws, as do all methods. */
  static async open(folder: string, timing: LeaseTiming): Promise<Leases> {
    await createFolder(folder, privateFolder);
    return new Leases(folder, timing);
  }

  /** For each key: null where another has it, or this user has it already. */
  take(keys: readonly string[]): readonly (Held | null)[] {
    // Its number may be that of another file by now.
    if (this.#closed) throw new LateBenchError('LB_INTERNAL', 'the leases were closed');
    const nowMs = performance.now();
    if (nowMs - this.#renewedMs > this.#timing.leaseMs / 3) this.#renewAt(nowMs);
    if (this.#others.length > 0) this.#list();
    const wasOthers = this.#whatOthersHave();
    const marked = keys.map((key) => this.#mark(key, nowMs, wasOthers));
    const given = marked.filter((held) => held !== null);
    let ours = new Set<Held | null>();
    try {
      this.#own.flush();
      this.#list();
      const isOthers = this.#whatOthersHave();
      ours = new Set(given.filter(({ bytes }) => !isOthers(bytes)));
    } finally {
      if (ours.size < given.length) this.free(given.filter((held) => !ours.has(held)));
    }
    return ours.size === keys.length ? marked : marked.map((held) => (ours.has(held) ? held : null));
  }

  /** Whoever waits looks before it writes: a key that is written for a moment only would keep others from it. */
  #mark(key: string, sinceMs: number, isOthers: (key: Buffer) => boolean): Held | null {
    if (this.#held.has(key)) return null;
    const bytes = bytesOfKey(key);
    if (isOthers(bytes)) return null;
    const held = { key, bytes, slot: this.#own.set(bytes), sinceMs };
    this.#held.set(key, held);
    return held;
  }

  /** Gives keys back; does nothing of those that were held too long, and may be held again. */
  free(all: readonly Held[]): void {
    if (this.#closed) return;
    for (const held of all) {
      if (this.#held.get(held.key) !== held) continue;
      this.#held.delete(held.key);
      this.#own.clear(held.slot);
    }
    this.#own.flush();
  }

  /** Gives all keys back; closing again does nothing. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#held.clear();
    clearInterval(this.#timer);
    for (const other of this.#others) other.close();
    this.#own.close();
  }

  #renew(): void {
    const nowMs = performance.now();
    for (const held of this.#held.values()) {
      if (nowMs - held.sinceMs > this.#timing.maxHoldMs) this.free([held]);
    }
    if (this.#held.size > 0) this.#renewAt(nowMs);
  }

  #renewAt(nowMs: number): void {
    this.#own.renew();
    this.#renewedMs = nowMs;
  }

  /** By the files that are known, as they are now. */
  #whatOthersHave(): (key: Buffer) => boolean {
    const looks = this.#others.map((other) => other.look());
    return (key) =>
      looks.some((holderOf) => {
        const holder = holderOf(key);
        return holder !== null && !hasLapsed(holder) && livenessOfHolder(holder) !== 'dead';
      });
  }

  /** Each call asks. Where somebody has deleted the cache, nobody is seen. */
  #list(): void {
    const all = this.#names.read();
    if (all === this.#known) return;
    const names = all.filter((name) => isLeaseFile(name) && name !== this.#own.name);
    const known = new Map(this.#others.map((other) => [other.name, other]));
    const others: OtherLeaseFile[] = [];
    for (const name of names) {
      const other = known.get(name) ?? OtherLeaseFile.open(this.#folder, name);
      known.delete(name);
      if (other !== null && !this.#removed(other)) others.push(other);
    }
    for (const gone of known.values()) gone.close();
    this.#others = others;
    this.#known = all;
  }

  /** True for what a dead process left behind. */
  #removed(other: OtherLeaseFile): boolean {
    if (livenessOfHolder({ process: other.process, at: 0, ms: 0 }) !== 'dead') return false;
    other.close();
    try {
      rmSync(join(this.#folder, other.name), { force: true });
    } catch {
      // It does no harm where it is.
    }
    return true;
  }
}
