// The stages of the catalogue by name, for programs, and where their records come from and go to.
import type { Solution } from '../records/solution.ts';
import { isIterable, wrongArgument } from '../records/wrong-argument.ts';
import type { StageOptions } from '../stages/catalogue.ts';
import { type StageValue, stageValue } from './stage-value.ts';

/** Where the records of a run come from; `ingest` makes it. */
export interface SourceValue {
  /** One of: files, in the order given; generated problems; records of a program. */
  readonly source:
    | { readonly files: readonly string[] }
    | { readonly synthetic: { readonly count: number; readonly seed: number } }
    | { readonly records: Iterable<Solution> | AsyncIterable<Solution> };
}

/** Where the records of a run go; `write` makes it. */
export interface SinkValue {
  /** Path of the file; its ending names the format. */
  readonly write: string;
}

/**
 * Takes records from files (JSONL, JSON or CSV, gzipped or not, Parquet, Arrow), adapting rows of known datasets; from
 * generated problems; or from a program.
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
  if (!isIterable(from) && !isSynthetic(from))
    throw wrongArgument('ingest', 'a path, a list of paths, records, or { synthetic }', from);
  return { source: isSynthetic(from) ? { synthetic: from.synthetic } : { records: from } };
}

function isSynthetic(
  from: object | null | undefined,
): from is { readonly synthetic: { readonly count: number; readonly seed: number } } {
  return typeof from === 'object' && from !== null && 'synthetic' in from;
}

function isPaths(from: object): from is readonly string[] {
  return Array.isArray(from) && from.every((path) => typeof path === 'string');
}

/**
 * Writes the records of a run to a file, by its ending: .jsonl, .jsonl.gz, .csv, .csv.gz, .parquet or .arrow. The file
 * appears when it is complete, or not at all.
 *
 * @param path The file; its folder is made where it is missing. One that exists is replaced.
 * @returns A sink, to be the last part of `run`, which throws LB_USAGE for an unknown ending.
 * @example
 * await run(ingest('problems.jsonl'), filter({ minSteps: 8 }), write('long.parquet'));
 */
export function write(path: string): SinkValue {
  return { write: path };
}

type Options<N extends Parameters<typeof stageValue>[0]> = StageOptions<N>;

/**
 * Keeps the records that meet every condition; the others are dropped and counted with the first condition that they
 * fail. Options and defaults are those of `latebench filter` (docs/reference.md). No model is called.
 *
 * @throws LB_CONFIG, from the run, for options that the stage does not take.
 * @example filter({ minSteps: 8, noError: true })
 */
export const filter = (options: Options<'filter'> = {}): StageValue => stageValue('filter', options);
/**
 * Keeps a number of records (`of: 100`) or a share of them (`of: '10%'`, above 0 and at most 100 %), chosen at random.
 * The same seed chooses the same records; they keep their order. A number holds the sample in memory, a share holds
 * nothing.
 *
 * @throws LB_CONFIG, from the run, for a number or share that cannot be read.
 * @example sample({ of: '10%' })
 */
export const sample = (options: Options<'sample'>): StageValue => stageValue('sample', options);
/**
 * Keeps equal numbers of solutions with and without an error: the whole smaller class, and a random sample of the
 * larger one. Records keep their order; records without a label (`error_steps` null) are left out. They are held in a
 * temporary file until both classes are counted. No model is called.
 *
 * @param options `seed` of the sample; the run's seed by default.
 * @throws LB_DISK_FULL, from the run, when the temporary folder is full.
 * @example
 * await run(ingest('records.jsonl'), balance(), write('balanced.jsonl'));
 */
export const balance = (options: Options<'balance'> = {}): StageValue => stageValue('balance', options);
/**
 * Puts one hard-to-catch error into each correct solution. A model (role `inject`) rewrites a step, 0-based in
 * records; with `cleanFraction`, a share from 0 to 1 of the solutions passes unchanged as controls. Options and
 * defaults are those of `latebench inject`.
 *
 * @throws LB_ENDPOINT_CONFIG, from the run, where the role has no endpoint.
 * @example inject({ cleanFraction: 0.5 })
 */
export const inject = (options: Options<'inject'> = {}): StageValue => stageValue('inject', options);
/**
 * Asks a model (role `critic`) for the first error of each solution, or for all of them, and adds one entry to
 * `critiques`. Step indices are 0-based in records, -1 for a solution without an error. Options and defaults are
 * those of `latebench critic`.
 *
 * @throws LB_ENDPOINT_CONFIG, from the run, where the role has no endpoint.
 * @example critic({ votes: 8 })
 */
