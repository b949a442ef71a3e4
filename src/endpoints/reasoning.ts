// Takes away the reasoning that some models write in front of their answer, so that a guess made on the way is
// not read as the verdict. Reasoning that a server sends apart from the content never gets here.

export interface VisibleReply {
  readonly text: string;
  /** The reply ends inside its reasoning: it was cut off before there was an answer. */
  readonly truncated: boolean;
}

/** The tags of DeepSeek and Qwen, of Gemini and Claude when asked to think aloud, of Seed, Magistral, Kimi, OpenThinker, Cohere. */
const tags =
  /<\/?(?:(?:seed:)?think(?:ing)?|thought|reasoning|scratchpad)(?:\s[^<>]{0,100})?>|\[\/?THINK\]|◁\/?think▷|<\|(?:begin|end)_of_thought\|>|<\|(?:START|END)_THINKING\|>/gi;
const closing = /^(?:.\/|<\|end)/i;
/** gpt-oss writes channels; only the last one that is called final is the answer. */
const channel = /<\|channel\|>\s*(\w+)[^<]*(?:<\|constrain\|>\s*\w+)?\s*<\|message\|>/g;
/** The same where a server leaves the special tokens out: "analysisWe need … assistantfinalThe answer". */
const bareAnalysis = /^analysis(?=[A-Z])/;
const bareFinal = 'assistantfinal';

/** Null where the reply ends in its analysis. */
function finalChannel(reply: string): string | null {
  if (bareAnalysis.test(reply)) {
    const start = reply.lastIndexOf(bareFinal);
    return start === -1 ? null : reply.slice(start + bareFinal.length);
  }
  const last = reply.includes('<|channel|>') ? [...reply.matchAll(channel)].at(-1) : undefined;
  if (last === undefined) return reply;
  if (last[1] === 'analysis') return null;
  return reply.slice(last.index + last[0].length).replace(/<\|(?:return|end|call)\|>[\s\S]*$/, '');
}

/**
 * The reply without `<think>…</think>`. A closing tag without an opening one ends reasoning that began before the
 * reply did (some chat templates open it in the prompt): everything before it is removed too. One pass.
 */
export function withoutReasoning(reply: string): VisibleReply {
  const answer = finalChannel(reply);
  if (answer === null) return { text: '', truncated: true };
  let parts: string[] = [];
  let inside = false;
  let from = 0;
  for (const tag of answer.matchAll(tags)) {
    const closes = closing.test(tag[0]);
    if (!inside && !closes) parts.push(answer.slice(from, tag.index));
    if (!inside && closes) parts = [];
    if (closes || !inside) from = tag.index + tag[0].length;
    inside = !closes;
  }
  if (!inside) parts.push(answer.slice(from));
  return { text: parts.join(''), truncated: inside };
}
