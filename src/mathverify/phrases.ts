// Answers in words: those that name a set (no solution, all real numbers), yes and no.
import { type Node, number } from './ast.ts';
import { wordsOf } from './key.ts';
import { rational } from './rational.ts';

const none =
  /^none$|^(?:there (?:is|are) |(?:the |this )?(?:equation|system|inequality|problem) has )?no (?:real )?(?:solutions?|roots?|values?)$|^(?:the )?empty set$/;
const all = /^all (?:real numbers|reals|real values|real x)$/;
const absent =
  /^dne$|^(?:the )?(?:(?:limit|value|integral|derivative|maximum|minimum) )?(?:does not|doesn t|doesn['’]t) exist$/;
const endless =
  /^(?:there (?:are|is) )?(?:infinitely many|an infinite number of)(?: (?:real )?(?:solutions?|values?|roots?))?$/;
const bounded =
  /^(?:(?:all|any|every)\s+)?(?:(?:real\s+(?:numbers?|values?)|reals)(?:\s+(?:that|which)\s+(?:is|are))?)\s+(greater|larger|more|less|smaller)\s+than(\s+or\s+equal\s+to)?\s+\$?([-−]?\d{1,20}(?:\.\d{1,20}|\/\d{1,20})?)\$?$/i;
const maxLength = 60;

/** There are no real solutions to the equation $x^2 = -1$. */
const noSolution =
  /^(there (?:is|are) no (?:real )?(?:solutions?|roots?)) (?:to|of) (?:the|this) (?:equation|system|inequality)\b[^.,;]*\.?\s*$/i;
const maxStatement = 200;

/** The length of the words at the beginning of a text that say that an equation has no solution; 0 without them. */
export function noneIn(text: string): number {
  return text.length > maxStatement ? 0 : (noSolution.exec(text)?.[1]?.length ?? 0);
}

/** What a phrase says whatever its words: a set, that something does not exist, or that there is no end of it; or null. */
export function phraseOf(text: string): Node | null {
  if (text.length <= maxLength && text.includes(' than ')) return halfLine(text);
  if (text.length <= maxLength && /\breal/i.test(text)) {
    const set = signed(text) ?? withoutSome(text);
    if (set !== null) return set;
  }
  if (text.length > maxLength || !/\b(?:no|none|empty|all|dne|exist|infinit\w+)\b/i.test(text)) return null;
  const words = wordsOf(text.replace(/\\(?:text|mathrm|textbf|mbox)\s*(?=\{)/g, ''));
  if (none.test(words)) return { kind: 'set', items: [] };
  if (absent.test(words)) return { kind: 'text', value: 'does not exist' };
  if (endless.test(words)) return { kind: 'text', value: 'infinitely many' };
  return all.test(words) ? { kind: 'domain', name: 'R' } : null;
}

const reals = String.raw`(?:real\s+(?:numbers?|values?)|reals)`;
const bySign = new RegExp(
  String.raw`^(?:the\s+set\s+of\s+)?(?:all|any|every)?\s*(non-?)?(positive|negative)\s+${reals}\W*$`,
  'i',
);
const listed = String.raw`\$?[-−]?\d{1,20}(?:\.\d{1,20}|\/\d{1,20})?\$?`;
const exceptSome = new RegExp(
  String.raw`^(?:all|any|every)\s+(?:${reals}|real\s+x)\s*,?\s*(?:except|but|other\s+than)(?:\s+for)?\s+((?:${listed}(?:,\s*(?:and\s+)?|\s+and\s+)){0,5}${listed})\W*$`,
  'i',
);

/** All positive real numbers. */
function signed(text: string): Node | null {
  const [found, non, sign] = bySign.exec(text) ?? [];
  if (found === undefined) return null;
  const zero = number(rational(0n));
  const infinity: Node = { kind: 'constant', name: 'infinity' };
  const isAbove = /^p/i.test(sign!) === (non === undefined);
  const closed = non !== undefined;
  return isAbove
    ? { kind: 'interval', low: zero, high: infinity, lowClosed: closed, highClosed: false }
    : {
        kind: 'interval',
        low: { kind: 'negate', value: infinity },
        high: zero,
        lowClosed: false,
        highClosed: closed,
      };
}

/** Whether words say of which numbers a set is by those that are left out. */
export function isSetInWords(text: string): boolean {
  return exceptSome.test(text);
}

/** All real numbers except 2 and 3. */
function withoutSome(text: string): Node | null {
  const [, values] = exceptSome.exec(text) ?? [];
  if (values === undefined) return null;
  const items = values.match(new RegExp(listed, 'g'))!.map((value) => numberIn(value.replaceAll('$', '')));
  return items.includes(null)
    ? null
    : {
        kind: 'setop',
        name: 'difference',
        parts: [
          { kind: 'domain', name: 'R' },
          { kind: 'set', items: items as Node[], braced: true },
        ],
      };
}

/** A whole number, a decimal or a fraction as it is written; null where it divides by 0. */
function numberIn(text: string): Node | null {
  const [top, bottom = '1'] = text.replace('−', '-').split('/');
  const places = (top!.split('.')[1] ?? '').length;
  const d = BigInt(bottom) * 10n ** BigInt(places);
  return d === 0n ? null : number(rational(BigInt(top!.replace('.', '')), d));
}

/** All real numbers greater than 2. */
function halfLine(text: string): Node | null {
  const [, word, orEqual, bound] = bounded.exec(text.replace('−', '-')) ?? [];
  const end = bound === undefined ? null : numberIn(bound);
  if (end === null) return null;
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
  String.raw`(?:\b(?:answer|statement|claim|conclusion|it)\s*(?:is|:)\s*|\\boxed\s*\{)(?:[*"“$]|\\text\w*\{){0,4}${wordsOfTruth}\b(?:[^a-z\d]*$|[*"”$}]{0,4}[,;]?\s+(?:because|since|as)\b)`,
  'i',
);
const first = new RegExp(String.raw`^[*"“\s]*${wordsOfTruth}(?:[.,!;:*"”]|\s*[—–-]\s|\s*$)`, 'i');

/** Of a text beside a gold answer that is yes, no, true or false, the one of them that it says; null where there is none. */
export function wordOfTruth(gold: string, text: string): string | null {
  if (!isWordOfTruth.test(gold)) return null;
  const found = announced.exec(text.slice(-200)) ?? first.exec(text.slice(0, 40));
  return found?.[1]?.toLowerCase() ?? null;
}
