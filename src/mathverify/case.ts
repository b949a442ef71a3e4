// Cases in the form of the golden files: { gold, pred, options, gold_config, pred_config }, options in snake_case.
import { defaultSteps } from './budget.ts';
import { type ExtractionConfig, exprConfig, latexConfig, type ParseOptions, stringConfig } from './config.ts';
import { defaultOptions } from './context.ts';
import { type Fields, fieldsOf, textOf } from './given.ts';
import { kindOf } from './kind.ts';
import { defaultConfigs, type Parsed, parse } from './parse.ts';
import { print } from './print.ts';
import { type Judgement, type Verdict, type VerifyOptions, verifyParsed } from './verify.ts';

/**
 * Options of `verifyCase`, `explainCase` and `extractCase`: which fields of the record hold the answers, and how they
 * are compared.
 */
export interface CaseOptions extends VerifyOptions {
  /** Default `gold`. */
  readonly goldKey?: string;
  /** Default `pred`. */
  readonly predKey?: string;
}

/** A verdict with what was parsed on both sides, as text: the output of `latebench verify --explain`. */
export interface Explained extends Judgement {
  /** The reference answer in the notation of `print`; null if none was parsed. */
  readonly gold_parsed: string | null;
  /** The text that is compared if there is no value. */
  readonly gold_text: string | null;
  /** As `gold_parsed`, of the prediction. */
  readonly pred_parsed: string | null;
  /** As `gold_text`, of the prediction. */
  readonly pred_text: string | null;
}

/**
 * Compares the answers of one record; options in the record itself take precedence over those given here. Never
 * throws.
 *
 * @param record Holds the gold answer and the prediction as texts, under the keys of the options.
 * @example verifyCase({ gold: '$4$', pred: 'The answer is 4.' }).verdict;
 */
export function verifyCase(record: Fields, options: CaseOptions = {}): Verdict {
  const { equal, verdict, reason } = judged(record, options).verdict;
  return { equal, verdict, reason };
}

/** As `verifyCase`, with what was read on both sides. Never throws. */
export function explainCase(record: Fields, options: CaseOptions = {}): Explained {
  const { verdict, gold, prediction } = judged(record, options);
  return {
    ...verdict,
    gold_parsed: withUnit(gold),
    gold_text: gold.fallback,
    pred_parsed: withUnit(prediction),
    pred_text: prediction.fallback,
  };
}

// Every case comes this way: its options are put into objects of one shape, which engines handle fastest.
function judged(row: Fields, options: CaseOptions): ReturnType<typeof verifyParsed> {
  const record = fieldsOf(row);
  const own = fieldsOf(record.options);
  return verifyParsed({
    gold: textOf(record[options.goldKey ?? 'gold']),
    prediction: textOf(record[options.predKey ?? 'pred']),
    goldParse: parseOptions(own, record.gold_config, options.goldParse ?? none),
    predictionParse: parseOptions(own, record.pred_config, options.predictionParse ?? none),
    precision: whole(own.precision, options.precision ?? defaultOptions.precision),
    numericPrecision: whole(
      own.numeric_precision,
      options.numericPrecision ?? defaultOptions.numericPrecision,
    ),
    strict: flag(own.strict, options.strict ?? defaultOptions.strict),
    allowSetRelation: flag(
      own.allow_set_relation_comp,
      options.allowSetRelation ?? defaultOptions.allowSetRelation,
    ),
    symmetric: flag(own.symmetric, options.symmetric ?? false),
    requireAll: flag(own.require_all, options.requireAll ?? defaultOptions.requireAll),
    numberBases: flag(own.number_bases, options.numberBases ?? defaultOptions.numberBases),
    units:
      own.units === 'strict' || own.units === 'off' ? own.units : (options.units ?? defaultOptions.units),
    maxSteps: options.maxSteps ?? defaultSteps,
  });
}

const none: ParseOptions = {};

/** The answer extracted from a text, as text: its values with their kinds, and the text of the first match. */
export interface Extracted {
  /** The values that were parsed, in the notation of `print`; empty if there are none. */
  readonly values: readonly string[];
  /**
   * The kind of each value: `number` (anything that evaluates to one), `expression` (with unknowns), `choice`, `set`,
   * `tuple`, `interval`, `relation`, `matrix`, `percent`, `symbol` or `text`.
   */
  readonly kinds: readonly string[];
  /** Text of the first match; null when there was none. */
  readonly fallback: string | null;
  /** As in `Parsed`. */
  readonly status: Parsed['status'];
}

