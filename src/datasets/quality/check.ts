// What a quality check is: a small value that looks at one record and gives a reason to drop it, or null. Checks
// stand in a list and are asked one after the other; a check may remember what it has let through (duplicates).

/** A record as a filter sees it: fields may be missing, and others may be there. */
export interface Candidate {
  readonly id: string;
  readonly problem: string;
  readonly [field: string]: unknown;
}

export interface Check {
  /** As its option is called; a line of the funnel. */
  readonly name: string;
  /** Why this record is to be dropped; null = it may stay. Few different reasons: they are counted. */
  reason(record: Candidate): string | null;
  /** What the funnel has to say about the check besides numbers. */
  note?(): string | null;
}

export function stepsOf(record: Candidate): readonly string[] {
  const { steps } = record;
  return Array.isArray(steps) ? steps.filter((step): step is string => typeof step === 'string') : [];
}

/** 0-based; null = nobody has said. */
export function errorStepsOf(record: Candidate): readonly number[] | null {
  const { error_steps: steps } = record;
  return Array.isArray(steps) ? (steps as number[]) : null;
}

/** Problem and steps: all that is to be read of a record. */
export function textsOf(record: Candidate): readonly string[] {
  return [record.problem, ...stepsOf(record)];
}
