// Whether a reply is what was asked for. The run ends when the server does something else than it was asked to, or
// gives replies without usable logprobs again and again, or cuts prompts: each such reply is paid for.
import { LateBenchError } from '../../errors.ts';
import type { ChatReply, ChatRequest } from '../chat.ts';
import type { ReplyStore } from '../stores.ts';
import { cutReply } from '../stream/cut-reply.ts';
import type { StreamWatch } from '../stream/watch.ts';
import { withLimit } from '../token-limit.ts';
import type { Finding, TruncationWatch } from '../truncation/truncation-watch.ts';
import { cutPromptsText, cutPromptText } from '../truncation/words.ts';
import { isDegenerate } from '../wire-logprobs.ts';
import { type Link, observing, type Reply } from './chain.ts';
import { checkReply } from './reply-check.ts';

/** Degenerate replies in a row that end the run. */
const maxDegenerate = 5;
/** Replies to cut prompts that end the run. */
const maxCut = 3;

/**
 * The reply as far as its watch wants it, flagged where its logprobs say nothing; throws where it is not what was asked
 * for.
 */
export function usable(
  model: string,
  request: ChatRequest,
  given: ChatReply,
  watch?: StreamWatch | undefined,
): ChatReply {
  const wrong = checkReply(model, request, given);
  if (wrong !== null) throw wrong;
  const reply = cutReply(given, watch);
  const degenerate = request.logprobs === true && isDegenerate(reply.logprobs, request);
  return degenerate ? { ...reply, degenerate } : reply;
}

export function usefulReplies(model: string, allowDegenerate: boolean): Link<Reply> {
  let inARow = 0;
  return observing<Reply>({
    ended(call, obtained) {
      const request = withLimit(model, call.request, call.addedLimit);
      const reply = usable(model, request, obtained.reply, call.watch);
      inARow = reply.degenerate === true ? inARow + 1 : 0;
      if (inARow >= maxDegenerate && !allowDegenerate) {
        const message = `${maxDegenerate} replies in a row came without usable logprobs; the endpoint does not give them`;
        throw new LateBenchError('LB_ENDPOINT_STOPPED', message);
      }
      return reply === obtained.reply ? obtained : { ...obtained, reply };
    },
  });
}

/** A reply to a prompt that the server cut is not used: its call fails, it is withdrawn, and a few of them end the run. */
export function wholePrompts(watch: TruncationWatch, replyStore: ReplyStore | undefined): Link<Reply> {
  let cut = 0;
  const reject = async (key: string, finding: Finding): Promise<never> => {
    const keys = [key, ...finding.earlier];
    cut += keys.length;
    await replyStore?.withdraw(keys, 'the endpoint cut the prompt');
    if (cut < maxCut) throw new LateBenchError('LB_ENDPOINT_REPLY', cutPromptText(finding));
    throw new LateBenchError('LB_ENDPOINT_STOPPED', cutPromptsText(finding, cut));
  };
  return observing<Reply>({
    ended({ key, request }, obtained) {
      const finding = watch.note(key, request.messages, obtained.reply.promptTokens);
      return finding === undefined ? obtained : reject(key, finding);
    },
  });
}
