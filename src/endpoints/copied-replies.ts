// Replies of machines that share no disk: each reply that is kept here is in the store of objects before it counts as
// kept, and what other machines have put there is looked for before a call is made.
import type { JournalCopies } from '../storage/journal/journal-copies.ts';
import type { ReplyStore } from './stores.ts';

export function copiedReplies(replies: ReplyStore, copies: JournalCopies): ReplyStore {
  return {
    packs: replies.packs,
    async *lookUp(key, ours) {
      // A reply of an earlier process may not have got there.
      await copies.send(key);
      yield* replies.lookUp(key, ours) ?? [];
    },
    async refresh(key) {
      await copies.bring(key);
      await replies.refresh(key);
    },
    async keep(reply) {
      await replies.keep(reply);
      await copies.send(reply.key);
    },
    async withdraw(keys, reason) {
      await replies.withdraw(keys, reason);
      for (const key of keys) await copies.send(key);
    },
    get canKeep() {
      return replies.canKeep;
    },
    hold: (key) => replies.hold?.(key),
    settled: () => replies.settled(),
    async claim(key, signal) {
      await copies.bring(key);
      return replies.claim(key, signal);
    },
  };
}
