// Cuts a text into plain text and mathematics. It only finds where formulas begin and end, in time that grows with the
// length of the text; an opener that nothing closes is text.

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'math'; readonly source: string; readonly tex: string; readonly display: boolean };

const opener = /\\\(|\\\[|\$\$|\$|\\begin\s*\{([a-zA-Z]{2,16}\*?)\}|\\./gs;
const environments =
  /^(align|aligned|alignat|gather|gathered|equation|multline|array|cases|split|[bpvBV]?matrix)\*?$/;
const blankLine = /\n[ \t]*\n/;

/** End of the formula that `opening` begins, or -1; `gone` remembers closers that do not come any more. */
function findEnd(text: string, close: string, from: number, gone: Set<string>): number {
  if (gone.has(close)) return -1;
  let at = text.indexOf(close, from);
  while (at > 0 && text[at - 1] === '\\' && text[at - 2] !== '\\' && close.startsWith('$')) {
    at = text.indexOf(close, at + 1);
  }
  if (at === -1) gone.add(close);
  return at;
}

const maxSpaced = 1000;
/** Between dollars with spaces inside: a command, a relation or a single letter, and no word of a sentence. */
const spaced = /^\s+(?:\p{L}|(?=.*[\\^_=<>+])(?!.*(?<![\\{\p{L}])\p{L}{4}).+?)\s+$/su;

/** A dollar sign before a price is no opener. */
function isFormula(inner: string): boolean {
  if (inner === '' || inner.length > 20_000 || blankLine.test(inner)) return false;
  return !/^\s|\s$/.test(inner.replace(/^\n|\n$/g, '')) || (inner.length <= maxSpaced && spaced.test(inner));
}

export function mathPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  const gone = new Set<string>();
  let shown = 0;
  opener.lastIndex = 0;
  for (let found = opener.exec(text); found !== null; found = opener.exec(text)) {
    const [opening, name] = found;
    const start = found.index;
    const inside = start + opening.length;
    let close: string;
    if (name !== undefined) {
      if (!environments.test(name)) continue;
      close = `\\end{${name}}`;
    } else if (opening === '\\(') close = '\\)';
    else if (opening === '\\[') close = '\\]';
    else if (opening.startsWith('$')) close = opening;
    else continue;
    const end = findEnd(text, close, inside, gone);
    if (end === -1) continue;
    const inner = text.slice(inside, end);
    if (opening === '$' && !isFormula(inner)) continue;
    if (inner.trim() === '') continue;
    const stop = end + close.length;
    if (start > shown) pieces.push({ kind: 'text', text: text.slice(shown, start) });
    const source = text.slice(start, stop);
    const display = opening === '$$' || opening === '\\[' || name !== undefined;
    pieces.push({ kind: 'math', source, tex: name === undefined ? inner : source, display });
    shown = stop;
    opener.lastIndex = stop;
  }
  if (shown < text.length) pieces.push({ kind: 'text', text: text.slice(shown) });
  return pieces;
}
