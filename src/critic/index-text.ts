// Reads the short text in which a critic states one index: the content of a box, a JSON value, "Answer: …". It
// knows the ways of writing an index and takes nothing else: "x = 3" or "\frac{1}{2}" is mathematics.

/** A reading of a reply, or why there is none. `value` is 0-based, -1 = no error, null = not readable. */
export interface IndexReading {
  readonly value: number | null;
  readonly note:
    | 'int'
    | 'int_in_text'
    | 'phrase'
    | 'list_min'
    | 'range_first'
    | 'out_of_range'
    | 'not_an_index'
    | 'blank';
}

/** Longer texts state no index; the bound also keeps the reading cheap. */
const longest = 200;

const wrapper =
  /\\(?:text(?:bf|it|rm|sf|tt|normal)?|math(?:bf|it|rm|sf|tt)|operatorname|boldsymbol|bm|emph|underline|f?box(?:ed)?)(?![a-z])/gi;
const decoration = /\\[()[\],;:!{} ]|[${}[\]()<>"'`*#~]/g;
const dash = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
/** As East Asian texts write them. */
const fullWidth = /[\uff10-\uff19]/g;
const noError =
  /^(?:there (?:is|are) )?(?:none|not found|no (?:errors?|mistakes?))(?: (?:was|were))?(?: found)?(?: in the solution)?$/;
const fillers = new Set(
  (
    'the is are was were there at in of on as paragraph paragraphs step section index number ' +
    'earliest first error errors mistake mistakes answer final solution occurs found'
  ).split(' '),
);
/** How many errors there are, and not where: "3 errors", "number of errors: 2". A list of several is no count. */
const count =
  /(?<!(?:paragraph|step|section|index)[ _])\b\d+ (?:errors?|mistakes?)\b|\b(?:errors|mistakes)(?: found)? ?:? ?\d+$/;
const negations = new Set(['no', 'not', 'none']);

/** Plain text of a LaTeX or Markdown fragment: no decoration, one blank between words, lower case. */
export function plainText(text: string): string {
  return text
    .replace(dash, '-')
    .replace(fullWidth, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xff10 + 0x30))
    .replace(wrapper, '')
    .replace(/\\_/g, '_')
    .replace(decoration, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** `stepCount`: steps of the solution; valid indices are -1 to stepCount - 1. A list takes its smallest index. */
export function readIndexText(text: string, stepCount: number): IndexReading {
  const trimmed = text.trim();
  if (trimmed.length > longest) return { value: null, note: 'not_an_index' };
  const plain = plainText(trimmed).replace(/[ .,;:!]{1,20}$/, '');
  if (plain === '') return { value: null, note: 'blank' };
  if (/^[+-]? ?\d+(?:\.0*)?$/.test(plain)) {
    return inRange(Number(plain.replace(' ', '')), stepCount, 'int');
  }
  if (noError.test(plain)) return { value: -1, note: 'phrase' };
  if (count.test(plain)) return { value: null, note: 'not_an_index' };
  return readItems(plain, stepCount) ?? { value: null, note: 'not_an_index' };
}

/** Numbers among known words: one, a list, or a range. Null for anything else. */
function readItems(plain: string, stepCount: number): IndexReading | null {
  // "paragraph-1" may mean 1 or -1.
  if (/[a-z]-\d/.test(plain)) return null;
  const items: number[] = [];
  let negated = false;
  let ranges = 0;
  // What separates the last number from the next: nothing yet, a separator, a dash after a number, or a sign.
  let between: 'start' | 'adjacent' | 'separator' | 'range' | 'sign' = 'start';
  for (const [token] of plain.matchAll(/\d+|[a-z]+|[^\sa-z\d]/g)) {
    if (/^\d/.test(token)) {
      if (between === 'adjacent' || (items.length > 0 && between === 'sign')) return null;
      const value = Number(token) * (between === 'sign' ? -1 : 1);
      if (between === 'range') {
        if (items.at(-1)! < 0 || value <= items.at(-1)! || value >= stepCount) return null;
        ranges += 1;
      } else items.push(value);
      // "1,000" is one number, not a list of two.
      if (items.length > 1 && token.length > 1 && token.startsWith('0')) return null;
      between = 'adjacent';
    } else if (token === '-') between = between === 'adjacent' ? 'range' : 'sign';
    else if (token === 'to' || token === 'through') {
      if (between !== 'adjacent') return null;
      between = 'range';
    } else if (token === ',' || token === ';' || token === '&' || token === 'and') {
      if (between === 'adjacent') between = 'separator';
    } else if (fillers.has(token) || negations.has(token)) {
      negated ||= negations.has(token);
      if (between === 'range' || between === 'sign') between = items.length > 0 ? 'adjacent' : 'start';
    } else if (token !== '_' && token !== ':' && token !== '.') return null;
  }
  if (items.length === 0 || between === 'range' || between === 'sign') return null;
  if (negated && items.some((item) => item !== -1)) return null;
  if (items.length === 1) return inRange(items[0]!, stepCount, ranges > 0 ? 'range_first' : 'int_in_text');
  if (items.includes(-1)) return null;
  const impossible = items.some((item) => item < 0 || item >= stepCount);
  return impossible ? { value: null, note: 'out_of_range' } : { value: Math.min(...items), note: 'list_min' };
}

function inRange(value: number, stepCount: number, note: IndexReading['note']): IndexReading {
  const possible = Number.isInteger(value) && value >= -1 && value < stepCount;
  // Adding 0 makes -0 (as in "-0") a plain 0.
  return possible ? { value: value + 0, note } : { value: null, note: 'out_of_range' };
}
