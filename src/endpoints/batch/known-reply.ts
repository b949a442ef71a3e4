// What is paid for of a call that goes by way of batches: a reply, nothing, or so many errors that it has failed.
import { isLateBenchError, type LateBenchError } from '../../errors.ts';
import type { ChatReply, ChatRequest } from '../chat.ts';
import { checkReply } from '../reply-check.ts';
import type { ReplyStore, StoredReply } from '../stores.ts';
import { readReply } from '../wire-reply.ts';

/** How often a call may come back from batches as an error before it counts as failed. */
const maxErrors = 3;

/** Null where the call is still to be made; throws when batches have failed it for good. */
export async function knownReply(
  replyStore: ReplyStore,
  model: string,
  key: string,
  request: ChatRequest,
): Promise<{ readonly reply: ChatReply; readonly stored: StoredReply } | null> {
  let errors = 0;
  let last: LateBenchError | undefined;
  for await (const stored of replyStore.lookUp(key)) {
    try {
      const reply = readReply(stored.status, stored.body, request.top_logprobs);
      const wrong = checkReply(model, request, reply);
      if (wrong !== null) throw wrong;
      return { reply, stored };
    } catch (error) {
      if (!isLateBenchError(error)) throw error;
      last ??= error;
      errors += 1;
    }
  }
  if (last !== undefined && (errors >= maxErrors || last.retry === 'never')) throw last;
  return null;
}
