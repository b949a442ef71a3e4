// The exercises of a source: its records with a label. What an exercise shows before its answer comes without label,
// injection and critics, as for somebody who judges blind.
import { LateBenchError } from '../../errors.ts';
import { recordHash } from '../../records/record-hash.ts';
import type { Solution } from '../../records/solution.ts';
import type { AnswerRequest, ExercisePage, Hint, LearnerAnswer, ProgressPage, Solved } from '../api-teach.ts';
import { hashId, labelOf, unknownLabel } from '../records/columns.ts';
import { fieldOfRow, goldOfRow } from '../records/row-facts.ts';
import { showRecord } from '../records/show-record.ts';
import { withoutSuggestions } from '../sources/blind.ts';
import { readRecord } from '../sources/record-page.ts';
import type { Source } from '../sources/source.ts';
import { hintsOf } from './hints.ts';

/** Where the answers of one learner about one source are kept. */
export interface Learner {
  readonly source: string;
  answers(): Promise<readonly LearnerAnswer[]>;
  add(answer: LearnerAnswer): Promise<void>;
  /** Forgets all answers. */
  startOver(): Promise<void>;
}

const known = new WeakMap<Source, readonly number[]>();

async function rowsOf(source: Source): Promise<readonly number[]> {
  for (const part of ['fields', 'steps'] as const) await source.ready(part);
  const rows =
    known.get(source) ??
    [...source.columns.gold.keys()].filter(
      (row) => source.columns.gold[row] !== unknownLabel && source.columns.steps[row]! > 0,
    );
  known.set(source, rows);
  return rows;
}

interface Exercise {
  readonly total: number;
  readonly record: Solution;
  readonly truth: number;
}

async function exerciseAt(source: Source, place: number): Promise<Exercise> {
  const rows = await rowsOf(source);
  const row = rows[place];
  if (row === undefined) throw new LateBenchError('LB_INPUT_MISSING', `there is no exercise ${place + 1}`);
  const found = await readRecord(source, row);
  if ('reason' in found) throw new LateBenchError('LB_SCHEMA', `row ${row}: ${found.reason}`);
  return { total: rows.length, record: found.record, truth: labelOf(goldOfRow(found.record)) };
}

async function solvedOf(learner: Learner, record: Solution): Promise<Solved | null> {
  const hash = recordHash(record);
  const answers = await learner.answers();
  const answer = answers.find((one) => one.record_id === record.id && one.record_hash === hash);
  return answer === undefined ? null : { answer, record: showRecord(record) };
}

export async function exercisePage(source: Source, place: number, learner: Learner): Promise<ExercisePage> {
  const { total, record, truth } = await exerciseAt(source, place);
  return {
    place,
    total,
    record: showRecord(withoutSuggestions(record)),
    hints: hintsOf(record.steps.length, truth, record.id).length,
    solved: await solvedOf(learner, record),
  };
}

/** `level`: 0 for the first hint. */
export async function hintPage(source: Source, place: number, level: number): Promise<Hint> {
  const { record, truth } = await exerciseAt(source, place);
  const hint = hintsOf(record.steps.length, truth, record.id)[level];
  if (hint === undefined) throw new LateBenchError('LB_INPUT_MISSING', 'there is no further hint');
  return hint;
}

/** The first answer counts: a second one is told what the first was. */
export async function answerExercise(
  source: Source,
  place: number,
  { choice, hints }: AnswerRequest,
  learner: Learner,
  at: Date,
): Promise<Solved> {
  const { record, truth } = await exerciseAt(source, place);
  if (choice >= record.steps.length) throw new LateBenchError('LB_USAGE', `there is no step ${choice + 1}`);
  const before = await solvedOf(learner, record);
  if (before !== null) return before;
  const type = truth === -1 ? null : fieldOfRow(record as Readonly<Record<string, unknown>>, 'type');
  const answer: LearnerAnswer = {
    source: learner.source,
    record_id: record.id,
    record_hash: recordHash(record),
    choice,
    truth,
    type: type === null ? null : String(type),
    hints,
    at: at.toISOString(),
  };
  await learner.add(answer);
  return { answer, record: showRecord(record) };
}

export async function progressPage(source: Source, learner: Learner): Promise<ProgressPage> {
  const rows = await rowsOf(source);
  const answers = await learner.answers();
  const answered = new Set(answers.map((one) => hashId(one.record_id)));
  const next = rows.findIndex((row) => !answered.has(source.columns.ids[row]!));
  return { total: rows.length, next: next === -1 ? null : next, answers };
}
