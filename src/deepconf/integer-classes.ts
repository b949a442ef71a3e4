// Answers as whole numbers: equal numbers are one class, however they are written, and ties go to the smallest.
import type { Classes } from './ballot.ts';

export const answerKinds = ['integer', 'math'] as const;
/** How answers are compared: as whole numbers, or as mathematics. */
export type AnswerKind = (typeof answerKinds)[number];

/** Canonical decimal of a text that is a whole number (`007` is `7`), else null. */
export function canonicalInteger(text: string | null): string | null {
  const digits = text?.trim() ?? '';
  return /^[+-]?\d+$/.test(digits) ? String(BigInt(digits)) : null;
}

export interface IntegerClasses extends Classes {
  /** Answers that are there but are no whole numbers; they do not vote. */
  readonly notIntegers: number;
}

export function integerClasses(answers: readonly (string | null)[]): IntegerClasses {
  const canonical = new Map<string, string | null>();
  let notIntegers = 0;
  const values = answers.map((answer) => {
    if (answer === null) return null;
    const known = canonical.get(answer);
    const value = known === undefined ? canonicalInteger(answer) : known;
    canonical.set(answer, value);
    if (value === null) notIntegers += 1;
    return value;
  });
  const labels = [...new Set(values)].filter((value) => value !== null).sort(bySize);
  const classOf = new Map(labels.map((label, at) => [label, at]));
  return {
    of: Int32Array.from(values, (value) => (value === null ? -1 : classOf.get(value)!)),
    labels,
    notIntegers,
  };
}

function bySize(a: string, b: string): number {
  const difference = BigInt(a) - BigInt(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
