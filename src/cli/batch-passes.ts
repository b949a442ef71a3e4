// How long a run waits for the batches that it has sent.
import type { Call } from './command.ts';

/** How long to wait for batches, in milliseconds; until they end when absent. */
export function batchWaitMs({ options }: Pick<Call, 'options'>): number {
  const seconds = options.number('batch-wait', 0, 1e9);
  return seconds === undefined ? Number.POSITIVE_INFINITY : seconds * 1000;
}
