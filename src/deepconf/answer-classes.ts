// Which answers are one, and which are right, as whole numbers or as mathematics.
import { type AnswerKind, canonicalInteger, integerClasses } from './integer-classes.ts';
import { mathClasses, rightClasses } from './math-classes.ts';
import type { ProblemTraces } from './problem-traces.ts';

/** `answers` in sample order, null for a trace without one. */
export function answerClasses(
  answers: readonly (string | null)[],
  truth: string | null,
  kind: AnswerKind,
): Pick<ProblemTraces, 'classes' | 'isRight' | 'unusable'> {
  if (kind === 'math') {
    const classes = mathClasses(answers);
    return { classes, isRight: truth === null ? null : rightClasses(classes, truth), unusable: 0 };
  }
  const classes = integerClasses(answers);
  const gold = canonicalInteger(truth);
  const isRight = gold === null ? null : Uint8Array.from(classes.labels, (label) => (label === gold ? 1 : 0));
  return { classes, isRight, unusable: classes.notIntegers };
}

/** Numbers answers as they come: equal answers have the same number, which never changes. */
export class AnswerNumbers {
  readonly #kind: AnswerKind;
  readonly #texts: string[] = [];
  readonly #known = new Map<string, number>();

  constructor(kind: AnswerKind) {
    this.#kind = kind;
  }

  /** -1 for what does not vote. */
  of(answer: string | null): number {
    const text = this.#kind === 'math' ? (answer?.trim() ?? '') : (canonicalInteger(answer) ?? '');
    if (text === '') return -1;
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    this.#texts.push(text);
    // Classes are numbered in the order of their first answer: a new one changes no other.
    const number =
      this.#kind === 'math' ? mathClasses(this.#texts).of[this.#texts.length - 1]! : this.#texts.length - 1;
    this.#known.set(text, number);
    return number;
  }
}
