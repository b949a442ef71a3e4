// How text for people at a terminal is set.

/** Of a terminal that does not say how wide it is, and of files. */
export const usualColumns = 80;

export interface TextStyle {
  /** Escape codes for a terminal: bold headers, dim rules. */
  readonly colour: boolean;
  /** Columns that a line may take. */
  readonly columns: number;
}

export const plainStyle: TextStyle = { colour: false, columns: usualColumns };
