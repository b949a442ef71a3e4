// The partner of a brace in LaTeX, past escaped braces.

/** The offset of the brace that closes the one at `open`, or the end of the text. */
export function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i += 1) {
    const c = text.charCodeAt(i);
    if (c === 92) i += 1;
    else if (c === 123) depth += 1;
    else if (c === 125) {
      depth -= 1;
      if (depth === 0) return i;
    }
  }
  return text.length;
}
