// Who looks at a reply while it is written, and may have heard enough.

export interface StreamWatch {
  /** A reply begins; also one that is stored, and is looked at again from its first token. */
  begin(): void;
  /**
   * One more token: its log-probability (NaN = not given), and those of its alternatives, k values of `top` from `at`
   * (NaN = fewer). True: the reply ends with this token.
   */
  token(chosen: number, top: Float32Array, at: number, k: number): boolean;
  /** False keeps the values of alternatives and drops their texts. */
  readonly keepsTexts: boolean;
}

/** Finish reason of a reply that its watch ended. */
export const stoppedByWatch = 'stopped_early';
