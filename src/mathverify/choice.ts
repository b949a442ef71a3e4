// Multiple choice outside the string configuration: a lone letter, or one that labels an option.

const maxLength = 300;

interface Choice {
  readonly letter: string;
  /** Whether nothing but the letter is there. */
  readonly alone: boolean;
}

/** The choice that a text makes (B, (B), B: reason, \textbf{(B)} 12), or null. */
function choiceOf(text: string): Choice | null {
  if (text.length > maxLength || !/[A-Ha-h]/.test(text)) return null;
  const named =
    /^(?:the\s+)?(?:correct\s+|right\s+|best\s+)?(?:option|choice|answer)(?:\s+is)?:?\s*\(?([A-H])\)?\.?$/i.exec(
      text.trim(),
    );
  if (named !== null) return { letter: named[1]!.toUpperCase(), alone: true };
  const bare = text
    .replace(/\\(?:text|textbf|textit|mathrm|mathbf|boxed)\s*(?=\{)|\\[ ,;]|[{}$*]/g, '')
    .trim();
  const found = /^(?:\(([A-H])\)|([A-H])(?:[).:]|$))\s*([\s\S]*)$/.exec(bare);
  return found === null ? null : { letter: (found[1] ?? found[2])!, alone: found[3] === '' };
}

/** Whether two texts choose the same letter, at least one of them by nothing but the letter. */
export function sameChoice(gold: string, prediction: string): boolean {
  const a = choiceOf(gold);
  const b = a && choiceOf(prediction);
  return a !== null && b !== null && a.letter === b.letter && (a.alone || b.alone);
}
