// Replies that a run by batches finds in the store. Each pass over the records finds them all again, and with them what
// its own batches brought: only those of the last pass that it did not pay for itself count as cached.
import type { ModelCounters } from '../usage-counters.ts';

export class FoundReplies {
  readonly #entry: ModelCounters;
  #found = 0;
  #brought = 0;
  #counted = 0;

  constructor(entry: ModelCounters) {
    this.#entry = entry;
  }

  startPass(): void {
    this.#found = 0;
  }

  /** A batch of this process brought one. */
  brought(): void {
    this.#brought += 1;
  }

  found(): void {
    this.#found += 1;
    const now = Math.max(0, this.#found - this.#brought);
    this.#entry.hits += now - this.#counted;
    this.#counted = now;
  }
}
