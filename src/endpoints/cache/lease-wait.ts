// How long leases last, and how whoever waits for one looks for it.
import { backoffMs, waitMs } from '../backoff.ts';
import { aborted } from '../semaphore.ts';
import type { LeaseTiming } from './leases.ts';

export const defaultTiming: LeaseTiming = { leaseMs: 60_000, maxHoldMs: 2 * 3_600_000 };
/** Waiters look this often; the pause grows to its longest in about a second. */
const looking = { firstMs: 20, maxMs: 500 };

/** What `look` finds first; it is null while another holder has it. */
export async function whenGiven<T>(look: () => Promise<T | null>, signal: AbortSignal): Promise<T> {
  for (let looks = 0; ; looks += 1) {
    if (signal.aborted) throw aborted(signal);
    const found = await look();
    if (found !== null) return found;
    await waitMs(looking.firstMs + backoffMs(looks, looking), signal);
  }
}
