// Cases in the form of the golden files: { gold, pred, options, gold_config, pred_config }, options in snake_case.
import { type ExtractionConfig, exprConfig, latexConfig, type ParseOptions, stringConfig } from './config.ts';
import { kindOf } from './kind.ts';
import { type Parsed, parse } from './parse.ts';
import { print } from './print.ts';
import { type Judgement, type Verdict, type VerifyOptions, verifyParsed } from './verify.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Options of `verifyCase`, `explainCase` and `extractCase`. The keys default to `gold` and `pred`. */
export interface CaseOptions extends VerifyOptions {
  /** Fields of the record that hold the gold answer and the prediction. */
  readonly goldKey?: string;
  readonly predKey?: string;
}

/** A verdict with both parses in print: what `--explain` shows. */
export interface Explained extends Judgement {
  readonly gold_parsed: string | null;
  readonly gold_text: string | null;
  readonly pred_parsed: string | null;
  readonly pred_text: string | null;
}

/** The verdict on one case; the case's own options go before those given here. */
export function verifyCase(record: Fields, options: CaseOptions = {}): Verdict {
  const { equal, verdict, reason } = judged(record, options).verdict;
  return { equal, verdict, reason };
}

/** As `verifyCase`, with what was read on both sides. */
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

function judged(record: Fields, options: CaseOptions): ReturnType<typeof verifyParsed> {
  const own = fieldsOf(record.options);
  return verifyParsed({
    ...options,
    ...compareOptions(own),
    gold: textOf(record[options.goldKey ?? 'gold']),
    prediction: textOf(record[options.predKey ?? 'pred']),
    goldParse: { ...options.goldParse, ...parseOptions(own, record.gold_config) },
    predictionParse: { ...options.predictionParse, ...parseOptions(own, record.pred_config) },
  });
}

/** What a text gives, in print: the value with its kind where there is one, and the text of the first match. */
export interface Extracted {
  readonly values: readonly string[];
  /** Of each value: see kind.ts. */
  readonly kinds: readonly string[];
  readonly fallback: string | null;
  readonly status: Parsed['status'];
}

/** What is extracted from one parse case: { text, config, options }; its own options go before those given here. */
export function extractCase(record: Fields, options: ParseOptions & { textKey?: string } = {}): Extracted {
  const text = textOf(record[options.textKey ?? 'text']);
  const parsed = parse(text, { ...options, ...parseOptions(fieldsOf(record.options), record.config) });
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

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value);
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

type Settable<T> = { -readonly [K in keyof T]?: T[K] };

// Every case comes this way: what it sets is put into one object, without one for each option.
function compareOptions(own: Fields): VerifyOptions {
  const result: Settable<VerifyOptions> = {};
  if (isWhole(own.precision)) result.precision = own.precision;
  if (isWhole(own.numeric_precision)) result.numericPrecision = own.numeric_precision;
  if (typeof own.strict === 'boolean') result.strict = own.strict;
  if (typeof own.allow_set_relation_comp === 'boolean') result.allowSetRelation = own.allow_set_relation_comp;
  if (typeof own.symmetric === 'boolean') result.symmetric = own.symmetric;
  if (typeof own.require_all === 'boolean') result.requireAll = own.require_all;
  if (own.units === 'strict' || own.units === 'off') result.units = own.units;
  if (typeof own.number_bases === 'boolean') result.numberBases = own.number_bases;
  return result;
}

function parseOptions(own: Fields, config: unknown): ParseOptions {
  const result: Settable<ParseOptions> = {};
  const configs = configsOf(config);
  if (configs !== null) result.configs = configs;
  if (own.extraction_mode === 'first_match') result.extractionMode = 'first_match';
  if (own.fallback_mode === 'no_fallback') result.fallbackMode = 'no_fallback';
  if (typeof own.definite === 'boolean') result.definite = own.definite;
  if (typeof own.ignore_thinking === 'boolean') result.ignoreThinking = own.ignore_thinking;
  return result;
}

/** The configurations of a case; null when it has none that are known. */
export function configsOf(value: unknown): ExtractionConfig[] | null {
  if (!Array.isArray(value)) return null;
  const configs = value.map(configOf).filter((config) => config !== null);
  return configs.length === 0 ? null : configs;
}

function configOf(value: unknown): ExtractionConfig | null {
  const fields = fieldsOf(value);
  const anchor = flag(fields.try_extract_without_anchor, (withoutAnchor) => ({ withoutAnchor }));
  switch (fields.type) {
    case 'raw_latex':
      return { type: 'raw_latex' };
    case 'expr':
      return exprConfig(anchor);
    case 'string': {
      const strings = Array.isArray(fields.strings) ? { strings: fields.strings.map(String) } : {};
      return stringConfig({
        ...anchor,
        ...strings,
        ...flag(fields.lowercase, (lowercase) => ({ lowercase })),
      });
    }
    case 'latex': {
      const rules = fieldsOf(fields.normalization_config);
      const boxed = rules.boxed === undefined ? {} : { boxed: boxedOf(rules.boxed) };
      return latexConfig({
        ...anchor,
        ...boxed,
        ...numeric(fields.boxed_match_priority, (boxedPriority) => ({ boxedPriority })),
        ...flag(rules.malformed_operators, (malformedOperators) => ({ malformedOperators })),
      });
    }
    default:
      return null;
  }
}

// True is how older cases write "all"; any other value than these leaves boxes alone.
function boxedOf(value: unknown): 'all' | 'last' | 'none' {
  return value === true || value === 'all' ? 'all' : value === 'last' ? 'last' : 'none';
}

function flag<T extends object>(value: unknown, make: (value: boolean) => T): T | Record<string, never> {
  return typeof value === 'boolean' ? make(value) : {};
}

function numeric<T extends object>(value: unknown, make: (value: number) => T): T | Record<string, never> {
  return isWhole(value) ? make(value) : {};
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= -1 && value <= 1000;
}
