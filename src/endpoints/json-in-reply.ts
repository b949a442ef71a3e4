// Finds the JSON texts of a reply: the whole of it, or its code fences.
import { withoutReasoning } from './reasoning.ts';
import type { Stated } from './reply-json/taken-back.ts';

const fence = '```';

/** The text of the JSON that a reply consists of, or those of its fences in order, whether or not they can be parsed. */
export function jsonTexts(reply: string): Stated<string>[] {
  const bare = withoutReasoning(reply).text.trim();
  if (/^[[{]/.test(bare)) return [{ value: bare, before: '' }];
  const texts: Stated<string>[] = [];
  for (let from = 0; ; ) {
    const start = bare.indexOf(fence, from);
    const end = start === -1 ? -1 : bare.indexOf(fence, start + fence.length);
    if (end === -1) return texts;
    const lineEnd = bare.indexOf('\n', start);
    if (lineEnd !== -1 && lineEnd < end) {
      texts.push({ value: bare.slice(lineEnd + 1, end).trim(), before: bare.slice(from, start) });
    }
    from = end + fence.length;
  }
}
