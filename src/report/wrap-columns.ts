// Makes text fit a terminal: columns that may wrap become narrower and their texts continue on further lines, columns
// for which there is no room continue in a block below, and sentences are broken at spaces.
import { textWidth } from './text-width.ts';

const gap = 2;
const leastWidth = 8;
/** A piece of a name, up to a slash or space, is broken only where it is longer than this. */
const longestPiece = 28;

export interface ColumnWidth {
  readonly natural: number;
  /** As narrow as wrapping can make it; the same where the column may not wrap. */
  readonly least: number;
}

function widest(widths: readonly number[]): number {
  return widths.reduce((most, width) => Math.max(most, width), 0);
}

/** Of a column with these lines of a title and these texts. */
export function columnWidth(
  titles: readonly string[],
  texts: readonly string[],
  wraps: boolean,
): ColumnWidth {
  const title = widest(titles.map(textWidth));
  const natural = Math.max(title, widest(texts.map(textWidth)));
  if (!wraps) return { natural, least: natural };
  const piece = widest(texts.flatMap(piecesOf).map((one) => textWidth(one.trimEnd())));
  return { natural, least: Math.min(natural, Math.max(leastWidth, title, Math.min(piece, longestPiece))) };
}

function total(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + gap, -gap);
}

/** Widths with which a table of these columns, two spaces apart, fits as far as wrapping can make it. */
export function fittingWidths(columns: readonly ColumnWidth[], terminalWidth: number): number[] {
  const fitting = columns.map(({ natural }) => natural);
  for (let excess = total(fitting) - terminalWidth; excess > 0; excess -= 1) {
    const best = columns.reduce(
      (found, { least }, at) => (fitting[at]! > least && fitting[at]! > (fitting[found] ?? 0) ? at : found),
      -1,
    );
    if (best === -1) break;
    fitting[best]! -= 1;
  }
  return fitting;
}

/**
 * Which columns are shown together, by their numbers: all of them where they fit; otherwise in as few blocks as do, about
 * equally wide, each with the first `names` columns, which say what a row is. One block where splitting does not help.
 */
export function columnBlocks(
  columns: readonly ColumnWidth[],
  names: number,
  terminalWidth: number,
): number[][] {
  const all = [...columns.keys()];
  const least = (shown: readonly number[]) => total(shown.map((at) => columns[at]!.least));
  const naming = all.slice(0, names);
  const rest = all.slice(names);
  const lone = widest(rest.map((at) => least([...naming, at])));
  if (rest.length === 0 || least(all) <= terminalWidth || lone > terminalWidth) return [all];
  const within = (width: number) => {
    const blocks: number[][] = [];
    for (const at of rest) {
      const block = blocks.at(-1);
      if (block !== undefined && least([...block, at]) <= width) block.push(at);
      else blocks.push([...naming, at]);
    }
    return blocks;
  };
  let best = within(terminalWidth);
  for (let width = terminalWidth - 1; width >= lone; width -= 1) {
    const narrower = within(width);
    if (narrower.length > best.length) break;
    best = narrower;
  }
  return best;
}

function piecesOf(text: string): readonly string[] {
  return text.match(/[^/ ]*[/ ]|[^/ ]+$/g) ?? [text];
}

/** The lines of a text in a column, broken behind a slash or a space where there is one. */
export function wrapped(text: string, width: number): string[] {
  if (textWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const piece of piecesOf(text)) {
    if (line !== '' && textWidth((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    for (const character of piece) {
      if (line !== '' && textWidth((line + character).trimEnd()) > width) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += character;
    }
  }
  return [...lines, line.trimEnd()].filter((one) => one !== '');
}

/** The lines of a sentence: broken at spaces only, so that names can be copied; all as far in as the first. */
export function wrappedSentence(text: string, terminalWidth: number): string[] {
  const [indent = ''] = text.match(/^ */) ?? [];
  const lines: string[] = [];
  for (const word of text.trim().split(' ')) {
    const line = lines.at(-1);
    const longer = line === undefined ? indent + word : `${line} ${word}`;
    if (line === undefined || textWidth(longer) > terminalWidth) lines.push(indent + word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
