// Whether a reply is what was asked for. The run ends when the server does something else than it was asked to, or
// gives replies without usable logprobs again and again: each of them is paid for.
import { LateBenchError } from '../../errors.ts';
import type { ChatReply, ChatRequest } from '../chat.ts';
import { withLimit } from '../token-limit.ts';
import { isDegenerate } from '../wire-logprobs.ts';
import type { Link, Reply } from './chain.ts';
import { checkReply } from './reply-check.ts';

/** Degenerate replies in a row that end the run. */
const maxDegenerate = 5;

/** The reply, flagged where its logprobs say nothing; throws where it is not what was asked for. */
export function usable(model: string, request: ChatRequest, reply: ChatReply): ChatReply {
  const wrong = checkReply(model, request, reply);
  if (wrong !== null) throw wrong;
  const degenerate = request.logprobs === true && isDegenerate(reply.logprobs, request);
  return degenerate ? { ...reply, degenerate } : reply;
}

export function usefulReplies(model: string, allowDegenerate: boolean): Link<Reply> {
  let inARow = 0;
  return async (call, next) => {
    const obtained = await next(call);
    const reply = usable(model, withLimit(model, call.request, call.addedLimit), obtained.reply);
    inARow = reply.degenerate === true ? inARow + 1 : 0;
    if (inARow >= maxDegenerate && !allowDegenerate) {
      const message = `${maxDegenerate} replies in a row came without usable logprobs; the endpoint does not give them`;
      throw new LateBenchError('LB_ENDPOINT_STOPPED', message);
    }
    return reply === obtained.reply ? obtained : { ...obtained, reply };
  };
}
