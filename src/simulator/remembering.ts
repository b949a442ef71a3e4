// Remembers what was computed for the texts that came last: votes and samples send the same prompt again and again, and
// reading it costs more than answering it.

/** Characters of the texts that one function remembers; a prompt has some thousands. */
const maxChars = 2 ** 18;

/**
 * `compute`, called once for each text that is asked for again soon. Results are shared, so nobody may change them.
 *
 * @param compute - A function of the text alone.
 */
export function remembering<Result>(compute: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  let chars = 0;
  return (text) => {
    if (known.has(text)) {
      const result = known.get(text)!;
      // A map keeps the order of insertion: the first is the one that was asked for longest ago.
      known.delete(text);
      known.set(text, result);
      return result;
    }
    const result = compute(text);
    known.set(text, result);
    chars += text.length;
    for (const oldest of known.keys()) {
      if (chars <= maxChars) break;
      known.delete(oldest);
      chars -= oldest.length;
    }
    return result;
  };
}
