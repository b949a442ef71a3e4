// Sets a formula by KaTeX, kept by formula. What it cannot or should not set (broken, too long, too deep) stays source.
import katex from 'katex';
import { visibleText } from '../visible-text.ts';

/** `html`: KaTeX's spans, which need its style sheet and fonts. `mathml`: what the browser sets with its own. */
export type FormulaOutput = 'html' | 'mathml';

/** KaTeX needs seconds for 100,000 characters. */
const maxFormulaLength = 5000;
/** What would reach beyond the formula: KaTeX rejects it, in red; its source is shown. */
const reachesOut = /\\(href|url|html[A-Z][a-zA-Z]*|class|cssId|includegraphics)(?![a-zA-Z])/;
const cacheChars = 24_000_000;

const cache = new Map<string, string | null>();
let cached = 0;

/** KaTeX's own markup without links, images and attributes of the formula's; null where the source is to be shown. */
export function setFormula(tex: string, display: boolean, output: FormulaOutput): string | null {
  if (tex.length > maxFormulaLength || reachesOut.test(tex)) return null;
  if (visibleText(tex) !== tex.replaceAll('\r\n', '\n')) return null;
  const key = `${output} ${display} ${tex}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  let markup: string | null;
  try {
    markup = katex.renderToString(tex, {
      displayMode: display,
      output: output === 'mathml' ? 'mathml' : 'htmlAndMathml',
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxExpand: 500,
      maxSize: 20,
    });
  } catch {
    // A ParseError, or a RangeError from deep nesting: the reader sees the source.
    markup = null;
  }
  cached += key.length + (markup?.length ?? 0);
  cache.set(key, markup);
  for (const [oldest, text] of cache) {
    if (cached <= cacheChars) break;
    cache.delete(oldest);
    cached -= oldest.length + (text?.length ?? 0);
  }
  return markup;
}
