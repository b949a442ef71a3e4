// Answers in words: those that name a set (no solution, all real numbers), yes and no.
import { type Node, number } from './ast.ts';
import { wordsOf } from './key.ts';
import { rational } from './rational.ts';

const none = /^none$|^(?:there (?:is|are) )?no (?:real )?(?:solutions?|roots?|values?)$|^(?:the )?empty set$/;
const all = /^all (?:real numbers|reals|real values|real x)$/;
const absent =
  /^dne$|^(?:the )?(?:(?:limit|value|integral|derivative|maximum|minimum) )?(?:does not|doesn t|doesn['’]t) exist$/;
const endless =
  /^(?:there (?:are|is) )?(?:infinitely many|an infinite number of)(?: (?:real )?(?:solutions?|values?|roots?))?$/;
const bounded =
  /^(?:(?:all|any|every)\s+)?(?:(?:real\s+(?:numbers?|values?)|reals)(?:\s+(?:that|which)\s+(?:is|are))?)\s+(greater|larger|more|less|smaller)\s+than(\s+or\s+equal\s+to)?\s+\$?([-−]?\d{1,20}(?:\.\d{1,20}|\/\d{1,20})?)\$?$/i;
const maxLength = 60;

/** What a phrase says whatever its words: a set, that something does not exist, or that there is no end of it; or null. */
export function phraseOf(text: string): Node | null {
  if (text.length <= maxLength && text.includes(' than ')) return halfLine(text);
  if (text.length > maxLength || !/\b(?:no|none|empty|all|dne|exist|infinit\w+)\b/i.test(text)) return null;
  const words = wordsOf(text.replace(/\\(?:text|mathrm|textbf|mbox)\s*(?=\{)/g, ''));
  if (none.test(words)) return { kind: 'set', items: [] };
  if (absent.test(words)) return { kind: 'text', value: 'does not exist' };
  if (endless.test(words)) return { kind: 'text', value: 'infinitely many' };
  return all.test(words) ? { kind: 'domain', name: 'R' } : null;
}

/** All real numbers greater than 2. */
function halfLine(text: string): Node | null {
  const [, word, orEqual, bound] = bounded.exec(text.replace('−', '-')) ?? [];
  if (bound === undefined) return null;
  const [top, bottom = '1'] = bound.split('/');
  const places = (top!.split('.')[1] ?? '').length;
  const d = BigInt(bottom) * 10n ** BigInt(places);
  if (d === 0n) return null;
  const end = number(rational(BigInt(top!.replace('.', '')), d));
  const infinity: Node = { kind: 'constant', name: 'infinity' };
  const closed = orEqual !== undefined;
  return /^[gml]/i.test(word!) && !/^less/i.test(word!)
    ? { kind: 'interval', low: end, high: infinity, lowClosed: closed, highClosed: false }
    : {
        kind: 'interval',
        low: { kind: 'negate', value: infinity },
        high: end,
        lowClosed: false,
        highClosed: closed,
      };
}

const wordsOfTruth = '(yes|no|true|false)';
const isWordOfTruth = new RegExp(`^${wordsOfTruth}$`);
const announced = new RegExp(
  String.raw`(?:\b(?:answer|statement|claim|conclusion|it)\s*(?:is|:)\s*|\\boxed\s*\{)(?:[*"“$]|\\text\{){0,4}${wordsOfTruth}\b[^a-z\d]*$`,
  'i',
);
const first = new RegExp(String.raw`^[*"“\s]*${wordsOfTruth}(?:[.,!;:*"”]|\s*[—–-]\s|\s*$)`, 'i');

/** Of a text beside a gold answer that is yes, no, true or false, the one of them that it says; null where there is none. */
export function wordOfTruth(gold: string, text: string): string | null {
  if (!isWordOfTruth.test(gold)) return null;
  const found = announced.exec(text.slice(-200)) ?? first.exec(text.slice(0, 40));
  return found?.[1]?.toLowerCase() ?? null;
}
