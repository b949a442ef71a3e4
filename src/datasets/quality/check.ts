// A quality check looks at one record and returns a reason to drop it, or null. Checks run one after the other; a check
// may keep state about the records it has let through (duplicates).

/** A record as a filter sees it: fields may be missing, and others may be there. */
export interface Candidate {
  readonly id: string;
  readonly problem: string;
  readonly [field: string]: unknown;
}

export interface Check {
  /** As its option is called; a line of the funnel. */
  readonly name: string;
  /**
   * Asks an endpoint about the record. `reason` follows, in the order of the records. At most one check of a filter has
   * it.
   */
  prepare?(record: Candidate, signal: AbortSignal): Promise<void>;
  /** Shows the record to the check before any check is asked, so that it knows also of those that others drop. */
  look?(record: Candidate): void;
  /** Why this record is to be dropped; null = it may stay. Few different reasons: they are counted. */
  reason(record: Candidate): string | null;
  /** At the end of the input: throws LB_USAGE where the check asked for what no record can have. */
  end?(): void;
  /** What the funnel has to say about the check besides numbers. */
  note?(): string | null;
}

export function stepsOf(record: Candidate): readonly string[] {
  const { steps } = record;
  return Array.isArray(steps) ? steps.filter((step): step is string => typeof step === 'string') : [];
}

/** 0-based; null = unknown. */
export function errorStepsOf(record: Candidate): readonly number[] | null {
  const { error_steps: steps } = record;
  return Array.isArray(steps) ? (steps as number[]) : null;
}

/** Problem and steps: all that is to be read of a record. */
export function textsOf(record: Candidate): readonly string[] {
  return [record.problem, ...stepsOf(record)];
}
