// Takes away the reasoning that some models write in front of their answer, so that a guess made on the way is
// not read as the verdict. Reasoning that a server sends apart from the content never gets here.

export interface VisibleReply {
  readonly text: string;
  /** The reply ends inside its reasoning: it was cut off before there was an answer. */
  readonly truncated: boolean;
}

/** The tags of DeepSeek and Qwen, of Gemini and Claude when asked to think aloud, of Magistral, Kimi and OpenThinker. */
const tags =
  /<(\/?)(?:think(?:ing)?|thought|reasoning|scratchpad)>|\[(\/?)THINK\]|◁(\/?)think▷|<\|(begin|end)_of_thought\|>/gi;
/** gpt-oss writes channels; only the last one that is called final is the answer. */
const channel = /<\|channel\|>\s*(\w+)[^<]*(?:<\|constrain\|>\s*\w+)?\s*<\|message\|>/g;

function finalChannel(reply: string): string {
  const channels = [...reply.matchAll(channel)];
  const last = channels.at(-1);
  if (last === undefined || last[1] === 'analysis') return reply;
  return reply.slice(last.index + last[0].length).replace(/<\|(?:return|end|call)\|>[\s\S]*$/, '');
}

/**
 * The reply without `<think>…</think>`. A closing tag without an opening one ends reasoning that began before the
 * reply did (some chat templates open it in the prompt): everything before it is removed too. One pass.
 */
export function withoutReasoning(reply: string): VisibleReply {
  let parts: string[] = [];
  let inside = false;
  let from = 0;
  const answer = reply.includes('<|channel|>') ? finalChannel(reply) : reply;
  for (const tag of answer.matchAll(tags)) {
    const closes = tag.slice(1, 4).includes('/') || tag[4]?.toLowerCase() === 'end';
    if (!inside && !closes) parts.push(answer.slice(from, tag.index));
    if (!inside && closes) parts = [];
    if (closes || !inside) from = tag.index + tag[0].length;
    inside = !closes;
  }
  if (!inside) parts.push(answer.slice(from));
  return { text: parts.join(''), truncated: inside };
}
