// Works a run off by batches: passes over the records until no call is missing any more. What a pass notes is sent,
// waited for and kept; the next pass gets further, since an answer may lead to another question.

import type { BatchClient } from '../endpoints/batch/batch-client.ts';
import { LateBenchError } from '../errors.ts';
import { formatCounted } from '../report/format.ts';
import { createErrorPolicy, type ErrorPolicy } from '../stream/error-policy.ts';
import { createTally, type Tally } from '../stream/tally.ts';

export interface BatchWork {
  readonly batchClients: readonly BatchClient[];
  /** How long to wait for batches before leaving them to another time, in milliseconds. */
  readonly maxMs: number;
  /** Aborted when the run is to end: batches are left as they are. */
  readonly signal: AbortSignal;
  /** Aborted when what was noted is not to be sent any more either: it is sent the next time. */
  readonly abandon: AbortSignal;
  /** Called with an error that ends the run cleanly; aborts `signal`. */
  onStop(reason: LateBenchError): void;
  /** Sends all records through the stages, into nothing. */
  pass(context: Counted): Promise<void>;
}

/** What one pass reports. */
export interface Counted {
  readonly policy: ErrorPolicy;
  readonly tally: Tally;
  readonly onStop: (reason: LateBenchError) => void;
}

/** Of passes before the one that counts: that one says and keeps what is bad. */
export function silentPolicy(): ErrorPolicy {
  const quarantine = { path: '', count: 0, add: () => {}, close: () => {} };
  return createErrorPolicy({ onError: 'skip', maxErrors: undefined, quarantine, say: () => {} });
}

/** Resolves when every call has its answer; throws LB_PENDING where batches are left for another time. */
export async function settleBatches(work: BatchWork): Promise<void> {
  const { batchClients, maxMs, signal, abandon, onStop, pass } = work;
  const until = performance.now() + maxMs;
  const left = (): LateBenchError => {
    const calls = batchClients.reduce((sum, { outstanding }) => sum + outstanding, 0);
    const message = `${formatCounted(calls, 'call is', 'calls are')} in batches that have not ended; run the command again, any day, to pick them up`;
    return new LateBenchError('LB_PENDING', message);
  };
  const startPass = (): void => {
    for (const batchClient of batchClients) batchClient.startPass();
  };
  for (;;) {
    try {
      for (const batchClient of batchClients) await batchClient.submit(signal);
      for (const batchClient of batchClients) {
        if (!(await batchClient.settle(Math.max(0, until - performance.now()), signal))) throw left();
      }
    } catch (error) {
      if (signal.aborted) throw left();
      throw error;
    }
    startPass();
    const tally = createTally();
    let reason: LateBenchError | undefined;
    await pass({
      policy: silentPolicy(),
      tally,
      onStop(error) {
        reason ??= error;
        onStop(error);
      },
    });
    if (signal.aborted) {
      // Noted calls are paid for once they are sent: they are, so that they need not be noted again.
      for (const batchClient of batchClients) await batchClient.submit(abandon);
      throw reason ?? left();
    }
    if (tally.pending === 0) {
      // For the pass that counts.
      startPass();
      return;
    }
  }
}
