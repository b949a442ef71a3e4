// Answers in words that name a set: no solution, all real numbers.
import type { Node } from './ast.ts';
import { wordsOf } from './key.ts';

const none = /^(?:there (?:is|are) )?no (?:real )?(?:solutions?|roots?|values?)$|^(?:the )?empty set$/;
const all = /^all (?:real numbers|reals|real values|real x)$/;
const maxLength = 60;

/** The set that a phrase names, or null. */
export function phraseOf(text: string): Node | null {
  if (text.length > maxLength || !/\b(?:no|empty|all)\b/i.test(text)) return null;
  const words = wordsOf(text.replace(/\\(?:text|mathrm|textbf|mbox)\s*(?=\{)/g, ''));
  if (none.test(words)) return { kind: 'set', items: [] };
  return all.test(words) ? { kind: 'domain', name: 'R' } : null;
}
