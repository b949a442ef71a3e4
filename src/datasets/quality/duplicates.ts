// Lets the first of several equal records through and drops the others, in the memory that its window allows.
import { type Candidate, type Check, stepsOf } from './check.ts';
import { createDigestSet } from './digest-set.ts';
import { equalText, problemForm } from './problem-form.ts';
import { createProblemIndex, type ProblemIndex } from './problem-index.ts';
import { createWindow } from './window.ts';

/** `problem`: the same problem; `solution`: the same problem and steps; `near`: nearly the same problem. */
export const uniqueKinds = ['problem', 'solution', 'near'] as const;
export type UniqueKind = (typeof uniqueKinds)[number];

export interface UniqueOptions {
  readonly kind: UniqueKind;
  /** Jaccard similarity from which two problems are one where their numbers and signs agree, 0 to 1. */
  readonly threshold?: number | undefined;
  /** How many records are remembered at most. */
  readonly window?: number | undefined;
  /** For `near`: problems that are there before the first record. */
  readonly taken?: TakenProblems | undefined;
}

export interface TakenProblems {
  readonly problems: ProblemIndex;
  /** True of the records that these problems are of: they pass. */
  owns(id: string): boolean;
}

/** 10 million digests take 270 MB at most, 200 thousand entries of problem-index.ts 60 MB and their texts on disk. */
const defaultWindow = { problem: 10_000_000, solution: 10_000_000, near: 200_000 } as const;
/** Similarity from which two problems may be one, unless it is given. */
export const defaultThreshold = 0.8;

function textOf(record: Candidate, kind: UniqueKind): string {
  const parts = kind === 'solution' ? [record.problem, ...stepsOf(record)] : [record.problem];
  return parts.map((part) => equalText(problemForm(part))).join('\n');
}

function note(forgotten: number): string | null {
  return forgotten === 0
    ? null
    : `${forgotten} of the earlier records were no longer remembered (a larger window helps)`;
}

function exact(kind: UniqueKind, capacity: number): Check {
  const seen = createWindow(capacity, createDigestSet);
  const reason = kind === 'solution' ? 'duplicate solution' : 'duplicate problem';
  return {
    name: 'unique',
    reason(record) {
      const text = textOf(record, kind);
      if (seen.generations().some((generation) => generation.has(text))) return reason;
      seen.current().add(text);
      return null;
    },
    note: () => note(seen.forgotten),
  };
}

function near(threshold: number, capacity: number, taken: TakenProblems | undefined): Check {
  const seen = createWindow(capacity, () => createProblemIndex('near'));
  return {
    name: 'unique',
    reason(record) {
      if (taken?.owns(record.id) === true) return null;
      const form = problemForm(record.problem);
      if (taken?.problems.has(form, threshold) === true) return 'near-duplicate problem';
      if (seen.generations().some((generation) => generation.has(form, threshold)))
        return 'near-duplicate problem';
      seen.current().add(form);
      return null;
    },
    note: () => note(seen.forgotten),
  };
}

export function unique({ kind, threshold = defaultThreshold, window, taken }: UniqueOptions): Check {
  const capacity = window ?? defaultWindow[kind];
  return kind === 'near' ? near(threshold, capacity, taken) : exact(kind, capacity);
}
