// The stages behind `verify` and `extract`: mathematical answers of any rows, judged or read out by mathverify.
// They take rows as they are: no record of ours is needed.
import { z } from 'zod';
import { LateBenchError } from '../errors.ts';
import { answerSource } from '../mathverify/aime.ts';
import {
  type CaseOptions,
  explainCase,
  extractAnswer,
  extractCase,
  type ParseOptions,
  verifyCase,
} from '../mathverify/index.ts';
import { numberText } from '../storage/original-text.ts';
import { configured, type Stage } from '../stream/stage.ts';

const rowSchema = z.looseObject({});
type Row = z.infer<typeof rowSchema>;

export interface VerifyStageOptions extends CaseOptions {
  readonly goldKey: string;
  readonly predKey: string;
  /** Adds both parses in print to each verdict. */
  readonly explain?: boolean;
}

/** Adds `verify: {equal, verdict, reason}` to each row; the options in a row go before those given here. */
export function verifyStage(options: VerifyStageOptions): Stage<Row, Row> {
  const { goldKey, predKey, explain = false } = options;
  return answerStage('verify', { ...options }, (row) => {
    checkText(row, goldKey, '--gold-key');
    checkText(row, predKey, '--pred-key');
    const written = withDigits(row, [goldKey, predKey]);
    return { ...row, verify: explain ? explainCase(written, options) : verifyCase(written, options) };
  });
}

export interface ExtractStageOptions extends ParseOptions {
  readonly textKey: string;
  /** `aime` adds the integer answer from 0 to 999, with its source. */
  readonly mode?: 'answer' | 'aime';
}

/** Adds `extract: {values, kinds, fallback}` to each row, in AIME mode also `answer` and `answer_source` to it. */
export function extractStage(options: ExtractStageOptions): Stage<Row, Row> {
  const { textKey, mode = 'answer', ...parsing } = options;
  return answerStage('extract', { ...options }, (row) => {
    checkText(row, textKey, '--text-key');
    const { values, kinds, fallback } = extractCase(withDigits(row, [textKey]), { ...parsing, textKey });
    const extract = { values, kinds, fallback };
    return {
      ...row,
      extract: mode === 'aime' ? { ...extract, ...aimeAnswer(row[textKey], parsing) } : extract,
    };
  });
}

function answerStage(
  name: string,
  config: Readonly<Record<string, unknown>>,
  change: (row: Row) => Row,
): Stage<Row, Row> {
  return {
    name,
    version: '1',
    input: rowSchema,
    output: rowSchema,
    ...configured(config),
    run: (row) => [change(row)],
  };
}

/** With numbers as texts that have every digit they were written with. */
function withDigits(row: Row, keys: readonly string[]): Row {
  const numbers = keys.filter((key) => typeof row[key] === 'number');
  if (numbers.length === 0) return row;
  return {
    ...row,
    ...Object.fromEntries(numbers.map((key) => [key, numberText(row, key, row[key] as number)])),
  };
}

/** An absent field means a wrong key or a wrong file; null means that no answer was given. */
function checkText(row: Row, key: string, flag: string): void {
  const value = row[key];
  if (value === undefined) {
    throw new LateBenchError('LB_SCHEMA', `no field ${JSON.stringify(key)} (${flag} names another)`);
  }
  if (typeof value === 'object' && value !== null) {
    const kind = Array.isArray(value) ? 'an array' : 'an object';
    throw new LateBenchError('LB_SCHEMA', `field ${JSON.stringify(key)} is ${kind}; give a text or a number`);
  }
}

function aimeAnswer(text: unknown, { fallbackMode, ignoreThinking }: ParseOptions): object {
  const whole = text === null ? '' : String(text);
  const found = extractAnswer(whole, {
    fallback: fallbackMode !== 'no_fallback',
    ignoreThinking: ignoreThinking ?? false,
  });
  return { answer: found.answer, answer_source: answerSource(found) };
}
