// What rows with a reference solution have in common: its text cut into steps, and the answer that the row gives or
// that the solution boxes. Nothing is said about errors: a reference solution is only presumed to be right.

import { lastBoxed } from '../mathverify/boxes.ts';
import type { SourceRow } from './adapter.ts';
import { answerField, textField } from './row-fields.ts';
import { splitSteps } from './split-steps.ts';

export interface ReferenceSolution {
  readonly steps: string[] | null;
  readonly answer: string | null;
  readonly finalAnswer: string | null;
}

export function referenceSolution(row: SourceRow, solutionKey: string, answerKey: string): ReferenceSolution {
  const solution = textField(row, solutionKey);
  const boxed = solution === null ? null : lastBoxed(solution);
  return {
    steps: solution === null ? null : splitSteps(solution),
    answer: answerField(row, answerKey) ?? boxed,
    finalAnswer: boxed,
  };
}
