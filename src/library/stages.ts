// The stages of the catalogue by name, for programs, and where their records come from and go to.
import type { Solution } from '../records/solution.ts';
import type { StageOptions } from '../stages/catalogue.ts';
import { type StageValue, stageValue } from './stage-value.ts';

/** Where the records of a run come from. */
export interface SourceValue {
  readonly source:
    | { readonly files: readonly string[] }
    | { readonly synthetic: { readonly count: number; readonly seed: number } }
    | { readonly records: Iterable<Solution> | AsyncIterable<Solution> };
}

/** Where the records of a run go. */
export interface SinkValue {
  readonly write: string;
}

/**
 * Records from files (JSONL, JSON, CSV, Parquet, Arrow, .gz of these), adapted where they are rows of a known dataset;
 * from generated problems; or from a program.
 *
 * @param from A path, several, `{ synthetic: { count, seed } }`, or records as an iterable.
 * @example ingest('problems.jsonl')
 */
export function ingest(
  from:
    | string
    | readonly string[]
    | { readonly synthetic: { readonly count: number; readonly seed: number } }
    | Iterable<Solution>
    | AsyncIterable<Solution>,
): SourceValue {
  if (typeof from === 'string') return { source: { files: [from] } };
  if (isPaths(from)) return { source: { files: from } };
  return { source: 'synthetic' in from ? { synthetic: from.synthetic } : { records: from } };
}

function isPaths(from: object): from is readonly string[] {
  return Array.isArray(from) && from.every((path) => typeof path === 'string');
}

/**
 * Writes the records of a run to a file, by its ending: .jsonl, .jsonl.gz, .csv, .parquet, .arrow. It appears whole, or
 * not at all.
 */
export function write(path: string): SinkValue {
  return { write: path };
}

type Options<N extends Parameters<typeof stageValue>[0]> = StageOptions<N>;

/** Keeps the records that meet every condition. @example filter({ minSteps: 8, noError: true }) */
export const filter = (options: Options<'filter'> = {}): StageValue => stageValue('filter', options);
/** Keeps so many records at random, or a share of them. @example sample({ of: '10%' }) */
export const sample = (options: Options<'sample'>): StageValue => stageValue('sample', options);
/** Keeps as many erroneous as correct solutions. */
export const balance = (options: Options<'balance'> = {}): StageValue => stageValue('balance', options);
/** Puts one hard-to-catch error into correct solutions. @example inject({ cleanFraction: 0.5 }) */
export const inject = (options: Options<'inject'> = {}): StageValue => stageValue('inject', options);
/** Asks a model for the first error, or all errors. @example critic({ votes: 8 }) */
export const critic = (options: Options<'critic'> = {}): StageValue => stageValue('critic', options);
/** Asks a process reward model for a score of each step. @example prm({ threshold: 0.4 }) */
export const prm = (options: Options<'prm'> = {}): StageValue => stageValue('prm', options);
/** Asks whether critics' explanations give the annotated reason. */
export const judge = (options: Options<'judge'> = {}): StageValue => stageValue('judge', options);
/** Labels errors with a type of the taxonomy and the domain. */
export const classify = (options: Options<'classify'> = {}): StageValue => stageValue('classify', options);
/** Records how many blind critics find each injected error. @example difficulty({ votes: 8 }) */
export const difficulty = (options: Options<'difficulty'>): StageValue => stageValue('difficulty', options);
/** Scores critics; `run` resolves with the score object. @example score({ by: ['subject'] }) */
export const score = (options: Options<'score'> = {}): StageValue => stageValue('score', options);
/** Compares the critics of the records; `run` resolves with the comparison. */
export const compare = (options: Options<'compare'> = {}): StageValue => stageValue('compare', options);
/** Plans a study from the records as its pilot; `run` resolves with the plan. @example power({ difference: [3] }) */
export const power = (options: Options<'power'> = {}): StageValue => stageValue('power', options);
/** Weighs a cheap critic followed by a strong one; `run` resolves with cost against results. */
export const cascade = (options: Options<'cascade'> = {}): StageValue => stageValue('cascade', options);
/** Ranks records for review, the most doubtful first. @example items({ blindCritics: ['guesser'] }) */
export const items = (options: Options<'items'> = {}): StageValue => stageValue('items', options);
/** Writes a report of judged records; `run` resolves with the score object. @example report({ output: 'report.html' }) */
export const report = (options: Options<'report'> = {}): StageValue => stageValue('report', options);
