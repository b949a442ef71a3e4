// What an all-errors reply states, in whatever form: a conclusion, and a remark on each section that it calls wrong.
import { toStepIndex } from '../records/steps.ts';
import type { Conclusion } from './conclusion.ts';
import type { SectionNumbers } from './section-numbers.ts';

export interface Remark {
  explanation: string;
  confidence: number | null;
}

export interface Statements {
  /** The last one stated: models draw others on the way, section by section. */
  conclusion: Conclusion | null;
  /** By 0-based step; a step that is named twice keeps its first remark. */
  flagged: Map<number, Remark>;
  invalid: number[];
  /** Whole answers that contradict each other: what else is here says nothing. */
  contradictory?: true;
}

export function noStatements(conclusion: Conclusion | null = null): Statements {
  return { conclusion, flagged: new Map(), invalid: [] };
}

export function contradiction(): Statements {
  return { ...noStatements(), contradictory: true };
}

export function addSections(
  statements: Statements,
  { valid, invalid }: SectionNumbers,
  remark: Remark,
): void {
  for (const { first, last } of valid) {
    for (let step = toStepIndex(first); step <= toStepIndex(last); step += 1) {
      if (!statements.flagged.has(step)) statements.flagged.set(step, remark);
    }
  }
  for (const number of invalid) statements.invalid.push(number);
}
