// Equal calls that are in flight at the same time are one call: whoever joins pays nothing.
import type { SharedWork } from '../../stream/shared-work.ts';
import type { Link, Reply } from './chain.ts';

export function joinCalls(inFlight: SharedWork<Reply>): Link<Reply> {
  const shared = ({ reply }: Reply): Reply => ({ reply, from: 'shared', usd: 0 });
  return (call, next) =>
    // Two that look at a reply may want different lengths of it.
    call.watch === undefined ? inFlight.join(call.key, call.waiting, () => next(call), shared) : next(call);
}
