// The module's public API: extract, parse and compare mathematical answers. It imports nothing from other modules.
export type { AimeOptions, AimeRule, AnswerSource, ExtractedAnswer } from './aime.ts';
export { aimeRules, answerSource, answerSources, currentAimeRule, extractAnswer } from './aime.ts';
export type { Node } from './ast.ts';
export { defaultSteps } from './budget.ts';
export type { CaseOptions, Explained, Extracted } from './case.ts';
export { explainCase, extractCase, verifyCase } from './case.ts';
export type {
  ExprConfig,
  ExtractionConfig,
  LatexConfig,
  ParseOptions,
  RawLatexConfig,
  StringConfig,
} from './config.ts';
export { exprConfig, latexConfig, stringConfig } from './config.ts';
export type { Method } from './context.ts';
export { approximateNumber, exactNumber } from './equation-number.ts';
export type { CheckedEquation, EquationOptions } from './equations.ts';
export { checkEquations } from './equations.ts';
export type { Parsed } from './parse.ts';
export { parse } from './parse.ts';
export { print } from './print.ts';
export type { Rational } from './rational.ts';
export type { Judgement, Verdict, VerifyInput, VerifyOptions } from './verify.ts';
export { verify } from './verify.ts';
export type { Witness } from './witness.ts';
