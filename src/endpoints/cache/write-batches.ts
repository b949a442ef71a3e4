// Changes to a store that arrive while the disk is busy are made together: one transaction, one flush for all that wait.
import { setImmediate } from 'node:timers/promises';
import type { RootDatabase } from 'lmdb';
import { transact } from './environment.ts';

interface Waiting {
  readonly change: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

function outcomeOf({ change }: Waiting): Outcome {
  try {
    return { value: change() };
  } catch (error) {
    return { error };
  }
}

function tell({ resolve, reject }: Waiting, outcome: Outcome): void {
  if ('error' in outcome) reject(outcome.error);
  else resolve(outcome.value);
}

export class WriteBatches {
  readonly #root: RootDatabase;
  readonly #ready: () => Promise<void>;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;

  /** `ready` comes before each transaction; where it rejects, there is none. */
  constructor(root: RootDatabase, ready: () => Promise<void>) {
    this.#root = root;
    this.#ready = ready;
  }

  /** Resolves when the change is on the disk. One that throws fails alone; a transaction that fails, fails all of its changes. */
  add<T>(change: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ change, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#run();
    });
  }

  /** When nothing waits and nothing is under way. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // What is asked for in the same turn of the event loop belongs together.
      await setImmediate();
      const batch = this.#waiting;
      this.#waiting = [];
      const outcomes: Outcome[] = [];
      try {
        await this.#ready();
        await transact(this.#root, () => {
          for (const waiting of batch) outcomes.push(outcomeOf(waiting));
        });
        for (const [at, waiting] of batch.entries()) tell(waiting, outcomes[at]!);
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
    this.#running = undefined;
  }
}
