// Before the first call goes on the wire, the endpoint is asked whether it is there and has the model.
import type { FirstContact } from '../first-contact/first-contact.ts';
import type { Link, Reply } from './chain.ts';

export function reachFirst(contact: FirstContact): Link<Reply> {
  return async (call, next) => {
    if (contact.pending) await contact.reach(call.signal);
    return next(call);
  };
}
