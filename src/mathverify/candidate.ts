// A place in a text that may hold the answer, as the searches find it and the parser tries it.
export interface Candidate {
  readonly priority: number;
  readonly start: number;
  readonly end: number;
  /** Position of the configuration that found it among all of them. */
  readonly config: number;
  readonly kind: 'latex' | 'expr' | 'string';
  /** The pieces to read: several when environments are joined by "and" or commas. */
  readonly parts: readonly string[];
  /** Whether a percent sign or word follows the mathematics. */
  readonly percent: boolean;
  /** Whether only the last boxes of the piece count. */
  readonly lastBox: boolean;
}

/** Order in which the candidates of one group are tried: latest end, then longest, then order of configuration. */
export function byEnd(a: Candidate, b: Candidate): number {
  return b.end - a.end || a.start - b.start || a.config - b.config;
}

const percentSign = /\s*(?:\\?%|(?:percent|percentage|pct)\b)/y;

/** The offset behind a percent sign or word at `at`, or `at` itself when there is none. */
export function afterPercent(text: string, at: number): number {
  percentSign.lastIndex = at;
  const found = percentSign.exec(text);
  return found === null || found[0].length > 40 ? at : at + found[0].length;
}
