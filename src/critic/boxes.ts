// Finds the boxes of a reply: the literal ones that public scripts read, and the closed ones, however nested.
// Both are one pass over the text: replies are a model's text, of any length and shape.

const opening = /(?:\\boxed|\\fbox|\x08oxed|\x0cbox)\s*\{/y;

/**
 * The contents of `\boxed{…}` up to the first closing brace, as the public ProcessBench scripts find them.
 */
export function literalBoxes(text: string): string[] {
  const contents: string[] = [];
  const mark = '\\boxed{';
  let from = 0;
  for (;;) {
    const start = text.indexOf(mark, from);
    if (start === -1) return contents;
    const end = text.indexOf('}', start + mark.length);
    if (end === -1) return contents;
    contents.push(text.slice(start + mark.length, end));
    from = end + 1;
  }
}

/**
 * The contents of all boxes whose braces balance, in the order in which they open. `\fbox`, a blank before the
 * brace and a backslash that became a control character (as in "\b" + "oxed") count; an unclosed box does not.
 */
export function closedBoxes(text: string): string[] {
  const notBox = -1;
  const open: number[] = [];
  const found: { start: number; end: number }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\' || char === '\b' || char === '\f') {
      opening.lastIndex = at;
      if (opening.test(text)) {
        open.push(opening.lastIndex);
        at = opening.lastIndex - 1;
      } else if (char === '\\' && (text[at + 1] === '{' || text[at + 1] === '}')) at += 1;
    } else if (char === '{') open.push(notBox);
    else if (char === '}') {
      const start = open.pop() ?? notBox;
      if (start !== notBox) found.push({ start, end: at });
    }
  }
  return found.sort((a, b) => a.start - b.start).map(({ start, end }) => text.slice(start, end));
}
