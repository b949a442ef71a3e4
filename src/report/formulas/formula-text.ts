// A text of data or of a model with its formulas set; whatever is not set is shown as its source.
import type { Child } from '../markup.ts';
import { mathPieces } from './math-pieces.ts';
import { mathml } from './mathml.ts';

/** Formulas of one text that are set. */
const maxFormulas = 400;

export function formulaText(text: string): readonly Child[] {
  let formulas = 0;
  return mathPieces(text).map((piece) => {
    if (piece.kind === 'text') return piece.text;
    formulas += 1;
    return (formulas > maxFormulas ? null : mathml(piece.tex, piece.display)) ?? piece.source;
  });
}
