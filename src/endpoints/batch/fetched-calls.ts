// What this process has fetched of the calls in batches: replies that no other run can use yet, and errors.
import type { Taken } from './take-result.ts';

export class FetchedCalls {
  readonly #unshared = new Set<string>();
  readonly #errors = new Set<string>();

  note(key: string, { reply, error }: Taken): void {
    if (reply) this.#unshared.add(key);
    else if (error !== undefined) this.#errors.add(key);
  }

  /** True the first time that it is asked of a reply. */
  isToShare(key: string): boolean {
    return this.#unshared.delete(key);
  }

  hasFailed(key: string): boolean {
    return this.#errors.has(key);
  }
}
