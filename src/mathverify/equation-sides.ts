// Masks and cuts that keep every character where it stood, so that a piece of a masked text is the same piece of the
// original: units and boxes blanked, ends trimmed, unmatched brackets left outside.
import { boxesIn } from './boxes.ts';

/** A piece of a text: its start offset and its content. */
export interface Piece {
  readonly start: number;
  readonly text: string;
}

/** A sign of equality that is no part of another sign. */
export const equals = /(?<![<>!:=≈~])={1,2}(?!=)/g;

export const blank = (text: string): string => ' '.repeat(text.length);

/** The pieces between the matches of a separator. */
export function cutAt({ start, text }: Piece, separator: RegExp): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(separator)) {
    pieces.push({ start: start + from, text: text.slice(from, match.index) });
    from = match.index + match[0].length;
  }
  pieces.push({ start: start + from, text: text.slice(from) });
  return pieces;
}

/** text[from..to) of a piece. */
export function partOf({ start, text }: Piece, from: number, to = text.length): Piece {
  return { start: start + from, text: text.slice(from, Math.max(from, to)) };
}

/** Without blanks (written ones too) at both ends, and without a full stop or the like behind. */
export function trimmed(piece: Piece): Piece {
  const { text } = piece;
  const before = /^(?:\s|\\[,;:! ]|~)*/.exec(text)![0].length;
  let to = text.length;
  for (;;) {
    const behind = /(?:[\s.,;:~]|\\[,;:! ])$/.exec(text.slice(Math.max(before, to - 2), to));
    if (behind === null) return partOf(piece, before, to);
    to -= behind[0].length;
  }
}

const closers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** "(since 3 + 4 = 7)": a bracket that opened before the first side, or closes after the last, is no part of it. */
export function withinBrackets(piece: Piece, isFirst: boolean, isLast: boolean): Piece {
  const { text } = piece;
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const c = text[at]!;
    if (c === '(' || c === '[' || c === '{') open.push(at);
    else if (c in closers && open.pop() === undefined) {
      const sized = /\\right\s?$/.exec(text.slice(0, at));
      return isLast ? partOf(piece, 0, sized?.index ?? at) : partOf(piece, 0, 0);
    }
  }
  const last = open.at(-1);
  if (last === undefined) return piece;
  return isFirst ? partOf(piece, last + 1) : partOf(piece, 0, 0);
}

/** The text with `\boxed{` and its closing brace blanked: its content belongs to the mathematics around it. */
export function withoutBoxes(text: string): string {
  const boxes = boxesIn(text);
  if (boxes.length === 0) return text;
  const characters = text.split('');
  for (const { start, inside, end, closed } of boxes) {
    characters.fill(' ', start, inside);
    if (closed) characters[end - 1] = ' ';
  }
  return characters.join('');
}

const ahead = String.raw`(?=\s{0,3}(?:[-+*/=×·÷−)\]}]|\\(?:cdot|times|div|right)))`;
const fixedOne = new RegExp(
  String.raw`(?<=[\d)}]\s{0,2}(?:\\[ ,;:!]\s?)?)\\(?:text|mathrm|textbf|textit|mbox)\s?\{\s{0,3}(?<name>[\p{L} ./]{1,30}?)\s{0,3}\}(?:\^\{?[23]\}?)?${ahead}`,
  'gu',
);
const word = new RegExp(
  String.raw`(?<=[\d)]\s)(?<name>\p{L}{3,20})${ahead}|(?<=[\d)]\s?)(?<short>cm|km|mm|kg|mg|ml|ft|lbs?|hrs?|mph|cents)(?:\^\{?[23]\}?)?${ahead}`,
  'gu',
);
/** An x between numbers. */
const times = /(?<=\d)x(?=\d)|(?<=[\d)] )x(?= [\d(])/g;
/** Words after a number that are not its unit: they join, or belong to the arithmetic. */
const noUnit =
  /^(?:and|or|so|then|thus|hence|with|is|are|was|gives?|to|from|in|on|at|we|get|have|has|makes?|since|because|but|if|for|the|that|which|where|when|as|equals?|case|step|not|plus|minus|times|over|by|of|squared?|cubed?|power|factorial|percent|choose|modulo|mod|divided|multiplied|remainder|less|more|than|half|halves|twice|doubled?|tripled?|thirds?|quarters?|fourths?|fifths?|dozens?|hundreds?|thousands?|millions?|billions?|root|pi|sin|cos|tan|log|exp|gcd|lcm|max|min)\b/i;

/** The text with units between a value and an operator blanked, and their names by place. */
export function withoutUnits(text: string, prose: boolean): { text: string; units: Map<number, string> } {
  const units = new Map<number, string>();
  const mask = (found: string, ...rest: unknown[]): string => {
    const { name, short } = rest.at(-1) as { name?: string; short?: string };
    const unit = name ?? short ?? '';
    if (noUnit.test(unit)) return found;
    units.set(rest.at(-3) as number, unit.toLowerCase().replace(/s$/, ''));
    return blank(found);
  };
  const masked = text.replace(times, '×').replace(fixedOne, mask);
  return { text: prose ? masked.replace(word, mask) : masked, units };
}
