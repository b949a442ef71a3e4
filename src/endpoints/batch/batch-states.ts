// What the status of a batch means: it is over, or it goes on. Of a status that nobody knows, and of a batch that has gone
// on for longer than it may, the user is told.
import type { KnownBatch } from './batch-files.ts';

/** As long as a batch may take, by the window that is asked for. */
export const windowMs = 24 * 3_600_000;
const hourMs = 3_600_000;

const over = new Set(['completed', 'expired', 'cancelled', 'canceled', 'failed']);
const underWay = new Set([
  ...['validating', 'in_progress', 'finalizing', 'finalising', 'cancelling', 'canceling'],
  ...['queued', 'pending', 'created', 'submitted', 'running', 'processing'],
]);

export class BatchStates {
  readonly #told = new Set<string>();
  readonly #say: (line: string) => void;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  isOver({ name, id, submittedMs }: KnownBatch, status: string): boolean {
    const state = status.toLowerCase();
    if (over.has(state)) return true;
    if (!underWay.has(state))
      this.#tell(
        `${name} ${state}`,
        `batch ${name} is "${status}", a status that is not known here; it is asked again until it ends (--batch-wait limits the time)`,
      );
    const tookMs = Date.now() - (submittedMs ?? Date.now());
    if (tookMs > windowMs)
      this.#tell(
        name,
        `batch ${name} (${id}) is still ${state} after ${Math.floor(tookMs / hourMs)} hours, and was to end within 24; ask the provider about it, or cancel it there (--batch-wait limits the time)`,
      );
    return false;
  }

  #tell(what: string, line: string): void {
    if (this.#told.has(what)) return;
    this.#told.add(what);
    this.#say(line);
  }
}
