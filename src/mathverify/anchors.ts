// Finds the phrases that announce an answer, in any case, and where what they announce may begin.

/** A place where an answer is announced; the answer begins between `from` and `from + reach`. */
export interface Anchor {
  readonly priority: 0 | 50 | 100 | 200;
  readonly from: number;
  readonly reach: number;
}

const maxAnchors = 400;

/** All announcements of a text, the last ones when there are too many. */
export function findAnchors(text: string): Anchor[] {
  const lower = asciiLower(text);
  const result: Anchor[] = [];
  for (let at = lower.lastIndexOf('answer'); at >= 0 && result.length < maxAnchors; at = before(lower, at)) {
    const end = at + (/^s[\s:*]/.test(lower.slice(at + 6, at + 8)) ? 7 : 6);
    result.push({ priority: 200, from: end, reach: 50 });
    const colon = afterMarkdown(text, end);
    const hasColon = text[colon] === ':';
    if (hasColon) result.push({ priority: 100, from: colon + 1, reach: 50 });
    const stated = behindVerb(text, hasColon ? colon + 1 : end);
    if (stated !== null) result.push({ priority: hasColon ? 100 : 200, from: stated, reach: 8 });
    if (!lower.endsWith('final ', at) && lower.slice(at - 6, at) !== 'final ') continue;
    if (hasColon) result.push({ priority: 50, from: colon + 1, reach: 8 });
    if (hasColon && stated !== null) result.push({ priority: 50, from: stated, reach: 8 });
    for (const from of afterIs(lower, end)) {
      result.push({ priority: 50, from, reach: 8 });
      if (from <= end + 5) result.push({ priority: 0, from, reach: 8 });
    }
  }
  return result;
}

function before(lower: string, at: number): number {
  return at === 0 ? -1 : lower.lastIndexOf('answer', at - 1);
}

function asciiLower(text: string): string {
  const lower = text.toLowerCase();
  // A few letters change their length in lower case, which would shift every offset.
  return lower.length === text.length ? lower : text.replace(/[A-Z]/g, (c) => c.toLowerCase());
}

function afterMarkdown(text: string, at: number): number {
  let end = at;
  while (text[end] === '*' || text[end] === ' ') end += 1;
  return end;
}

const maxSentence = 120;
const sentence = /^[\s*:,]*\p{L}[^\n]*?(?=[.!?](?:\s|$)|\n|$)/u;
/** A verb right before a value. */
const verb = /\b(?:is|are|equals)\b[\s:*]*(?=[-−]?\s?[$\\√\d])/g;
/** What a verb behind this says is a condition. */
const condition = /\b(?:when|where|if|because|since|as)\s+(?:\$[^$=]+\$|\\\([^=]+?\\\)|[a-z])\s*$/i;

/** The offset behind the verb of a sentence that says what it is the answer to: "The values of $x$ are $2$ and $3$". */
function behindVerb(text: string, from: number): number | null {
  const said = sentence.exec(text.slice(from, from + maxSentence))?.[0] ?? '';
  for (const found of said.matchAll(verb))
    if (!condition.test(said.slice(0, found.index))) return from + found.index + found[0].length;
  return null;
}

/** A value right behind a verb, and the end of its sentence. */
const stated = /^[\s:*$\\([{]*-?[\d\\][^\n]*?(?:[.!?]\s|\n)/;

/** The offsets behind each "is" (and a colon) within the next hundred characters, up to the sentence that has the value. */
function afterIs(lower: string, from: number): number[] {
  const result: number[] = [];
  for (let at = lower.indexOf('is', from); at >= 0 && at <= from + 100; at = lower.indexOf('is', at + 2)) {
    if (result.length > 0 && stated.test(lower.slice(result[0], at))) break;
    result.push(lower[at + 2] === ':' ? at + 3 : at + 2);
  }
  return result;
}

/** Whether "I hope" follows at an offset, with or without a full stop: the mark of priority 0. */
export function hopeFollows(text: string, at: number): boolean {
  return /^["'\\*]*\.?\s*I hope/.test(text.slice(at, at + 20));
}

/** Behind a value, these words and marks begin what is only said of it. */
const remark =
  /(?<=[\d$)}][^\s=]{0,3})(?:[.;]\s|,?\s+\(?(?:where|using|since|because|when|for|with|if|note|see|not|as|by)\b)/i;

/** Where what is said of an announced value begins, or the end of the text that is looked at. */
export function clauseEnd(text: string, from: number, end: number): number {
  const at = text.slice(from, end).search(remark);
  return at < 0 ? end : from + at;
}
