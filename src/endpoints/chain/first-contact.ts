// Before the first call goes on the wire, the endpoint is asked whether it is there and has the model.
import type { FirstContact } from '../first-contact/first-contact.ts';
import type { Link, Reply } from './chain.ts';
import type { Waiting } from './stop-latch.ts';

/** `check`: what is wrong on this side is found before anything goes over the wire. */
export function reachFirst(contact: FirstContact, check: Link<Reply>, during: Waiting): Link<Reply> {
  return (call, next) => {
    if (!contact.pending) return next(call);
    return check(call, async () => {
      await contact.reach(call.signal);
      await during(call.waiting, (signal) => contact.turn(call, signal));
      return next(call);
    });
  };
}
