// Cuts the sides of equations out of a line of prose by the characters that they may contain.
import { blank, equals, type Piece, partOf, trimmed } from './equation-sides.ts';

// What a side in plain text may contain: digits, operators, brackets, blanks, and a few commands.
const sideInWords =
  /(?:[\d\s.,+\-*/^()×÷·⋅∙∕−–%$€£{}[\]!°²³√]|\\(?:cdot|times|div|[dt]?frac|[dt]?binom|sqrt|left|right|circ|%|,|;|!|\$|pi)(?![A-Za-z]))/y;
// Words and gaps that make what follows only part of a side: "20% of 50 = 10".
const acts = /(?:§|\b(?:of|plus|minus|times|by|over|mod|modulo|base|than|choose|squared|cubed))\s*$/i;
const total = /\b(?:total|sum)\s+of\s*$/i;
// Words that make the preceding text only part of a side: "9 = 3 squared".
const operatorWord = /^\s*(?:plus|minus|times|over|divided|multiplied|mod|choose|squared|cubed|percent)\b/i;
const reach = 200;
const emptyPart = (piece: Piece): Piece => partOf(piece, 0, 0);

/** The chains of a line, each as its sides in order; a side that is none has an empty text. */
export function chainsOfLine(line: string): Piece[][] {
  const marks = [...line.matchAll(equals)].map(({ 0: sign, index }) => ({
    at: index,
    end: index + sign.length,
  }));
  const result: Piece[][] = [];
  let sides: Piece[] = [];
  for (const [k, { at, end }] of marks.entries()) {
    const right = rightSide(line, end);
    const next = marks[k + 1];
    if (sides.length === 0) sides.push(leftSide(line, at));
    sides.push(right.side);
    // The chain continues only when the right side reaches up to the next equals sign.
    if (next === undefined || right.end < next.at) {
      result.push(sides);
      sides = [];
    }
  }
  return result;
}

/** The arithmetic before an equals sign; empty when letters belong to it. */
function leftSide(line: string, at: number): Piece {
  let start = at;
  const floor = Math.max(0, at - reach);
  for (let i = at - 1; i >= floor; i -= 1) {
    if (sideCharacter(line, i) > 0) start = i;
    else if (!insideCommand(line, i)) break;
  }
  const cut = line.slice(start, at);
  const boundary = Math.max(
    ...[', ', '. ', '; ', ': '].map((mark) => cut.lastIndexOf(mark) + (cut.includes(mark) ? 2 : 0)),
    0,
  );
  const side = { start: start + boundary, text: cut.slice(boundary) };
  const before = boundary > 0 ? ' ' : (line[start - 1] ?? ' ');
  const ahead = line.slice(Math.max(0, start - 20), start);
  // "2x + 3 = 7" or "f(2) = 4": what is left of the side belongs to something with letters.
  if (
    /^\s*[+*/^×÷·)]|^\s*\.(?!\d)|^\s*-\s/.test(side.text) ||
    (/[^\s]/.test(before) && /^\S/.test(side.text) && /[\p{L}\p{N}§_\\})\]'"=]/u.test(before))
  )
    return emptyPart(side);
  if (before === '§' || (boundary === 0 && acts.test(ahead) && !total.test(ahead))) return emptyPart(side);
  return tidy(side);
}

function rightSide(line: string, from: number): { side: Piece; end: number } {
  let end = from;
  while (end < line.length && end < from + reach) {
    const length = sideCharacter(line, end);
    if (length === 0) break;
    end += length;
  }
  let text = line.slice(from, end);
  const stop = text.search(/[.,;:](?:\s|$)/);
  const cut = stop >= 0;
  if (cut) text = text.slice(0, stop);
  const side = { start: from, text };
  const after = cut ? '' : line.slice(end, end + 12);
  const glued = /^[\p{L}§_\\]/u.test(after) && /\S$/.test(text);
  const continues =
    /[+\-*/^×÷·(]\s*$/.test(text) ||
    glued ||
    /^\s*\(?\\?p?mod\b/.test(after) ||
    operatorWord.test(after) ||
    /^§/.test(after.trimStart());
  return { side: continues ? emptyPart(side) : tidy(side), end: cut ? from + stop : end };
}

function sideCharacter(line: string, at: number): number {
  sideInWords.lastIndex = at;
  return sideInWords.exec(line)?.[0].length ?? 0;
}

// A letter may be part of a command that begins further left: the scan to the left has to look for it.
function insideCommand(line: string, at: number): boolean {
  for (let slash = at - 1; slash >= Math.max(0, at - 6); slash -= 1) {
    if (line[slash] === '\\') return slash + sideCharacter(line, slash) > at;
  }
  return false;
}

function tidy({ start, text }: Piece): Piece {
  return trimmed({ start, text: text.replace(/\\?[$€£]/g, blank) });
}
