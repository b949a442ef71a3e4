// Splits the text of a solution into steps: paragraphs, else lines, else sentences, never inside display maths or
// an environment. Joining the steps with the separator that was found gives the text back but for its white space.

/** Marks every position that stands inside `$$…$$`, `\[…\]`, `$…$` or `\begin{…}…\end{…}`. */
function protectedPositions(text: string): Uint8Array {
  const inside = new Uint8Array(text.length + 1);
  let environments = 0;
  let closer: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    if (closer !== null) {
      inside[at] = 1;
      if (text.startsWith(closer, at) && text[at - 1] !== '\\') {
        inside.fill(1, at, at + closer.length);
        at += closer.length - 1;
        closer = null;
      }
    } else if (text.startsWith('\\begin{', at)) environments += 1;
    else if (text.startsWith('\\end{', at)) environments = Math.max(0, environments - 1);
    else if (text.startsWith('\\[', at)) closer = '\\]';
    else if (text.startsWith('\\(', at)) closer = '\\)';
    else if (text.startsWith('$$', at)) {
      closer = '$$';
      at += 1;
    } else if (text[at] === '$' && text[at - 1] !== '\\') closer = '$';
    if (environments > 0 || closer !== null) inside[at] = 1;
  }
  // An opener that nothing closes protects nothing: a stray dollar sign must not swallow the rest.
  return closer === null && environments === 0 ? inside : new Uint8Array(text.length + 1);
}

function cut(text: string, inside: Uint8Array, separator: RegExp): string[] {
  const steps: string[] = [];
  let from = 0;
  for (const match of text.matchAll(separator)) {
    if (inside[match.index] === 1) continue;
    steps.push(text.slice(from, match.index + match[0].trimEnd().length));
    from = match.index + match[0].length;
  }
  steps.push(text.slice(from));
  return steps.map((step) => step.trim()).filter((step) => step !== '');
}

export function splitSteps(text: string): string[] {
  const inside = protectedPositions(text);
  for (const separator of [/\r?\n[ \t]*\r?\n\s*/g, /\r?\n/g, /[.!?] +(?=[A-Z\\$])/g]) {
    const steps = cut(text, inside, separator);
    if (steps.length > 1) return steps;
  }
  const whole = text.trim();
  return whole === '' ? [] : [whole];
}
