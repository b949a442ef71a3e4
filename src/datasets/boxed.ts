// Finds the last `\boxed{…}` of a text and the answer that a solution states. Reads no mathematics.

/** The content of the last box; null without one, and for a box that the text breaks off in. */
export function lastBoxed(text: string): string | null {
  const opener = /\\(?:boxed|fbox)\s*\{/g;
  let from = -1;
  for (const match of text.matchAll(opener)) from = match.index + match[0].length;
  if (from === -1) return null;
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '{') depth += 1;
    else if (text[at] === '}') {
      depth -= 1;
      if (depth === 0) return text.slice(from, at).trim() || null;
    }
  }
  return null;
}

/** PRM800K ends a solution with a heading `# Answer` and the answer in the line under it. */
function underAnswerHeading(text: string): string | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [heading = '', answer = ''] = lines.slice(-2);
  return /^#\s*answer$/i.test(heading.trim()) ? answer.trim() : null;
}

/** The answer that the last steps state: under a heading `# Answer`, else in the last box; null when neither. */
export function statedAnswer(steps: readonly string[]): string | null {
  const last = steps.at(-1);
  if (last === undefined) return null;
  const headed = underAnswerHeading(last);
  if (headed !== null) return headed;
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    const boxed = lastBoxed(steps[at]!);
    if (boxed !== null) return boxed;
  }
  return null;
}
