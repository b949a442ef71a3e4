// The answers that the traces of a pool vote for: those stored, or read again from the texts where they are compared as
// mathematics or where an older rule read them.
import { answerSources, currentAimeRule } from '../mathverify/aime.ts';
import { formatCount } from '../report/format.ts';
import { aimeAnswer, isStoppedEarly } from './answer.ts';
import type { AnswerKind } from './integer-classes.ts';
import { mathAnswer } from './math-classes.ts';
import { isReadByOlderRule, type PoolSettings, ruleOfAnswers } from './pool/schema.ts';
import type { TextColumn, TraceBatch, TraceColumn } from './pool/trace-batch.ts';

export interface AnswerReading {
  readonly answers: AnswerKind;
  /** False: only a boxed answer counts. */
  readonly fallback: boolean;
}

export interface BatchAnswers {
  /** One a trace; null where it has none that counts. */
  readonly answers: readonly (string | null)[];
  /** How many differ from those stored, which an older rule read. */
  readonly changed: number;
}

export interface AnswerReader {
  /** What it needs of the pool's core side. */
  readonly columns: readonly TraceColumn[];
  read(batch: TraceBatch): BatchAnswers;
}

export function answerReader(pool: PoolSettings, { answers, fallback }: AnswerReading): AnswerReader {
  if (answers === 'math')
    return pool.answers.mode === 'aime' ? mathReader(fallback) : givenMathReader(fallback);
  return isReadByOlderRule(pool) ? readerAgain(pool, fallback) : storedReader(fallback);
}

/** Reads each trace by two of its columns. */
function byColumns(
  first: TextColumn,
  second: TextColumn,
  answerOf: (value: string | null, other: string | null) => string | null,
): AnswerReader {
  return {
    columns: [first, second],
    read(batch) {
      const others = batch.texts(second);
      const answers = batch.texts(first).map((value, row) => answerOf(value, others[row]!));
      return { answers, changed: 0 };
    },
  };
}

function storedReader(fallback: boolean): AnswerReader {
  return byColumns('answer', 'answer_source', (answer, source) =>
    fallback || source !== 'fallback' ? answer : null,
  );
}

function mathReader(fallback: boolean): AnswerReader {
  return byColumns('text', 'finish_reason', (text, reason) =>
    text === null || isStoppedEarly(reason) ? null : mathAnswer(text, { fallback }),
  );
}

/** Whether an imported answer was read from the trace's text, here or before it was exported. */
export function isReadFromText(source: string | null): boolean {
  return answerSources.some((known) => known === source);
}

/** What was imported as an answer counts as it is; what whole numbers were read from is read as mathematics. */
function givenMathReader(fallback: boolean): AnswerReader {
  const [stored, fromText] = [storedReader(fallback), mathReader(fallback)];
  return {
    columns: [...stored.columns, ...fromText.columns],
    read(batch) {
      const sources = batch.texts('answer_source');
      const texts = batch.texts('text');
      const given = stored.read(batch).answers;
      const read = fromText.read(batch).answers;
      const isRead = (row: number): boolean => texts[row] !== null && isReadFromText(sources[row] ?? null);
      return { answers: given.map((answer, row) => (isRead(row) ? read[row]! : answer)), changed: 0 };
    },
  };
}

/** A trace without a text keeps its stored answer. */
function readerAgain(pool: PoolSettings, fallback: boolean): AnswerReader {
  const stored = storedReader(fallback);
  return {
    columns: [...stored.columns, 'text', 'finish_reason'],
    read(batch) {
      const before = batch.texts('answer');
      const texts = batch.texts('text');
      const reasons = batch.texts('finish_reason');
      let changed = 0;
      const answers = stored.read(batch).answers.map((counting, row) => {
        const text = texts[row] ?? null;
        if (text === null || isStoppedEarly(reasons[row]!)) return counting;
        const { answer, source } = aimeAnswer(text, { fallback: pool.answers.fallback });
        if (answer !== before[row]) changed += 1;
        return fallback || source !== 'fallback' ? answer : null;
      });
      return { answers, changed };
    },
  };
}

/** What was read again because an older rule had read the answers of the pool. */
export interface AnswersReadAgain {
  readonly rule_of_pool: number;
  readonly rule: number;
  /** Traces whose answer differs from the stored one. */
  readonly changed: number;
}

/** Null where the stored answers vote, or where answers are read as mathematics in any case. */
export function answersReadAgain(
  pool: PoolSettings,
  { answers }: AnswerReading,
  changed: number,
): AnswersReadAgain | null {
  if (answers === 'math' || !isReadByOlderRule(pool)) return null;
  return { rule_of_pool: ruleOfAnswers(pool), rule: currentAimeRule, changed };
}

export function readAgainLine({ rule_of_pool, rule, changed }: AnswersReadAgain): string {
  return (
    `the pool's answers were read by an older rule (${rule_of_pool}), so the texts were read again by rule ${rule}: ` +
    `${formatCount(changed)} answers changed`
  );
}
