// Text and formulas as the pages show them: KaTeX on the server; whatever is not set (setFormula says what, and too many
// formulas) is shown as its source.
import { mathPieces } from '../../report/formulas/math-pieces.ts';
import { setFormula } from '../../report/formulas/set-formula.ts';
import { clipText, visibleText } from '../../report/visible-text.ts';
import type { Passage, Segment } from '../api-record.ts';

/** Formulas of one passage that are set; the rest is shown as source. */
const maxFormulas = 1500;
/** Characters of one passage that are sent. */
const maxPassageLength = 20_000;

/** `limit`: characters shown at most; reordering marks and control characters are shown by name. */
export function typeset(text: string, limit: number = maxPassageLength): Passage {
  const clipped = clipText(text, limit);
  let formulas = 0;
  const segments = mathPieces(clipped.text).map((piece): Segment => {
    if (piece.kind === 'text') return { kind: 'text', text: visibleText(piece.text) };
    formulas += 1;
    const html = formulas > maxFormulas ? null : setFormula(piece.tex, piece.display, 'html');
    return { kind: 'math', source: visibleText(piece.source), display: piece.display, html };
  });
  return { segments, left: clipped.left };
}
