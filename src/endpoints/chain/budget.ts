// Where a call is charged: the worst case of each attempt is reserved before it is made, and settled by what it came to.
// An attempt that failed gives its reservation back where it cannot have been billed, and counts in full where it may.
import type { Reserve } from '../stores.ts';
import type { ModelCounters } from '../usage-counters.ts';
import type { Call, Link, Reply } from './chain.ts';
import { countCost, countTokens } from './observe.ts';

/** What a failed attempt came to: nothing, what its body says, or null for its worst case. */
function cost({ reached, answered, billed }: Call): Call['billed'] {
  if (!reached && !answered) return 'nothing';
  return billed;
}

/** `counters`: for the cost of each attempt, and for tokens that were billed without a reply. */
export function budget(model: string, reserve: Reserve, counters: ModelCounters): Link<Reply> {
  return async (call, next) => {
    const reservation = await reserve(model, call.request, call.waiting);
    call.tokens = reservation.tokens;
    call.addedLimit = reservation.addedLimit;
    call.reservation = reservation.id;
    const add = (usd: number | null): void => {
      countCost(counters, usd);
      call.usd = call.usd === null || usd === null ? null : call.usd + usd;
    };
    try {
      const obtained = await next(call);
      add(await reservation.settle(obtained.reply));
      return { ...obtained, usd: call.usd };
    } catch (error) {
      const billed = cost(call);
      if (billed === 'nothing') await reservation.cancel();
      else add(await reservation.settle(billed));
      if (billed !== 'nothing' && billed !== null) {
        call.billedFor.push(billed);
        countTokens(counters, billed);
      }
      throw error;
    }
  };
}
