// The final answers before and after: really different, and the new one stated where the solution ends.
import { lastBoxed } from '../../mathverify/boxes.ts';
import { verify } from '../../mathverify/index.ts';
import { bareFormula } from '../../records/bare-text.ts';
import { check, type Gate, type GateCheck, type GateInput, passed, rewritten } from './check.ts';

function bareAnswer(text: string): string {
  const inner = lastBoxed(text) ?? text;
  return bareFormula(inner.replaceAll(/\$|\\[()[\]]|\*\*/g, '')).toLowerCase();
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

/** Without a reference answer: the last steps of the original must not state the new answer. */
function changedFromText(ending: string, answer: string): GateCheck {
  const boxed = lastBoxed(ending);
  if (boxed !== null) return changedFrom(boxed, [answer]);
  const reported = bareAnswer(answer);
  if (
    reported !== '' &&
    bareFormula(ending.replaceAll(/\$|\\[()[\]]|\*\*/g, ''))
      .toLowerCase()
      .includes(reported)
  ) {
    return check(false, 'the original solution ends with the same statement');
  }
  return { ok: true, detail: 'the original answer is not known: compared as text' };
}

export function answerChecks(input: GateInput): Gate {
  const { original, originalAnswer, proposal } = input;
  const { finalAnswer } = proposal;
  const last = rewritten(input).slice(-endingSteps).join('\n');
  const stated = lastBoxed(last);
  const ending = original.slice(-endingSteps).join('\n');
  const states =
    stated === null
      ? bareFormula(last.replaceAll(/\$|\\[()[\]]|\*\*/g, ''))
          .toLowerCase()
          .includes(bareAnswer(finalAnswer))
      : compareAnswers(stated, finalAnswer) === 'same';
  return {
    answer_changed:
      originalAnswer === null
        ? changedFromText(ending, finalAnswer)
        : changedFrom(originalAnswer, stated === null ? [finalAnswer] : [finalAnswer, stated]),
    answer_stated: check(states, `the last steps do not state the final answer ${finalAnswer}`),
  };
}
