// Marks around an answer that say nothing about its value: quotes, emphasis and code of Markdown, tags, JSON, ticks. They are
// blanked out before a text is searched, so that offsets stay; a tag or a key that announces an answer is put in words.

/** What of a text is looked at: answers stand at its end. */
const ending = 4000;

const mayHaveAny =
  /\$\s*[,;]\s*\$|^\$[^$\n]+[,;]\s?\$[^$\n]+\$$|["“”‘’'`<✓✔✅☑🎉→⇒∴—–]|(?:^|[\s(:])[_*]|^#{1,6}\s|\banswer -/imu;

const maxBare = 200;

/** As many blanks as what was found is long. */
function blank(found: string): string {
  return ' '.repeat(found.length);
}

/** Blanks the marks around what a quotation holds. */
function unwrapped(_found: string, mark: string, inside: string, close: string): string {
  return `${blank(mark)}${inside}${blank(close)}`;
}

/** Where a quotation is an answer and no name: alone on its line, or behind what announces one. */
const before = String.raw`(?<=^[ \t]*|\b(?:is|are|be|equals|answer)[: ][ \t]*|[:=][ \t]*)`;
const behind = String.raw`(?=[\s.,;:!?)<]|$)`;

/** What stands between two marks, without them; `times` is how often each may be repeated. */
function quoted(open: string, close = open, times = ''): RegExp {
  const inside = `[^\\s${open}${close}][^\\n${open}${close}]{0,80}?(?<!\\s)`;
  return new RegExp(`${before}([${open}]${times})(${inside})([${close}]${times})${behind}`, 'gmu');
}

const rules: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
  // <answer>5</answer>, <final_answer>5</final_answer>
  [
    /<(final_)?answer>/gi,
    (found, final) => `${final === undefined ? '' : ' final'} answer:`.padStart(found!.length),
  ],
  [/<\/(?:final_)?answer>|<\/?(?:b|strong|em|i|u|p|span|div|br)\s*\/?>/gi, (found) => blank(found!)],
  // {"answer": "5"}
  [
    /[{,]\s*"((?:final_)?answer)"(\s*:\s*)(?:"([^"\n]{1,200})"|(-?[\d.]+))\s*\}?/gi,
    (found, key, colon, text, number) =>
      `  ${key!.replace('_', ' ')} ${colon}${text === undefined ? number : ` ${text}`}`.padEnd(found!.length),
  ],
  // fences of code, headings that are mathematics, ticks, and arrows before an answer
  [/```[a-z]*(?=\s|$)|^#{1,6}(?=\s+[\\(√])|[✓✔✅☑🎉]\ufe0f?|^∴/gimu, (found) => blank(found!)],
  [/(?<=\banswer\s{0,3})(?:[→⇒—–]|-(?=\s))/gi, () => ':'],
  [quoted('`'), unwrapped],
  [quoted('"'), unwrapped],
  [quoted("'"), unwrapped],
  [quoted('“', '”'), unwrapped],
  [quoted('‘', '’'), unwrapped],
  [quoted('_', '_', '{1,2}'), unwrapped],
  [quoted('*'), unwrapped],
  // *The answer is 5*
  [
    /^([ \t]*(?:(?:[-+>]|\d+[.)])[ \t]+)?)\*(?=[^\s*])([^*\n]{1,400}?)(?<=[^\s*])\*(?=[\s.,;:!?)]*$)/gmu,
    (_, before, inside) => `${before} ${inside} `,
  ],
  // 69$,$84, of which something took the dollar signs at both ends
  [
    /^[^$]*[^$\s]\s*(?:\$\s*[,;]\s*\$\s*[^$\s][^$]*)+$/g,
    (found) => (found!.length > maxBare ? found! : found!.replace(/\$/g, ' ')),
  ],
  // $221,$8$, of which it took one
  [
    /^\$[^$]+[,;]\s?\$[^$]+\$$/g,
    (found) => (found!.length > maxBare ? found! : found!.replace(/(?<=.)\$(?=.)/gs, ' ')),
  ],
  // **1** and **2**
  [
    /\*\*[^*\n]{1,60}\*\*(?:(?:,|,?\s(?:and|or|und|oder|et|ou))\s\*\*[^*\n]{1,60}\*\*)+/g,
    (found) => found!.replace(/\*\*/g, '  '),
  ],
];

/** The text without such marks, as long as before. */
export function withoutMarkup(text: string): string {
  const from = Math.max(0, text.length - ending);
  const last = text.slice(from);
  if (!mayHaveAny.test(last)) return text;
  let plain = last;
  for (const [expression, written] of rules) plain = plain.replace(expression, written);
  return plain === last ? text : text.slice(0, from) + plain;
}
