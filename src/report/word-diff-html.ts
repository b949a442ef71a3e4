// A word-level diff as HTML: `del` and `ins`, so that it reads without colour and aloud. A formula is one unit.
import { formatCount } from './format.ts';
import { formulaText } from './formulas/formula-text.ts';
import { mathPieces } from './formulas/math-pieces.ts';
import { element, type Markup } from './markup.ts';
import { clipText } from './visible-text.ts';
import { type DiffSegment, type Units, wordDiff, words } from './word-diff.ts';

/** Characters of unchanged text that stay visible on either side of a change. */
const context = 200;

const wordsAndFormulas: Units = (text) =>
  mathPieces(text).flatMap((piece) => (piece.kind === 'math' ? [piece.source] : words(piece.text)));

function cut(length: number): Markup {
  return element('span', { class: 'cut' }, ` … ${formatCount(length)} characters … `);
}

/** A long unchanged stretch keeps its ends only, and at the end of the text only the end that touches a change. */
function unchanged(text: string, isFirst: boolean, isLast: boolean): readonly Markup[] {
  const head = isFirst ? '' : clipText(text, context).text;
  const tail = isLast ? '' : lastPart(text);
  const left = text.length - head.length - tail.length;
  if (left <= context) return [element('span', {}, formulaText(text))];
  return [element('span', {}, formulaText(head)), cut(left), element('span', {}, formulaText(tail))];
}

/** The last characters, never beginning with half a one. */
function lastPart(text: string): string {
  const part = text.slice(-context);
  return /^[\udc00-\udfff]/.test(part) ? part.slice(1) : part;
}

function changed(tag: 'del' | 'ins', text: string, limit: number): readonly Markup[] {
  const { text: shown, left } = clipText(text, limit);
  return [element(tag, {}, formulaText(shown)), ...(left === 0 ? [] : [cut(left)])];
}

/** What `after` changed in `before`; of any one change at most `limit` characters. */
export function htmlDiff(before: string, after: string, limit: number): Markup {
  const segments = wordDiff(before, after, wordsAndFormulas);
  return element(
    'div',
    { class: 'diff text', dir: 'auto' },
    segments.map(({ kind, text }: DiffSegment, at) => {
      if (kind === 'same') return unchanged(text, at === 0, at === segments.length - 1);
      return changed(kind === 'removed' ? 'del' : 'ins', text, limit);
    }),
  );
}
