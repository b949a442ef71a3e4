// What a text with mathematics says, without how it is written down: numbering, mark-up, delimiters and spelling of
// formulas.

/** Prose without mark-up, numbering, punctuation and extra white space, in small letters. */
export function bareProse(text: string): string {
  return text
    .toLowerCase()
    .replace(/^\s*(?:#+\s*)?(?:\*\*)?(?:step\s*)?\d+\s*[.):]/, '')
    .replaceAll(/[*_#`]+|[.,;:!?](?=\s|$)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** One spelling for each sign and fraction; no spacing commands, no \left and \right. */
function oneSpelling(text: string): string {
  return text
    .replaceAll(/\\(?:left|right|displaystyle|limits|big|Big|bigg|Bigg|quad|qquad)(?![a-zA-Z])/g, '')
    .replaceAll(/\\[,;:! ]|~/g, '')
    .replaceAll(/\\[dt]frac/g, '\\frac')
    .replaceAll(/\\(?:times|cdot)(?![a-zA-Z])|[×·⋅]/g, '*')
    .replaceAll(/\\leq(?![a-zA-Z])|\\leqslant/g, '\\le')
    .replaceAll(/\\geq(?![a-zA-Z])|\\geqslant/g, '\\ge')
    .replaceAll('−', '-')
    .replaceAll(/\\(?:text|mathrm|mbox)\s*\{([^{}]*)\}/g, '$1');
}

/** A formula or an answer without its dress: spacing, \left and \right, kinds of fraction and of signs. */
export function bareFormula(text: string): string {
  return oneSpelling(text)
    .replaceAll(/\s+/g, '')
    .replace(/[.,;]$/, '');
}

const label = /^\s*(?:#+\s*)?(?:\*\*)?(?:step\s*\d+\s*[.):]?|\(?\d+(?:\.\d+)*\s*[.):])(?:\*\*)?(?!\d)/i;
const nextLabel = /\n[ \t]*(?:\*\*)?\d+\.?\s*$/;

/**
 * The text of a step between its number and that of the next: "Step 7:", "7.", "(7)", "1.2." at the head, and a number
 * alone on the last line, which a cut between sentences left behind. Returns where it begins and where it ends.
 */
export function withoutNumbering(step: string): readonly [from: number, to: number] {
  const from = label.exec(step)?.[0].length ?? 0;
  const to = nextLabel.exec(step)?.index ?? step.length;
  return from < to ? [from, to] : [0, step.length];
}

// A command, a number, a word, or any other sign.
const token = /\\[A-Za-z]+|\d+(?:,\d{3}(?!\d))*(?:\.\d+)?|[\p{L}\p{M}]+|[^\s,]/gu;

/** `A` may be another quantity than `a`; `The` is no other word than `the`. */
const smallWord = (word: string): string => (/^\p{Lu}\p{Ll}+$/u.test(word) ? word.toLowerCase() : word);

/**
 * What a text is compared by: its words, numbers and signs without mark-up, delimiters of formulas, punctuation between
 * clauses and spelling of formulas. Texts with the same tokens differ in nothing that a reader would call a change.
 */
export function bareTokens(text: string): readonly string[] {
  const dressed = oneSpelling(text)
    .replaceAll(/\\[()[\]]|\$|#+|\*{2,3}|`+|\\boxed(?![a-zA-Z])/g, ' ')
    .replaceAll(/[.;:?](?=\s|$)|[。，；：、]/g, ' ');
  const tokens = Array.from(dressed.matchAll(token), ([one]) => smallWord(one));
  const bare: string[] = [];
  for (const one of tokens) {
    // Braces around a single token group nothing: x^{2} is x^2.
    if (one === '}' && bare.at(-2) === '{') bare.splice(-2, 1);
    else bare.push(one);
  }
  return bare;
}
