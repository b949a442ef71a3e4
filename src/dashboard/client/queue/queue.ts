// The queue of judgements: an operation enters it before anything is sent and leaves it when the server has acknowledged
// that it is on its disk. All tabs send what is in the store; the server files each operation once. An operation that is
// based on another one waits for it, so the order of a person's keys is kept whoever sends.
import { chainOf, type Operation, type OperationStore, type Sent } from './operation.ts';

export interface QueuePorts {
  readonly store: OperationStore;
  send(operation: Operation): Promise<Sent>;
  /** Resolves after so many milliseconds. */
  pause(ms: number): Promise<void>;
  /** A number from 0 to 1, for the jitter. */
  random(): number;
  /** The operations have changed; other tabs are to look at them too. */
  onChange(operations: readonly Operation[]): void;
  /** The server has this one. */
  onSaved(operation: Operation): void;
}

/** Saved: the server has it. Kept: only this browser has it so far. */
export type Outcome = 'saved' | 'kept';

export interface JudgementQueue {
  /**
   * Resolves after the first attempt. Rejects when not even the browser could keep it. `onKept` is called when the
   * browser keeps it.
   */
  add(operation: Operation, onKept?: () => void): Promise<Outcome>;
  /** Sends what is there, at once, until nothing is left that can be sent. */
  drain(): Promise<void>;
  /** Looks at the store again, because another tab has changed it. */
  look(): Promise<readonly Operation[]>;
  /** Puts one's own version on top of the one that is filed. */
  keepMine(id: string): Promise<void>;
  /** Lets one's own version go, with what was based on it. */
  letGo(id: string): Promise<void>;
  /** Tries one again that was refused, after its cause has been removed. */
  tryAgain(id: string): Promise<void>;
}

const firstPauseMs = 500;
const longestPauseMs = 30_000;

export function createQueue({ store, send, pause, random, onChange, onSaved }: QueuePorts): JudgementQueue {
  const attempted = new Map<string, (outcome: Outcome) => void>();
  let running: Promise<void> | null = null;
  let wake = (): void => {};

  async function look(): Promise<readonly Operation[]> {
    const operations = [...(await store.all())].sort((a, b) => a.made - b.made || (a.id < b.id ? -1 : 1));
    onChange(operations);
    return operations;
  }

  function answer(id: string, outcome: Outcome): void {
    attempted.get(id)?.(outcome);
    attempted.delete(id);
  }

  async function settle(operation: Operation, sent: Sent): Promise<void> {
    const { id, body } = operation;
    // Only the version that was sent: meanwhile another tab may have put it on top of a newer one.
    const whereSame = (to: (known: Operation) => Operation) => (known: Operation) =>
      known.body.based_on === body.based_on ? to(known) : known;
    switch (sent.kind) {
      case 'saved':
        await store.change(id, () => null);
        onSaved(operation);
        break;
      case 'conflict': {
        const filed = { annotation: sent.annotation, version: sent.version };
        await store.change(
          id,
          whereSame((known) => ({ ...known, state: 'conflict', reason: null, filed })),
        );
        break;
      }
      default: {
        const state = sent.kind === 'refused' ? 'refused' : 'waiting';
        await store.change(
          id,
          whereSame((known) => ({ ...known, state, reason: sent.reason })),
        );
      }
    }
    answer(id, sent.kind === 'saved' ? 'saved' : 'kept');
  }

  /** One look over the store: true when something could not be sent that may be sent later. */
  async function round(): Promise<{ readonly sent: number; readonly failed: boolean }> {
    const operations = await look();
    const ids = new Set(operations.map(({ id }) => id));
    let sent = 0;
    let failed = false;
    for (const operation of operations) {
      const { state, body, id } = operation;
      if (state !== 'waiting' || (body.based_on !== null && ids.has(body.based_on))) continue;
      const result = await send(operation);
      await settle(operation, result);
      if (result.kind === 'saved') ids.delete(id);
      if (result.kind !== 'failed') sent += 1;
      failed ||= result.kind === 'failed';
      if (result.kind === 'failed' && result.unreachable) break;
    }
    if (sent > 0 || failed) await look();
    return { sent, failed };
  }

  async function run(): Promise<void> {
    for (let pauseMs = firstPauseMs; ; ) {
      const { sent, failed } = await round();
      if (failed) {
        // Whoever waits to go on is told that it is not saved.
        for (const id of [...attempted.keys()]) answer(id, 'kept');
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await Promise.race([pause(pauseMs * (0.5 + random() / 2)), woken]);
        pauseMs = sent > 0 ? firstPauseMs : Math.min(longestPauseMs, pauseMs * 2);
      } else if (sent === 0) return;
    }
  }

  function drain(): Promise<void> {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  }

  /** Also sends what a look over the store that has begun did not see; a pause between two attempts ends. */
  async function drainNow(): Promise<void> {
    wake();
    await drain();
    await drain();
  }

  return {
    look,
    drain: drainNow,
    async add(operation, onKept) {
      await store.put(operation);
      onKept?.();
      const outcome = new Promise<Outcome>((resolve) => attempted.set(operation.id, resolve));
      // What waits behind an operation that needs a person is kept, not sent.
      drainNow().then(
        () => answer(operation.id, 'kept'),
        () => answer(operation.id, 'kept'),
      );
      await look();
      return outcome;
    },
    async keepMine(id) {
      await store.change(id, (known) =>
        known.filed === null
          ? known
          : {
              ...known,
              state: 'waiting',
              reason: null,
              filed: null,
              body: { ...known.body, based_on: known.filed.version },
            },
      );
      await drainNow();
    },
    async letGo(id) {
      const operations = await store.all();
      const first = operations.find((one) => one.id === id);
      if (first === undefined) return;
      // The last first: one that lost its base could be sent by another tab.
      for (const one of [...chainOf(operations, first)].reverse()) await store.change(one.id, () => null);
      await look();
    },
    async tryAgain(id) {
      await store.change(id, (known) => ({ ...known, state: 'waiting', reason: null }));
      await drainNow();
    },
  };
}
