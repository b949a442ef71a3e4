// Checks on the answer that a solution reaches: is there one, is it boxed, is it the reference's.
import { lastBoxed } from '../../mathverify/boxes.ts';
import { statedAnswer } from '../stated-answer.ts';
import { type Candidate, type Check, stepsOf } from './check.ts';

/** Whether two answers are the same. Handed in, because reading mathematics is not done here. */
export type AnswersEqual = (a: string, b: string) => boolean;

const wrappings = [
  ['$$', '$$'],
  ['$', '$'],
  ['\\(', '\\)'],
  ['\\[', '\\]'],
] as const;

function unwrapped(text: string): string {
  const found = wrappings.find(
    ([open, close]) =>
      text.length > open.length + close.length && text.startsWith(open) && text.endsWith(close),
  );
  return found === undefined ? text : text.slice(found[0].length, -found[1].length).trim();
}

const spacing = /\\(?:left|right|!|,|;|:|quad|qquad|displaystyle)(?![a-zA-Z])|~|\s+/g;

function normalised(answer: string): string {
  let text = answer.trim();
  text = lastBoxed(text) ?? text;
  return unwrapped(text)
    .replace(/\\[dt]frac/g, '\\frac')
    .replace(/\\(?:text|mathrm|textbf)\s*\{([^{}]*)\}/g, '$1')
    .replace(spacing, '')
    .replace(/\^\{?\\circ\}?|\\%|%|\\\$/g, '')
    .replace(/(\d)(?:,|\{,\})(?=\d{3}(?!\d))/g, '$1')
    .replace(/\.$/, '');
}

/**
 * The same text but for white space, spacing commands, kinds of fraction, wrapping and thousands commas, or the same
 * plain number. Says "different" of equal answers in different forms: what reads mathematics says more.
 */
export const sameText: AnswersEqual = (a, b) => {
  const [left, right] = [normalised(a), normalised(b)];
  if (left === right) return true;
  const plain = /^-?\d+(?:\.\d+)?$/;
  return plain.test(left) && plain.test(right) && Number(left) === Number(right);
};

function answerOf(record: Candidate): string | null {
  const given = record.final_answer;
  return typeof given === 'string' && given.trim() !== '' ? given : statedAnswer(stepsOf(record));
}

/** The solution was cut off in its answer: a box, a brace or a dollar sign that nothing closes. */
function breaksOff(answer: string): boolean {
  const braces = answer.replace(/\\[{}]/g, '');
  const dollars = answer.replace(/\\\$/g, '');
  return (
    (braces.match(/\{/g)?.length ?? 0) !== (braces.match(/\}/g)?.length ?? 0) ||
    (dollars.match(/\$/g)?.length ?? 0) % 2 === 1
  );
}

export const finalAnswer: Check = {
  name: 'final-answer',
  reason(record) {
    const answer = answerOf(record);
    if (answer === null) return 'no final answer';
    return breaksOff(answer) ? 'final answer breaks off' : null;
  },
};

export const boxedAnswer: Check = {
  name: 'boxed',
  reason: (record) => (stepsOf(record).some((step) => lastBoxed(step) !== null) ? null : 'no boxed answer'),
};

/** The final answer is the reference answer. A record without a reference answer cannot be checked. */
export function consistentAnswer(answersEqual: AnswersEqual): Check {
  return {
    name: 'consistent-answer',
    reason(record) {
      const reference = record.answer;
      if (typeof reference !== 'string' || reference.trim() === '') return 'no reference answer';
      const answer = answerOf(record);
      if (answer === null) return 'no final answer';
      return answersEqual(reference, answer) ? null : 'final answer is not the reference';
    },
  };
}
