// The old answer where the new one should follow: argued for, reached or named by a step that was rewritten around it.
import { lastBoxed } from '../../mathverify/boxes.ts';
import { bareFormula } from '../../records/bare-text.ts';
import { toStepNumber } from '../../records/steps.ts';
import { type GateInput, rewritten } from './check.ts';
import { numbers } from './stated-numbers.ts';

const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);
const escaped = (number: string): string => number.replace('.', '\\.');

/** The number as a statement of its own, and no part of a computation. */
const statement = (number: string): string =>
  `(?<![\\d.{^_])(?<!(?:[-+*/]|\\\\cdot|\\\\times)\\s*)${escaped(number)}(?![\\d]|\\.\\d)(?!\\s*(?:[-+*/^]|\\\\cdot|\\\\times))`;

/** "$14$" and "\\boxed{14}" are the number. */
function numberOf(answer: string): string | null {
  const bare = (lastBoxed(answer) ?? answer).replaceAll(/\$|\\[()]/g, '').trim();
  return isNumber(bare) ? bare : null;
}

interface Exchange {
  readonly old: string;
  readonly now: string;
  /** The text with the old answer in place of the new one. */
  undo(step: string): string;
}

/** The answer that the original reaches, if it is a number: the known one, else the one in its last box. */
export function oldAnswerOf({
  original,
  originalAnswer,
}: Pick<GateInput, 'original' | 'originalAnswer'>): string | null {
  return numberOf(originalAnswer ?? lastBoxed(original.at(-1) ?? '') ?? '');
}

/** Null where one of the answers is no number, or they are the same. */
function exchangeOf(input: GateInput): Exchange | null {
  const old = oldAnswerOf(input);
  const now = numberOf(input.proposal.finalAnswer);
  if (old === null || now === null || old === now) return null;
  // A sign without a term in front of it belongs to the number: in "-4" there is no 4.
  const exchanged = new RegExp(`(?<![\\d.])(?<!(?<![\\w)}]|[\\d)}]\\s+)-)${escaped(now)}(?![\\d])`, 'g');
  return { old, now, undo: (step) => step.replaceAll(exchanged, old) };
}

type Look = (input: GateInput, exchange: Exchange, steps: readonly string[]) => string | null;

const stepName = (place: number): string => `step ${toStepNumber(place)}`;

/** "… and 211 is the smallest one. The answer is 422": only the answer was exchanged, and the reason is the old one. */
const arguesWithOld: Look = ({ original, proposal: { at } }, { old, undo }, steps) => {
  const stated = new RegExp(statement(old));
  const half = steps.findIndex((step, index) => {
    const before = original[at + index];
    return index > 0 && step !== before && undo(step) === before && stated.test(step);
  });
  return half === -1 ? null : `${stepName(at + half)} has the new answer and still argues with the old one`;
};

/**
 * "… so the price is 14." "Hence the answer is 7": a step in which only the answer was exchanged, behind one that still
 * arrives at the old answer, with no other argument between them. A single digit may be there by chance.
 */
const followsOld: Look = ({ original, proposal: { at } }, { old, now, undo }, steps) => {
  if (old.length < 2) return null;
  for (const [index, step] of steps.entries()) {
    if (step === original[at + index] || undo(step) !== original[at + index]) continue;
    for (let before = index - 1; before >= 0; before -= 1) {
      const [was = '', text] = [original[at + before], steps[before]!];
      if (numbers(text).has(now.replace('-', ''))) break;
      const arrives =
        text === was
          ? text.match(/-?\d+(?:\.\d+)?/g)?.at(-1) === old
          : // A rewritten step may argue on behind the number: "that is 14, of which half is free".
            bareFormula(text) !== bareFormula(was) && new RegExp(`=\\s*${escaped(old)}[\\s$.)]*$`).test(text);
      if (arrives)
        return `${stepName(at + index)} has the new answer, and ${stepName(at + before)} still ends with the old one`;
      if (text !== was) break;
    }
  }
  return null;
};

/** What leads from one answer to another. */
const operation =
  /\b(?:hal(?:f|ve|ves|ved|ving)|doubl|twice|times|multipl|divid|add|subtract|plus|minus|more|less|fewer|remov|exclu|reduc|increas|third|quarter|factor|order|per)/i;

/** "… so it is 14, and the answer is 7", "7, although it is 14": a rewritten later step names both, and nothing leads from one to the other. */
const namesBoth: Look = ({ problem, original, proposal: { at } }, { old, now }, steps) => {
  const known = numbers([problem, ...original.slice(0, at)].join('\n'));
  const digits = old.replace('-', '');
  if (digits.length < 2 || known.has(digits) || numbers(steps[0] ?? '').has(digits)) return null;
  const either = `(?:${statement(old)}|${statement(now)})`;
  const both = new RegExp(`(?=(${either}([^\\d]{1,120}?)${either}))`, 'g');
  const found = steps.findIndex((step, index) => {
    if (index === 0 || step === original[at + index]) return false;
    const text = step.replaceAll(/\\boxed\s*\{([^{}]*)\}/g, '$1');
    return [...text.matchAll(both)].some(
      ([, whole = '', between = '']) =>
        whole.includes(old) && whole.includes(now) && !operation.test(between),
    );
  });
  return found === -1 ? null : `${stepName(at + found)} names the old answer beside the new one`;
};

/** Why the steps do not lead to the new answer; null where nothing is against it. */
export function keptAnswer(input: GateInput): string | null {
  const exchange = exchangeOf(input);
  if (exchange === null) return null;
  const steps = rewritten(input);
  for (const look of [arguesWithOld, followsOld, namesBoth]) {
    const detail = look(input, exchange, steps);
    if (detail !== null) return detail;
  }
  return null;
}
