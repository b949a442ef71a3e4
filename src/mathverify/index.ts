// The entry point `latebench/mathverify`: extract, parse and compare mathematical answers. It imports nothing from other
// modules. The headings are those of docs/api.md.

// ## Comparing answers

export { defaultSteps } from './budget.ts';
export type { CaseOptions, Explained } from './case.ts';
export { explainCase, verifyCase } from './case.ts';
export type { Method } from './context.ts';
export type { Judgement, Verdict, VerifyInput, VerifyOptions } from './verify.ts';
export { verify } from './verify.ts';
export type { Witness } from './witness.ts';

// ## Reading answers

export type { AimeOptions, AimeRule, ExtractedAnswer } from './aime.ts';
export { extractAnswer } from './aime.ts';
export type { Node } from './ast.ts';
export type { Extracted } from './case.ts';
export { extractCase } from './case.ts';
export type {
  ExprConfig,
  ExtractionConfig,
  LatexConfig,
  ParseOptions,
  RawLatexConfig,
  StringConfig,
} from './config.ts';
export { exprConfig, latexConfig, stringConfig } from './config.ts';
export type { Parsed } from './parse.ts';
export { parse } from './parse.ts';
export { print } from './print.ts';

// ## Equations in a text

export { exactNumber } from './equation-number.ts';
export type { CheckedEquation, EquationOptions } from './equations.ts';
export { checkEquations } from './equations.ts';
export type { Rational } from './rational.ts';
