// The final answers before and after: really different, and the new one stated where the solution ends.
import { lastBoxed } from '../../mathverify/boxes.ts';
import { verify } from '../../mathverify/index.ts';
import { bareFormula } from '../../records/bare-text.ts';
import { check, type Gate, type GateCheck, type GateInput, passed, rewritten } from './check.ts';

/** As answers are found in prose: no delimiters, no spaces, small letters. */
function undressed(text: string): string {
  return bareFormula(text.replaceAll(/\$|\\[()[\]]|\*\*/g, '')).toLowerCase();
}

/** Of a formula on a line of its own whose delimiters have lost their backslashes: [ x ]. With a comma it is an interval. */
const lostDelimiters = /^\s*\[\s([^,;]*)\s\]\s*$/;

const bareAnswer = (text: string): string =>
  undressed((lastBoxed(text) ?? text).replace(lostDelimiters, '$1'));

/** "?" and "…" are no answers. */
const isNoAnswer = (text: string): boolean => /^[\s?.!…$_*-]*$/.test(lastBoxed(text) ?? text);

/** Spaces between two numbers keep them apart. */
const apart = (text: string): string => text.replaceAll(/(?<=\d)\s+(?=\d)/g, '|');

/** Whether the text has the answer, and not only as digits of a longer number: 175 does not state 17. */
function states(text: string, answer: string): boolean {
  if (isNoAnswer(answer)) return false;
  const inner = lastBoxed(answer) ?? answer;
  return [apart, (same: string) => same].some((spaced) => {
    const [prose, bare] = [undressed(spaced(text)), undressed(spaced(inner))];
    for (let at = prose.indexOf(bare); bare !== '' && at !== -1; at = prose.indexOf(bare, at + 1)) {
      const [before, after] = [prose.slice(0, at), prose.slice(at + bare.length)];
      if (!(/^\d/.test(bare) && /\d[.,]?$/.test(before)) && !(/\d$/.test(bare) && /^[.,]?\d/.test(after)))
        return true;
    }
    return false;
  });
}

/** An answer in a box is read whole; words stay words. */
function asAnswer(text: string): string {
  if (lastBoxed(text) !== null || /\$|\\[([]/.test(text)) return text;
  return /[a-z]{3,} +[a-z]{2,}/i.test(text.replaceAll(/\\[a-z]+/gi, '')) ? text : `\\boxed{${text}}`;
}

type Sameness = 'same' | 'different' | 'undecided';

export function compareAnswers(left: string, right: string): Sameness {
  if (bareAnswer(left) === bareAnswer(right)) return 'same';
  const { verdict } = verify({ gold: asAnswer(left), prediction: asAnswer(right), symmetric: true });
  if (verdict === 'equal') return 'same';
  return verdict === 'undecided' ? 'undecided' : 'different';
}

/** The last steps of a solution, where its answer is. */
const endingSteps = 2;

function changedFrom(known: string, answers: readonly string[]): GateCheck {
  for (const answer of answers) {
    const sameness = compareAnswers(known, answer);
    if (sameness === 'same') return check(false, `the final answer is still ${known}`);
    if (sameness === 'undecided')
      return check(false, `it cannot be decided whether ${answer} differs from ${known}`);
  }
  return passed;
}

/** Whether the solution ends with the very statement of the known answer that it ended with before. */
function endsAsBefore({ original, originalAnswer }: GateInput, now: string): boolean {
  const before = original.at(-1) ?? '';
  return undressed(before) === undressed(now) && originalAnswer !== null && states(before, originalAnswer);
}

/** Without a reference answer: the last steps of the original must not state the new answer. */
function changedFromText(ending: string, answer: string): GateCheck {
  const boxed = lastBoxed(ending);
  if (boxed !== null) return changedFrom(boxed, [answer]);
  if (states(ending, answer)) return check(false, 'the original solution ends with the same statement');
  return { ok: true, detail: 'the original answer is not known: compared as text' };
}

export function answerChecks(input: GateInput): Gate {
  const { original, originalAnswer, proposal } = input;
  const { finalAnswer } = proposal;
  const last = rewritten(input).slice(-endingSteps).join('\n');
  const stated = lastBoxed(last);
  const ending = original.slice(-endingSteps).join('\n');
  const isStated =
    !isNoAnswer(finalAnswer) &&
    (stated === null ? states(last, finalAnswer) : compareAnswers(stated, finalAnswer) === 'same');
  return {
    answer_changed:
      originalAnswer === null
        ? changedFromText(ending, finalAnswer)
        : stated === null && endsAsBefore(input, rewritten(input).at(-1) ?? '')
          ? check(false, `the final answer is still ${originalAnswer}`)
          : changedFrom(originalAnswer, stated === null ? [finalAnswer] : [finalAnswer, stated]),
    answer_stated: check(isStated, `the last steps do not state the final answer ${finalAnswer}`),
  };
}
