// Finds LaTeX that was broken on its way: delimiters that do not match, escapes that JSON ate ("\f" of "\frac"
// became a form feed), escapes that were never undone ("\\frac" with two backslashes, a literal "\n").
import { type Check, textsOf } from './check.ts';

/** Control characters, or what is left of a command whose first letters JSON read as an escape. */
const eaten =
  /[\u0007\u0008\u000b\u000c]|\t(?:imes|ext|heta|frac|ilde|riangle)|\r(?:ight|ho\b|angle|ceil|floor)|\n(?:eq\b(?!\.)|abla|otin)|(?<![a-zA-Z\\])oxed\{/;
/** Two backslashes before a command, or the two characters of a line break; `\\n` after a row of a table is neither. */
const undone =
  /(?<!\\)\\\\(?:frac|sqrt|cdot|times|boxed|left|right|text|mathbb|mathrm|pi|theta|alpha|leq|geq)(?![a-zA-Z])|(?<!\\)\\n(?=[A-Z\d\s#(*]|$)/;

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** Replaces escaped characters by blanks, so that their neighbours are not joined. */
function unescaped(text: string): string {
  return text.replace(/\\./gs, '  ');
}

/** `$5` in prose is money: two of these are no formula, and one of them opens none. */
const money = /(?<![\\$])\$\d[\d,]*(?:\.\d+)?(?=[\s.,;:!?)]|$)/g;

function dollarsMatch(text: string): boolean {
  // Prose without a command, a power or an index has no formula that a dollar sign could open.
  if (!/[\\^_{]/.test(text)) return true;
  const bare = unescaped(text);
  if (count(bare, /\$\$/g) % 2 === 1) return false;
  const single = bare.replace(/\$\$/g, '');
  return count(single, /\$/g) % 2 === 0 || count(single.replace(money, ''), /\$/g) % 2 === 0;
}

function bracesMatch(text: string): boolean {
  let depth = 0;
  for (const [brace] of unescaped(text).matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

function environmentsMatch(text: string): boolean {
  const open: string[] = [];
  for (const [, kind, name] of text.matchAll(/\\(begin|end)\s*\{([^{}]*)\}/g)) {
    if (kind === 'begin') open.push(name!);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}

/** `\\[2pt]` is a line break, not an opener. */
function pairMatches(text: string, open: string, close: string): boolean {
  const bare = text.replace(/\\\\/g, '');
  return bare.split(open).length === bare.split(close).length;
}

/** What is wrong with the LaTeX of a text; null = nothing that shows. */
export function latexFault(text: string): string | null {
  if (eaten.test(text)) return 'LaTeX eaten by JSON escapes';
  if (undone.test(text)) return 'escapes that were not undone';
  if (!dollarsMatch(text)) return 'unbalanced dollar signs';
  if (!pairMatches(text, '\\[', '\\]') || !pairMatches(text, '\\(', '\\)'))
    return 'unbalanced \\[ \\] or \\( \\)';
  if (!environmentsMatch(text)) return 'unbalanced \\begin and \\end';
  if (count(text, /\\left(?![a-zA-Z])/g) !== count(text, /\\right(?![a-zA-Z])/g))
    return 'unbalanced \\left and \\right';
  return bracesMatch(text) ? null : 'unbalanced braces';
}

export const validLatex: Check = {
  name: 'valid-latex',
  reason(record) {
    for (const text of textsOf(record)) {
      const fault = latexFault(text);
      if (fault !== null) return fault;
    }
    return null;
  },
};
