// Batches in a row that came to nothing: after some of them the run ends, and the next one tries a few calls first.
import { LateBenchError } from '../../errors.ts';
import type { KnownBatch } from './batch-files.ts';

/** Batches in a row that came to nothing and end the run. */
const maxFruitless = 3;
/** Calls that a run which batches without a reply have ended tries again at once: one alone may be one that fails. */
const trialCalls = 3;

export class FruitlessBatches {
  #count: number;

  /** `count`: of those that an earlier process noted last. */
  constructor(count: number) {
    this.#count = count;
  }

  /** Calls that may wait for batches at once. */
  get mostCalls(): number {
    return this.#count >= maxFruitless ? trialCalls : Number.POSITIVE_INFINITY;
  }

  /** Throws LB_ENDPOINT_STOPPED where batches come to nothing again and again. */
  check({ name, id }: KnownBatch, fruitful: boolean, why: string): void {
    this.#count = fruitful ? 0 : this.#count + 1;
    if (this.#count < maxFruitless) return;
    const message = `batch ${name} (${id}) is the last of ${this.#count} in a row without a reply: ${why}`;
    throw new LateBenchError('LB_ENDPOINT_STOPPED', message);
  }
}
