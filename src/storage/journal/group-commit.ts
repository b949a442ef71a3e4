// Gathers what arrives while the disk is busy and commits it together: one fdatasync for all that wait. Knows nothing
// of files or frames.

import { setImmediate as nextTurn, setTimeout as waitFor } from 'node:timers/promises';

/** Makes the frames durable, in this order, and tells where each begins. All of them, or an error. */
export type Commit<Place> = (frames: readonly Buffer[]) => Promise<readonly Place[]>;

interface Pending<Place> {
  readonly frame: Buffer;
  readonly resolve: (place: Place) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Milliseconds that a frame waits before `ahead` is shown it: most disks have ended the commit before, and a write of its
 * own costs a frame as much as all else.
 */
const aheadAfterMs = 4;

/**
 * Milliseconds from the beginning of one commit to that of the next, where several frames come at a time: a commit costs the
 * process as much as several frames, and a quick disk would take them one by one.
 */
const apartMs = 2;

/** One write stays small enough that the first to wait is not kept for long. */
const groupBytes = 32 << 20;

export interface GroupOptions {
  /** Of which errors a smaller group may be spared: a nearly full disk takes some of many frames. */
  readonly splits?: (error: unknown) => boolean;
  /** Shown the frames that have to wait long for a commit, in their order, those of a few milliseconds at once. */
  readonly ahead?: (frames: readonly Buffer[]) => void;
  /** Milliseconds. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

export class GroupCommit<Place> {
  readonly #commit: Commit<Place>;
  readonly #splits: (error: unknown) => boolean;
  readonly #ahead: (frames: readonly Buffer[]) => void;
  readonly #wait: (ms: number) => Promise<unknown>;
  #queue: Pending<Place>[] = [];
  #running = false;
  /** Those at the end of the queue that `ahead` has not been shown. */
  #unshown: Buffer[] = [];
  #showing: NodeJS.Timeout | undefined;

  constructor(
    commit: Commit<Place>,
    { splits = () => false, ahead = () => {}, wait = waitFor }: GroupOptions = {},
  ) {
    this.#commit = commit;
    this.#splits = splits;
    this.#ahead = ahead;
    this.#wait = wait;
  }

  /** Resolves when the frame is durable. A failed group rejects its own frames; those behind it have their own try. */
  add(frame: Buffer): Promise<Place> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ frame, resolve, reject });
      if (!this.#running) void this.#run();
      else {
        this.#unshown.push(frame);
        this.#showing ??= setTimeout(() => this.#show(), aheadAfterMs);
      }
    });
  }

  #show(): void {
    this.#showing = undefined;
    const frames = this.#unshown;
    this.#unshown = [];
    if (frames.length > 0) this.#ahead(frames);
  }

  async #run(): Promise<void> {
    this.#running = true;
    let apart = 0;
    while (this.#queue.length > 0) {
      // Replies that have come together are read in one turn of the event loop.
      await (apart >= 1 ? this.#wait(apart) : nextTurn());
      const group = this.#takeGroup();
      const begunMs = performance.now();
      const error = await this.#settle(group, group.length > 1 ? this.#splits : () => false);
      if (error !== undefined) for (const pending of group) await this.#settle([pending], () => false);
      apart = group.length > 1 ? begunMs + apartMs - performance.now() : 0;
    }
    this.#running = false;
  }

  /** The error, where it is to be tried again in parts; otherwise all have been told. */
  async #settle(group: readonly Pending<Place>[], splits: (error: unknown) => boolean): Promise<unknown> {
    try {
      const places = await this.#commit(group.map((pending) => pending.frame));
      for (const [index, pending] of group.entries()) pending.resolve(places[index]!);
    } catch (error) {
      if (splits(error)) return error;
      for (const pending of group) pending.reject(error);
    }
    return undefined;
  }

  #takeGroup(): Pending<Place>[] {
    let bytes = 0;
    let count = 0;
    for (const { frame } of this.#queue) {
      if (count > 0 && bytes + frame.length > groupBytes) break;
      bytes += frame.length;
      count += 1;
    }
    // Its frames are written with it; they are not ahead of it any more.
    this.#unshown.splice(0, this.#unshown.length - (this.#queue.length - count));
    return this.#queue.splice(0, count);
  }
}
