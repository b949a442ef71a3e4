// Takes away the reasoning that some models write in front of their answer, so that a guess made on the way is
// not read as the verdict. Reasoning that a server sends apart from the content never gets here.

export interface VisibleReply {
  readonly text: string;
  /** The reply ends inside its reasoning: it was cut off before there was an answer. */
  readonly truncated: boolean;
}

/**
 * The reply without `<think>…</think>`. A closing tag without an opening one ends reasoning that began before the
 * reply did (some chat templates open it in the prompt): everything before it is removed too. One pass.
 */
export function withoutReasoning(reply: string): VisibleReply {
  let parts: string[] = [];
  let inside = false;
  let from = 0;
  for (const tag of reply.matchAll(/<(\/?)think(?:ing)?>/gi)) {
    const closes = tag[1] === '/';
    if (!inside && !closes) parts.push(reply.slice(from, tag.index));
    if (!inside && closes) parts = [];
    if (closes || !inside) from = tag.index + tag[0].length;
    inside = !closes;
  }
  if (!inside) parts.push(reply.slice(from));
  return { text: parts.join(''), truncated: inside };
}
