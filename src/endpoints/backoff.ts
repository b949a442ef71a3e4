// Full-jitter exponential backoff (Brooker, "Exponential Backoff And Jitter", 2015). The jitter is real randomness:
// it decides when a call is made and never what is in a record.
import { setTimeout as sleep } from 'node:timers/promises';
import { aborted } from './semaphore.ts';

export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
}

export function backoffMs(
  attempt: number,
  { firstMs, maxMs }: Backoff,
  random: () => number = Math.random,
): number {
  return random() * Math.min(maxMs, firstMs * 2 ** attempt);
}

export async function waitMs(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch {
    throw aborted(signal);
  }
}
