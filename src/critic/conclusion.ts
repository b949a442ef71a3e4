// Reads the value of "Conclusion": does the critic say that there is no error, that there are errors, or neither?
import { correctedPlaces, isTakenBack } from './correction.ts';
import { plainText } from './index-text.ts';

export type Conclusion = 'clean' | 'errors' | 'unclear';

// The whole first sentence must say it: "no error in section 1" is not "no error".
const clean =
  /^(?:no|none|(?:there (?:is|are) |i (?:have )?found )?no (?:errors?|mistakes?)(?: (?:(?:was|were) )?(?:found|detected))?(?: in (?:the|this|any) (?:solution|sections?))?)$/;
const errors =
  /^(?:yes\b|(?:there (?:is|are) )?(?:an |some )?(?:errors?|mistakes?)(?: (?:(?:was|were) )?(?:found|detected|present))?$|the solution (?:has|contains) (?:an )?(?:errors?|mistakes?)$)/;
const reservation =
  /\b(?:however|but|except|although|though|only|wrong|incorrect|mistaken|flawed|section \d)\b/i;
const retraction = /\b(?:actually|wait|correction)\b/i;

/** `text`: what follows the label. A clean conclusion that is taken back behind it is unclear. */
export function readConclusion(text: string): Conclusion {
  const lineEnd = text.indexOf('\n');
  const line = lineEnd === -1 ? text : text.slice(0, lineEnd);
  const [first = '', ...rest] = line.split(/[.;!](?=\s|$)/);
  const sentence = plainText(first);
  if (errors.test(sentence)) return 'errors';
  const takenBack =
    reservation.test(rest.join(' ')) ||
    retraction.test(text) ||
    isTakenBack(text) ||
    correctedPlaces(text, true).length > 0;
  return clean.test(sentence) && !takenBack ? 'clean' : 'unclear';
}
