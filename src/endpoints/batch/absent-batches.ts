// Batches that the provider does not know. One that was made a moment ago may be known to it only in a while; any other is
// lost. What is lost is paid for again, so nothing is lost that may only be unknown to the key that asks.
import { LateBenchError } from '../../errors.ts';
import { type Account, otherAccount } from './account.ts';
import type { KnownBatch } from './batch-files.ts';

/** Looks at a batch that was made lately: with the pauses between them, more than a minute. */
const maxLooks = 10;
/** For so long a batch counts as made lately. */
const latelyMs = 3_600_000;

export class AbsentBatches {
  readonly #looks = new Map<string, number>();
  readonly #say: (line: string) => void;
  readonly #ours: Account;

  constructor(ours: Account, say: (line: string) => void) {
    this.#ours = ours;
    this.#say = say;
  }

  /**
   * Whether a batch that is absent is to be looked at again.
   *
   * @throws LB_CONFIG where it was made with another account
   */
  isAwaited({ name, id, submittedMs, account }: KnownBatch): boolean {
    const other = otherAccount(account, this.#ours);
    if (other !== null) {
      throw new LateBenchError(
        'LB_CONFIG',
        `batch ${name} (${id}) is not known there: it was submitted ${other}. Use that one again to fetch its results; to pay for its calls again, delete batches and batches.jsonl in the run folder`,
      );
    }
    const looks = (this.#looks.get(name) ?? 0) + 1;
    if (looks > maxLooks || Date.now() - (submittedMs ?? 0) > latelyMs) return false;
    this.#looks.set(name, looks);
    if (looks === 1) this.#say(`batch ${name} (${id}) is not known there yet; looking for it again`);
    return true;
  }
}
