// What the status of a batch means: it is over, or it goes on. Of a status that nobody knows, the user is told.

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

  isOver(batch: string, status: string): boolean {
    const state = status.toLowerCase();
    if (over.has(state)) return true;
    if (underWay.has(state) || this.#told.has(`${batch} ${state}`)) return false;
    this.#told.add(`${batch} ${state}`);
    this.#say(
      `batch ${batch} is "${status}", a status that is not known here; it is asked again until it ends (--batch-wait limits the time)`,
    );
    return false;
  }
}
