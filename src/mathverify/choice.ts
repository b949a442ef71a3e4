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
  const bare = withoutWrappers(text);
  const found = /^(?:\(([A-H])\)|([A-H])(?:[).:]|$|(?=,?\s+(?:because|since)\b)))\s*([\s\S]*)$/.exec(bare);
  // (A) and (C) are two.
  if (found === null || another.test(found[3]!)) return null;
  return { letter: (found[1] ?? found[2])!, alone: found[3] === '' };
}

function withoutWrappers(text: string): string {
  return text.replace(/\\(?:text|textbf|textit|mathrm|mathbf|boxed)\s*(?=\{)|\\[ ,;]|[{}$*]/g, '').trim();
}

const another = /^(?:[,;&/+]|\\&|and\b|or\b)\s*(?:and\s|or\s)?\s*\(?[A-H](?![\w'])/i;

const label = String.raw`\(?(?:[A-H]|I{1,3}|I[VX]|VI{0,3})\)?`;
const severalLabels = new RegExp(
  String.raw`^(?:(?:statements?|options?|choices?|answers?|both)\s+)?${label}(?:\s*(?:[,;&]\s*(?:and\s)?|and\s)\s*${label})+(?:\s+only)?[.]?$`,
);

/** The labels that a text lists (A and C, I and III only, ABD), in one order; null for anything else. */
function choicesOf(text: string): string | null {
  if (text.length > maxLength || !/[A-HIV]/.test(text)) return null;
  const bare = withoutWrappers(text);
  const letters = /^[A-H]{2,8}$/.test(bare) && [...bare].every((c, k) => k === 0 || bare[k - 1]! < c);
  if (letters) return [...bare].join();
  if (!severalLabels.test(bare)) return null;
  const labels = bare.match(/\b(?:[A-H]|[IVX]+)\b/g)!;
  return [...new Set(labels)].sort().join();
}

/** Whether two texts choose the same letter, at least one of them by nothing but the letter, or list the same labels. */
export function sameChoice(gold: string, prediction: string): boolean {
  const listed = choicesOf(gold);
  if (listed !== null && gold !== prediction) return listed === choicesOf(prediction);
  const a = choiceOf(gold);
  const b = a && choiceOf(prediction);
  return a !== null && b !== null && a.letter === b.letter && (a.alone || b.alone);
}
