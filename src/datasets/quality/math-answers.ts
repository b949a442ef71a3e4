// Whether two answers are equivalent by mathverify. Separate from answers.ts, so that mathverify is loaded only when it
// is needed.
import { verify } from '../../mathverify/index.ts';
import { type AnswersEqual, sameText } from './answers.ts';

/** Sources write answers without the delimiters of a formula, and lists among them. */
function asFormula(answer: string): string {
  return /\$|\\[([]|\\boxed/.test(answer) ? answer : `$${answer}$`;
}

/** The first one is the reference. An answer that cannot be read is equal only to the same text. */
export const sameMeaning: AnswersEqual = (reference, answer) =>
  sameText(reference, answer) || verify({ gold: asFormula(reference), prediction: asFormula(answer) }).equal;
