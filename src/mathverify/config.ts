// What to look for in a text: the extraction configurations and the options of parsing, with their defaults.

/** Looks for LaTeX mathematics: `$…$`, `\[…\]`, `\boxed{…}`, environments. */
export interface LatexConfig {
  /** Always `latex`: names this kind of configuration in a list of `configs`. */
  readonly type: 'latex';
  /** Whether mathematics without an anchor ("the answer is") or a box counts. */
  readonly withoutAnchor: boolean;
  /** Priority of boxed answers: lower numbers are tried first, a negative one ignores boxes. Default 50. */
  readonly boxedPriority: number;
  /** Which boxes of one piece of mathematics count: all of them, the last, or none as boxes. */
  readonly boxed: 'all' | 'last' | 'none';
  /** Whether `\frac12`, `\sqrt3` and the like are read. */
  readonly malformedOperators: boolean;
}

/** Looks for plain mathematics outside LaTeX: `1/2`, `3.5`, `x = 4`. */
export interface ExprConfig {
  /** Always `expr`: names this kind of configuration in a list of `configs`. */
  readonly type: 'expr';
  /** Whether an expression without an anchor ("the answer is") counts. */
  readonly withoutAnchor: boolean;
}

/** Looks for one of a list of choices, such as the letters of a multiple-choice question. Made by `stringConfig`. */
export interface StringConfig {
  /** Always `string`: names this kind of configuration in a list of `configs`. */
  readonly type: 'string';
  /** The choices; upper and lower case are different. Default A to D. */
  readonly strings: readonly string[];
  /** Whether a choice without an anchor ("the answer is") counts. */
  readonly withoutAnchor: boolean;
  /** Whether the value is returned in lower case. Default true. */
  readonly lowercase: boolean;
}

/** The whole text is one LaTeX expression: nothing is searched for. */
export interface RawLatexConfig {
  /** Always `raw_latex`: names this kind of configuration in a list of `configs`. */
  readonly type: 'raw_latex';
}

/** One kind of answer to look for. Configurations are tried by priority, not in their order in the list. */
export type ExtractionConfig = LatexConfig | ExprConfig | StringConfig | RawLatexConfig;

/**
 * Makes a configuration for LaTeX.
 *
 * @param changes Overrides of the defaults: all boxes count, and mathematics without an anchor counts too.
 */
export function latexConfig(changes: Partial<LatexConfig> = {}): LatexConfig {
  return {
    type: 'latex',
    withoutAnchor: true,
    boxedPriority: 50,
    boxed: 'all',
    malformedOperators: true,
    ...changes,
  };
}

/**
 * Makes a configuration for plain expressions outside LaTeX.
 *
 * @param changes Overrides of the defaults: `withoutAnchor: true`.
 */
export function exprConfig(changes: Partial<ExprConfig> = {}): ExprConfig {
  return { type: 'expr', withoutAnchor: true, ...changes };
}

/**
 * Makes a configuration for the letters of a multiple-choice question.
 *
 * @param changes Overrides of the defaults: the choices A to D, returned in lower case, with or without an anchor.
 * @example parse('The answer is C.', { configs: [stringConfig()] })
 */
export function stringConfig(changes: Partial<StringConfig> = {}): StringConfig {
  return { type: 'string', strings: ['A', 'B', 'C', 'D'], withoutAnchor: true, lowercase: true, ...changes };
}

/** What `parse` looks for in a text, and how many steps it may spend. */
export interface ParseOptions {
  /** What to look for; LaTeX and plain expressions by default. */
  readonly configs?: readonly ExtractionConfig[];
  /** any_match tries matches until one can be read; first_match stops after the first. */
  readonly extractionMode?: 'any_match' | 'first_match';
  /** Whether the text of the first match is kept, to be compared as a string. */
  readonly fallbackMode?: 'first_match' | 'no_fallback';
  /** Reports a list of labelled options as indefinite instead of taking the last one. */
  readonly definite?: boolean;
  /** Reads only what follows the reasoning between <think> and </think>. */
  readonly ignoreThinking?: boolean;
  /** Limit on the steps of the call, deterministic (default 50,000). */
  readonly maxSteps?: number;
}
