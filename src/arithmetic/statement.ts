// A closed statement of a step, as written.

export interface Statement {
  readonly left: string;
  /** `=`, `<`, `>`, `≤`, `≥` or `≈`. */
  readonly sign: string;
  readonly right: string;
  /** Where it begins and ends in the step. */
  readonly start: number;
  readonly end: number;
}
