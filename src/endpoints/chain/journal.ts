// Where a reply is made durable: every body that comes back is kept before it is read, so that a reply that was paid
// for is never lost, whatever is found in it.
import type { RawResponse } from '../response-handler.ts';
import type { ReplyStore } from '../stores.ts';
import type { Link } from './chain.ts';

export function journal(replyStore: ReplyStore, endpoint: string, model: string): Link<RawResponse> {
  return async (call, next) => {
    const startedAt = new Date();
    const response = await next(call);
    const { key, sample, attempt } = call;
    await replyStore.keep({ key, sample, attempt, startedAt, endpoint, model, response });
    return response;
  };
}
