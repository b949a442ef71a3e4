// What a family of synthetic problems is: a name, a subject and a function that drafts one problem.
import type { Rng } from '../../statistics/random.ts';

type Subject =
  | 'algebra'
  | 'number_theory'
  | 'combinatorics'
  | 'geometry'
  | 'probability'
  | 'calculus'
  | 'sequences';

/** A problem with its full solution. The last step holds `\boxed{answer}`. */
interface Draft {
  readonly problem: string;
  /** 8 to 20 steps, all correct. */
  readonly steps: string[];
  /** LaTeX: a whole number or a fraction in lowest terms. */
  readonly answer: string;
  /** 1 (easy) to 5, from the parameters. */
  readonly difficulty: number;
  /** Enough to work the answer out again without reading the text. */
  readonly parameters: Record<string, unknown>;
}

export interface Family {
  readonly name: string;
  readonly subject: Subject;
  generate(rng: Rng): Draft;
}
