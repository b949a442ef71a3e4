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

/** "… and 211 is the smallest one. The answer is 422": only the answer was exchanged, and the reason is the old one. */
function keepsOldAnswer({ original, originalAnswer, proposal }: GateInput, later: readonly string[]): number {
  const old = originalAnswer?.trim() ?? '';
  const now = proposal.finalAnswer.trim();
  if (!isNumber(old) || !isNumber(now) || old === now) return -1;
  // A sign without a term in front of it belongs to the number: in "-4" there is no 4.
  const exchanged = new RegExp(
    `(?<![\\d.])(?<!(?<![\\w)}]|[\\d)}]\\s+)-)${now.replace('.', '\\.')}(?![\\d])`,
    'g',
  );
  return later.findIndex((step, at) => {
    const before = original[proposal.at + 1 + at];
    return (
      step !== before &&
      step.replaceAll(exchanged, old) === before &&
      alone(old.replace('.', '\\.')).test(step)
    );
  });
}

export function undoneCheck(input: GateInput): GateCheck {
  const { problem, original, proposal } = input;
  const [changed = '', ...later] = rewritten(input);
  const half = keepsOldAnswer(input, later);
  if (half !== -1)
    return check(
      false,
      `step ${toStepNumber(proposal.at + 1 + half)} has the new answer and still argues with the old one`,
    );
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
