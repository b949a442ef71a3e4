// Equal calls that are in flight at the same time are one call: whoever joins pays nothing.
import type { SharedWork } from '../../stream/shared-work.ts';
import type { Link, Reply } from './chain.ts';

export function joinCalls(inFlight: SharedWork<Reply>): Link<Reply> {
  return async (call, next) => {
    // Two that look at a reply may want different lengths of it.
    if (call.watch !== undefined) return next(call);
    const { value, joined } = await inFlight.join(call.key, call.waiting, () => next(call));
    return joined ? { reply: value.reply, from: 'shared', usd: 0 } : value;
  };
}
