// Whether a reply without a verdict is a refusal: the server marks it, or the reply begins with typical words. A
// refusal is counted separately; it is `unparsed` and never "no error".
import type { ChatReply } from '../endpoints/chat.ts';
import { isDeclined } from '../endpoints/finish-reason.ts';
import { withoutReasoning } from '../endpoints/reasoning.ts';

const opening =
  /^(?:(?:i['’]?m|i am) (?:very )?sorry\b|sorry\b|i apologi[sz]e\b|unfortunately,? i\b|as an ai\b|i (?:can(?:no|['’])t|am (?:not able|unable)|won['’]t|must decline)\b)/i;
const declining =
  /\b(?:can(?:no|['’])t|am (?:not able|unable) to|won['’]t|will not|decline to|not comfortable)\b/i;
/** Refusals are short: further into a reply, the same words are about mathematics. */
const looked = 300;

export function isRefusal(reply: ChatReply): boolean {
  if (isDeclined(reply)) return true;
  const text = withoutReasoning(reply.content).text.trim().slice(0, looked);
  return opening.test(text) && declining.test(text);
}
