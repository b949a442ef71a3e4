// Batches that are over, with requests carried out, and that name no file of results. Some providers name it a little
// later; results that are never named are lost, and were paid for.
import type { RemoteBatch } from './batch-answers.ts';

/** Looks at such a batch: with the pauses between them, two minutes. */
const maxLooks = 10;

export function hasNamelessResults(remote: RemoteBatch): boolean {
  const { request_counts, output_file_id, error_file_id } = remote;
  return output_file_id == null && error_file_id == null && (request_counts?.completed ?? 0) > 0;
}

export class NamelessResults {
  readonly #looks = new Map<string, number>();
  readonly #say: (line: string) => void;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  /** Whether the batch is to be looked at again. */
  isAwaited(batch: string, remote: RemoteBatch): boolean {
    const looks = (this.#looks.get(batch) ?? 0) + 1;
    if (!hasNamelessResults(remote) || looks > maxLooks) return false;
    this.#looks.set(batch, looks);
    if (looks === 1)
      this.#say(`batch ${batch} is ${remote.status} but does not name its results yet; waiting for them`);
    return true;
  }
}