export const critic = (options: Options<'critic'> = {}): StageValue => stageValue('critic', options);
/**
 * Asks a process reward model for a score of each step, from 0 to 1. The first step with a score below `threshold`
 * (0.5 by default) is the critique's first error; without such a step the verdict is "no error" (-1).
 *
 * @throws LB_ENDPOINT_CONFIG, from the run, where no reward model is configured.
 * @example prm({ threshold: 0.4 })
 */
export const prm = (options: Options<'prm'> = {}): StageValue => stageValue('prm', options);
/**
 * Asks a model (role `critic`) whether critics that named the right step also give the annotated reason: one call for
 * each such critique with an explanation, in records that say why the step is wrong (`injection.explanation`,
 * DeltaBench's explanations, `meta.error_description`). Adds `judge: {status, match, why, step}` to the critique, where
 * `match` is `yes`, `partly` or `no`, null if the reply cannot be read, and `step` is 0-based. Other critiques and
 * records pass unchanged.
 *
 * @param options `critic`: judge the critiques of this critic only (default: all); `temperature`: from 0.
 * @throws LB_ENDPOINT_CONFIG, from the run, where the role has no endpoint.
 * @example
 * await run(ingest('records.jsonl'), critic({ protocol: 'all_errors' }), judge(), write('judged.jsonl'));
 */
export const judge = (options: Options<'judge'> = {}): StageValue => stageValue('judge', options);
/**
 * Asks a model (role `critic`) for the type of the first error of each solution and the domain of the problem: one call
 * per record with a known first error. Adds `classification: {error_type, domain, confidence, model}`, with the
 * taxonomy's types, `calculation_slip` and `other`. An unreadable reply gives null labels with status `unparsed`.
 * Records without a known error pass unchanged.
 *
 * @param options `all`: label injected errors too, whose type is known (default false).
 * @throws LB_ENDPOINT_CONFIG, from the run, where the role has no endpoint.
 * @example
 * await run(ingest('hf:Qwen/ProcessBench/math'), classify(), write('classified.jsonl'));
 */
export const classify = (options: Options<'classify'> = {}): StageValue => stageValue('classify', options);
/**
 * Measures how hard each accepted injection is to detect: the share, from 0 (all critics find it) to 1 (none does), of
 * readable blind votes that do not name the injected step. It is stored in `injection.difficulty.score`. One call per
 * vote; other records pass unchanged.
 *
 * @param options `votes` per critic, at least 1; `models` of the critics; `target`, a range of scores to keep.
 * @throws LB_ENDPOINT_CONFIG, from the run, where the role `critic` has no endpoint.
 * @example difficulty({ votes: 8 })
 */
export const difficulty = (options: Options<'difficulty'>): StageValue => stageValue('difficulty', options);
/**
 * Scores the critics of the records, as `createScore` does. `run` resolves with the score object in `score` and
 * `result`.
 *
 * @example score({ by: ['subject'] })
 */
export const score = (options: Options<'score'> = {}): StageValue => stageValue('score', options);
/**
 * Compares the critics of the records pair by pair, as `createComparison` does. `run` resolves with the comparison in
 * `result`.
 *
 * @example
 * const { result } = await run(ingest('judged.jsonl'), compare());
 */
export const compare = (options: Options<'compare'> = {}): StageValue => stageValue('compare', options);
/**
 * Plans a study, with the records as its pilot: how many records show a difference between critics. `run` resolves
 * with the plan in `result`. Options and defaults are those of the stage `power` (docs/reference.md).
 *
 * @example power({ difference: [3] })
 */
export const power = (options: Options<'power'> = {}): StageValue => stageValue('power', options);
/**
 * Evaluates a cheap critic followed by a strong one, from stored critiques, without a call. `run` resolves with cost
 * against results in `result`. Options and defaults are those of the stage `cascade` (docs/reference.md).
 *
 * @throws LB_USAGE, from the run, where the records have not two critics.
 * @example
 * const { result } = await run(ingest('judged.jsonl'), cascade());
 */
export const cascade = (options: Options<'cascade'> = {}): StageValue => stageValue('cascade', options);
/**
 * Ranks records for review, the most doubtful first, each with the reason. Options and defaults are those of the
 * stage `items` (docs/reference.md).
 *
 * @example items({ blindCritics: ['guesser'] })
 */
export const items = (options: Options<'items'> = {}): StageValue => stageValue('items', options);
/**
 * Writes a report of judged records, HTML or Markdown by the ending of `output`. `run` resolves with the score object
 * in `score` where records have critiques.
 *
 * @example report({ output: 'report.html' })
 */
export const report = (options: Options<'report'> = {}): StageValue => stageValue('report', options);
