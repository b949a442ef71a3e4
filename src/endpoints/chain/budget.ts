// Where a call is charged: its worst case is reserved before it is made, and what it used is settled when its reply is
// there. A call that failed gives its reservation back.
import type { Reserve } from '../stores.ts';
import type { Link, Reply } from './chain.ts';

export function budget(model: string, reserve: Reserve): Link<Reply> {
  return async (call, next) => {
    const reservation = await reserve(model, call.request, call.signal);
    call.tokens = reservation.tokens;
    try {
      const obtained = await next(call);
      return { ...obtained, usd: await reservation.settle(obtained.reply) };
    } catch (error) {
      await reservation.cancel();
      throw error;
    }
  };
}
