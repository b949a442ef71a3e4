// Whether the solution still ends as it did: with its last step, and with a box where there was one.
import { lastBoxed } from '../../mathverify/boxes.ts';
import { check, type GateCheck, type GateInput, passed, rewritten } from './check.ts';
import { mathText } from './math-text.ts';

const conclusion = /final answer|answer is|boxed|therefore|thus|hence|in conclusion|so the/i;

/** Share of the words of one step that the other has. */
function shared(a: string, b: string): number {
  const words = (text: string): Set<string> => new Set(mathText(text).prose.match(/\p{L}{2,}/gu) ?? []);
  const [left, right] = [words(a), words(b)];
  return left.size === 0 ? 1 : [...left].filter((word) => right.has(word)).length / left.size;
}

export function endingCheck(input: GateInput): GateCheck {
  const { original, proposal } = input;
  const after = rewritten(input);
  const [old, now] = [original.at(-1) ?? '', after.at(-1) ?? ''];
  const boxed = lastBoxed(original.slice(proposal.at).join('\n')) !== null;
  if (boxed && lastBoxed(after.join('\n')) === null)
    return check(false, 'the original ends with a box, the changed solution has none');
  const wasLast = lastBoxed(old) !== null;
  if (wasLast && lastBoxed(now) === null) return check(false, 'the last step no longer has the box');
  const shorter = proposal.at + after.length < original.length;
  if (shorter && conclusion.test(old) && shared(old, now) < 0.5)
    return check(false, 'the last step is missing');
  return passed;
}
