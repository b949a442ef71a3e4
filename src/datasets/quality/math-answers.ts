// Whether two answers mean the same, as mathverify reads them. Apart from answers.ts because it loads all of that
// room: only who asks for it pays for it.
import { verify } from '../../mathverify/index.ts';
import { type AnswersEqual, sameText } from './answers.ts';

/** Sources write answers without the delimiters of a formula, and lists among them. */
function asFormula(answer: string): string {
  return /\$|\\[([]|\\boxed/.test(answer) ? answer : `$${answer}$`;
}

/** The first one is the reference. An answer that cannot be read is equal only to the same text. */
export const sameMeaning: AnswersEqual = (reference, answer) =>
  sameText(reference, answer) || verify({ gold: asFormula(reference), prediction: asFormula(answer) }).equal;
