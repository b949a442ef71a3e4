// What went through a stage so far: numbers for progress, the summary line and the manifest.

export interface Tally {
  read: number;
  written: number;
  inFlight: number;
  /** Records that wait for replies which a batch is to bring. */
  pending: number;
  readonly drops: Map<string, number>;
  start(): void;
  finish(): void;
  drop(reason: string): void;
}

/** Counts records as they are read, written and dropped, and those in work, for progress lines and manifests. */
export function createTally(): Tally {
  return {
    read: 0,
    written: 0,
    inFlight: 0,
    pending: 0,
    drops: new Map(),
    start() {
      this.inFlight += 1;
    },
    finish() {
      this.inFlight -= 1;
    },
    drop(reason) {
      this.drops.set(reason, (this.drops.get(reason) ?? 0) + 1);
    },
  };
}

export function droppedIn(tally: Pick<Tally, 'drops'>): number {
  let sum = 0;
  for (const count of tally.drops.values()) sum += count;
  return sum;
}
