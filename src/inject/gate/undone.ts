// An error that a later step silently undoes: the changed step gives another value, and a later step continues with the
// old one, as if nothing had happened.
import { bareFormula } from '../../records/bare-text.ts';
import { toStepNumber } from '../../records/steps.ts';
import { check, type GateCheck, type GateInput, passed, rewritten } from './check.ts';

/** Numbers that a step states as its results: behind an equals sign. */
function results(text: string): string[] {
  return [
    ...text.matchAll(
      /(?:=|\\equiv|\\approx)\s*\$?\s*(-?\d+(?:\.\d+)?)(?![\d.]*\s*(?:[-+*/^]|\\(?:cdot|times|binom)))/g,
    ),
  ].map(([, value]) => value!);
}

const numbers = (text: string): Set<string> => new Set(text.match(/\d+(?:\.\d+)?/g) ?? []);

const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text);
/** The number as a statement of its own, and no part of a computation. */
const alone = (digits: string): RegExp =>
  new RegExp(
    `(?<![\\d.{^_])(?<!(?:[-+*/]|\\\\cdot|\\\\times)\\s*)${digits}(?![\\d]|\\.\\d)(?!\\s*(?:[-+*/^]|\\\\cdot|\\\\times))`,
  );

interface Exchange {
  readonly old: string;
  /** The text with the old answer in place of the new one. */
  undo(step: string): string;
}

/** Null where one of the answers is no number, or they are the same. */
function exchangeOf({ originalAnswer, proposal }: GateInput): Exchange | null {
  const old = originalAnswer?.trim() ?? '';
  const now = proposal.finalAnswer.trim();
  if (!isNumber(old) || !isNumber(now) || old === now) return null;
  // A sign without a term in front of it belongs to the number: in "-4" there is no 4.
  const exchanged = new RegExp(
    `(?<![\\d.])(?<!(?<![\\w)}]|[\\d)}]\\s+)-)${now.replace('.', '\\.')}(?![\\d])`,
    'g',
  );
  return { old, undo: (step) => step.replaceAll(exchanged, old) };
}

/** "… and 211 is the smallest one. The answer is 422": only the answer was exchanged, and the reason is the old one. */
function keepsOldAnswer(
  { original, proposal }: GateInput,
  { old, undo }: Exchange,
  later: readonly string[],
): number {
  return later.findIndex((step, at) => {
    const before = original[proposal.at + 1 + at];
    return step !== before && undo(step) === before && alone(old.replace('.', '\\.')).test(step);
  });
}

/**
 * "… so the price is 14." "Hence the answer is 7": a step in which only the answer was exchanged, behind one that still
 * ends with the old answer. A single digit may be there by chance.
 */
function followsOldAnswer(
  { original, proposal }: GateInput,
  { old, undo }: Exchange,
  steps: readonly string[],
): number {
  if (old.length < 2) return -1;
  return steps.findIndex((step, at) => {
    const place = proposal.at + at;
    const previous = steps[at - 1];
    return (
      step !== original[place] &&
      undo(step) === original[place] &&
      previous !== undefined &&
      previous === original[place - 1] &&
      previous.match(/-?\d+(?:\.\d+)?/g)?.at(-1) === old
    );
  });
}

export function undoneCheck(input: GateInput): GateCheck {
  const { problem, original, proposal } = input;
  const steps = rewritten(input);
  const [changed = '', ...later] = steps;
  const exchange = exchangeOf(input);
  const half = exchange === null ? -1 : keepsOldAnswer(input, exchange, later);
  if (half !== -1)
    return check(
      false,
      `step ${toStepNumber(proposal.at + 1 + half)} has the new answer and still argues with the old one`,
    );
  const behind = exchange === null ? -1 : followsOldAnswer(input, exchange, steps);
  if (behind !== -1) {
    const place = proposal.at + behind;
    return check(
      false,
      `step ${toStepNumber(place)} has the new answer, and step ${toStepNumber(place - 1)} still ends with the old one`,
    );
  }
  const known = numbers([problem, ...original.slice(0, proposal.at)].join('\n'));
  const now = numbers(changed);
  const replaced = results(original[proposal.at] ?? '')
    .map((value) => value.replace('-', ''))
    .filter((digits) => !now.has(digits) && !known.has(digits));
  const old = results(original[proposal.at] ?? '');
  const made = results(changed).flatMap((value) => (old.includes(value) ? [] : [value.replace('-', '')]));
  if (made.length === 0) return passed;
  for (const digits of replaced) {
    for (const [at, step] of later.entries()) {
      const place = proposal.at + 1 + at;
      const used = numbers(step);
      if (!used.has(digits) || made.some((one) => used.has(one))) continue;
      const asBefore = bareFormula(step) === bareFormula(original[place] ?? '');
      // In a rewritten step it may be the result of another computation, or a small number by chance.
      const stated = results(step).some((one) => one.replace('-', '') === digits);
      if (asBefore || (digits.length > 1 && !stated))
        return check(
          false,
          `step ${toStepNumber(place)} continues with ${digits}, which the changed step no longer has`,
        );
    }
  }
  return passed;
}
