// Multiple choice outside the string configuration: a lone letter, or one that labels an option.

const maxLength = 300;

interface Choice {
  readonly letter: string;
  /** Whether nothing but the letter is there. */
  readonly alone: boolean;
}

/** Words before a choice: So the correct answer is (B), **Answer:** B) 12. */
const announcement =
  /^(?:(?:so|thus|hence|therefore)\b[,:]?\s+)?(?:(?:the\s+)?(?:(?:correct|right|best|final)\s+)?(?:option|choice|answer)\b(?:\s+is)?\s*:?\s*(?:(?:option|choice)\s+)?)?/i;
const lone = /^\(?([A-H])\)?\.?$/i;
const called = /^\(?([A-H])\)?\s+is\s+(?:the\s+)?(?:correct|right)(?:\s+(?:answer|option|choice|one))?\W*$/;

/** The choice that a text makes (B, (B), B: reason, \textbf{(B)} 12), or null. */
function choiceOf(text: string): Choice | null {
  if (text.length > maxLength || !/[A-Ha-h]/.test(text)) return null;
  const written = withoutWrappers(text);
  const bare = written.replace(announcement, '');
  const named = (bare === written ? called : lone).exec(bare);
  if (named !== null) return { letter: named[1]!.toUpperCase(), alone: true };
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
