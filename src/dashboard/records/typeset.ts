// Text and formulas as the pages show them: KaTeX on the server, kept by formula; whatever it cannot or should not
// set (broken, too long, too deep, too many) is shown as its source.
import katex from 'katex';
import { clipText, visibleText } from '../../report/visible-text.ts';
import type { Passage, Segment } from '../api-record.ts';
import { mathPieces } from './segments.ts';

/** KaTeX needs seconds for 100,000 characters. */
const maxFormulaLength = 5000;
/** Formulas of one passage that are set; the rest is shown as source. */
const maxFormulas = 1500;
/** Characters of one passage that are sent. */
const maxPassageLength = 20_000;
/** What would reach beyond the formula: KaTeX rejects it, in red; its source is shown. */
const reachesOut = /\\(href|url|html[A-Z][a-zA-Z]*|class|cssId|includegraphics)(?![a-zA-Z])/;
const cacheChars = 24_000_000;

const cache = new Map<string, string | null>();
let cached = 0;

function setFormula(tex: string, display: boolean): string | null {
  if (tex.length > maxFormulaLength || reachesOut.test(tex)) return null;
  if (visibleText(tex) !== tex.replaceAll('\r\n', '\n')) return null;
  const key = `${display ? 'd' : 'i'}${tex}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  let html: string | null;
  try {
    html = katex.renderToString(tex, {
      displayMode: display,
      throwOnError: true,
      // No links, no images, no HTML attributes: the output then holds KaTeX's own markup only.
      trust: false,
      strict: 'ignore',
      maxExpand: 500,
      maxSize: 20,
    });
  } catch {
    // A ParseError, or a RangeError from deep nesting: the reader sees the source.
    html = null;
  }
  cached += key.length + (html?.length ?? 0);
  cache.set(key, html);
  for (const [oldest, text] of cache) {
    if (cached <= cacheChars) break;
    cache.delete(oldest);
    cached -= oldest.length + (text?.length ?? 0);
  }
  return html;
}

/** `limit`: characters shown at most; reordering marks and control characters are shown by name. */
export function typeset(text: string, limit: number = maxPassageLength): Passage {
  const clipped = clipText(text, limit);
  let formulas = 0;
  const segments = mathPieces(clipped.text).map((piece): Segment => {
    if (piece.kind === 'text') return { kind: 'text', text: visibleText(piece.text) };
    formulas += 1;
    const html = formulas > maxFormulas ? null : setFormula(piece.tex, piece.display);
    return { kind: 'math', source: visibleText(piece.source), display: piece.display, html };
  });
  return { segments, left: clipped.left };
}
