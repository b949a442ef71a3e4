// Judges the content of \text{...}, \mathrm{...} and their kin: a joining word, a function, a letter, words, or mathematics.
import { commandOf, wordOf } from './commands.ts';
import type { Token } from './token.ts';

type RawMeaning =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'separator' }
  | { readonly kind: 'percent' }
  | { readonly kind: 'ordinal' }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'operator'; readonly name: string }
  | { readonly kind: 'domain'; readonly name: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'letter'; readonly name: string }
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'mathematics'; readonly text: string };

/** Longest text that is only a joining word with its punctuation. */
const maxLinkLength = 40;

/** What a raw token (`wrapper:content`) means. */
export function rawMeaning(value: string): RawMeaning {
  const colon = value.indexOf(':');
  const wrapper = value.slice(0, colon);
  const text = value.slice(colon + 1).trim();
  if (wrapper === 'variable') return { kind: 'variable', name: text };
  if (wrapper === 'mathbb') return { kind: 'domain', name: text };
  if (text === '' || text === ' ' || text === '\\ ') return { kind: 'nothing' };
  if (text.length < maxLinkLength && /^[\s,;]*(and|or|,|;)[\s,;:]*$/i.test(text))
    return { kind: 'separator' };
  if (/^(\\?%|percent|percentage|pct)\.?$/i.test(text)) return { kind: 'percent' };
  if (/^(st|nd|rd|th)$/.test(text)) return { kind: 'ordinal' };
  const name = /^(?:gcd|lcm|arc(?:sin|cos|tan|cot))$/i.test(text) ? text.toLowerCase() : text;
  const command = commandOf(name) ?? wordOf(name);
  if (text.length > 1 && command?.[0] === 'function') return { kind: 'function', name: command[1] };
  if (text.length > 1 && command?.[0] === 'constant') return { kind: 'mathematics', text };
  if (text === 'mod') return { kind: 'operator', name: 'mod' };
  if (/^[A-H](?:\s*,\s*[A-H])+$/.test(text)) return { kind: 'mathematics', text };
  const letter = /^\(?([A-Za-z])\)?[.:]?$/.exec(text);
  if (letter) return { kind: 'letter', name: letter[1]! };
  if (/^[\p{L}][\p{L}\s.,;:'’()/-]*$/u.test(text)) return { kind: 'words', text };
  if (/[\\\d=<>+*^_(]/.test(text)) return { kind: 'mathematics', text };
  return { kind: 'words', text };
}

/** Whether the content is words that may follow a value as a unit or a remark. */
export function isUnitLike(value: string): boolean {
  const meaning = rawMeaning(value);
  if (meaning.kind === 'ordinal') return true;
  if (meaning.kind === 'words') return !value.startsWith('operatorname');
  return (
    meaning.kind === 'mathematics' &&
    /^text|^mbox|^hbox/.test(value) &&
    /^\(?[A-Za-z]{2}[^\\=<>]*$/.test(meaning.text)
  );
}

/** Whether a word is applied to the brackets right behind it, as in \mathrm{Var}(x) and \text{Area}(ABC). */
export function isApplied(token: Token, next: Token): boolean {
  return (
    next.kind === 'open' &&
    /^[([]$|^group$/.test(next.value) &&
    !next.gap &&
    /^\w+:\p{L}{2,}$/u.test(token.value) &&
    rawMeaning(token.value).kind === 'words'
  );
}