/**
 * Extracts the answer of one record `{ text, config, options }`; its own options take precedence over those given
 * here. Never throws.
 *
 * @param options `textKey` names the field with the text; default `text`.
 */
export function extractCase(record: Fields, options: ParseOptions & { textKey?: string } = {}): Extracted {
  const { [options.textKey ?? 'text']: text, options: own, config } = fieldsOf(record);
  const parsed = parse(textOf(text), parseOptions(fieldsOf(own), config, options));
  const { value, fallback, status } = parsed;
  const printedValue = printed(parsed);
  return {
    values: printedValue === null ? [] : [printedValue],
    kinds: value === null ? [] : [kindOf(value)],
    fallback,
    status,
  };
}

function printed(parsed: Parsed): string | null {
  return parsed.value === null || typeof parsed.value === 'string' ? parsed.value : print(parsed.value);
}

/** In print, with the unit of measure that the answer carries. */
function withUnit(parsed: Parsed): string | null {
  const text = printed(parsed);
  const { value } = parsed;
  const unit =
    value !== null && typeof value === 'object' && value.kind === 'quantity' ? ` ${value.unit.name}` : '';
  return text === null ? null : text + unit;
}

function parseOptions(own: Fields, config: unknown, options: ParseOptions): ParseOptions {
  return {
    configs: configsOf(config) ?? options.configs ?? defaultConfigs,
    extractionMode:
      own.extraction_mode === 'first_match' ? 'first_match' : (options.extractionMode ?? 'any_match'),
    fallbackMode:
      own.fallback_mode === 'no_fallback' ? 'no_fallback' : (options.fallbackMode ?? 'first_match'),
    definite: flag(own.definite, options.definite ?? false),
    ignoreThinking: flag(own.ignore_thinking, options.ignoreThinking ?? false),
    maxSteps: options.maxSteps ?? defaultSteps,
  };
}

/** The configurations of a case; null when it has none that are known. */
export function configsOf(value: unknown): ExtractionConfig[] | null {
  if (!Array.isArray(value)) return null;
  const configs: ExtractionConfig[] = [];
  for (const row of value) {
    const config = configOf(fieldsOf(row));
    if (config !== null) configs.push(config);
  }
  return configs.length === 0 ? null : configs;
}

const latex = latexConfig();
const expr = exprConfig();
const choices = stringConfig();

function configOf(fields: Fields): ExtractionConfig | null {
  const anchor = fields.try_extract_without_anchor;
  switch (fields.type) {
    case 'raw_latex':
      return { type: 'raw_latex' };
    case 'expr':
      return { type: 'expr', withoutAnchor: flag(anchor, expr.withoutAnchor) };
    case 'string':
      return {
        type: 'string',
        strings: Array.isArray(fields.strings) ? fields.strings.map(String) : choices.strings,
        withoutAnchor: flag(anchor, choices.withoutAnchor),
        lowercase: flag(fields.lowercase, choices.lowercase),
      };
    case 'latex': {
      const rules = fieldsOf(fields.normalization_config);
      const priority = fields.boxed_match_priority;
      return {
        type: 'latex',
        withoutAnchor: flag(anchor, latex.withoutAnchor),
        boxedPriority: whole(priority, latex.boxedPriority),
        boxed: rules.boxed === undefined ? latex.boxed : boxedOf(rules.boxed),
        malformedOperators: flag(rules.malformed_operators, latex.malformedOperators),
      };
    }
    default:
      return null;
  }
}

// True is how older cases write "all"; any other value than these leaves boxes alone.
function boxedOf(value: unknown): 'all' | 'last' | 'none' {
  return value === true || value === 'all' ? 'all' : value === 'last' ? 'last' : 'none';
}

function flag(value: unknown, otherwise: boolean): boolean {
  return typeof value === 'boolean' ? value : otherwise;
}

function whole(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= -1 && value <= 1000
    ? value
    : otherwise;
}
