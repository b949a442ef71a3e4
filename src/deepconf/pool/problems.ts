// The problems of a pool, from rows of any source that has a problem.
import { lastName, valueAtPath } from '../../datasets/row-path.ts';
import { LateBenchError } from '../../errors.ts';
import { canonicalJson, sha256Hex } from '../../records/identity.ts';
import { numberText } from '../../storage/original-text.ts';
import type { PoolProblem } from './read.ts';
import { wellFormed } from './trace.ts';

export interface ProblemKeys {
  readonly problem?: string | undefined;
  readonly answer?: string | undefined;
}

function textIn(row: Readonly<Record<string, unknown>>, names: readonly string[]): string | null {
  for (const name of names) {
    const value = valueAtPath(row, name);
    if (typeof value === 'string' && value.trim() !== '') return wellFormed(value);
    if (typeof value === 'number' && Number.isFinite(value)) return numberText(row, lastName(name), value);
  }
  return null;
}

/** `042` and `+42` are `42`; what is no integer stays as it is, blanks around it apart. */
export function canonicalTruth(answer: string): string {
  const text = answer.trim();
  const match = /^\$?([+-]?)0*(\d+)\$?$/.exec(text);
  if (match === null) return text;
  const digits = match[2]!;
  return match[1] === '-' && digits !== '0' ? `-${digits}` : digits;
}

/** Whoever names what is read anyway, as documented commands do, means the usual names. */
function namesOf(key: string | undefined, usual: readonly string[]): readonly string[] {
  return key === undefined || key === usual[0] ? usual : [key];
}

/** The id is the row's own, else 12 hex digits of sha256 over the problem's text. Throws LB_SCHEMA for no problem. */
export function problemOf(row: Readonly<Record<string, unknown>>, keys: ProblemKeys = {}): PoolProblem {
  const problemNames = namesOf(keys.problem, ['problem', 'question', 'Problem']);
  const answerNames = namesOf(keys.answer, ['answer', 'Answer']);
  const problem = textIn(row, problemNames);
  if (problem === null) {
    const fields = Object.keys(row).join(', ');
    const message = `no problem in it (${problemNames.join(', ')}); its fields: ${fields}; --problem-key names the field`;
    throw new LateBenchError('LB_SCHEMA', message);
  }
  const truth = textIn(row, answerNames);
  return {
    problem_id: textIn(row, ['id']) ?? sha256Hex(problem).slice(0, 12),
    problem,
    truth: truth === null ? null : canonicalTruth(truth),
  };
}

export function problemsHash(problems: readonly PoolProblem[]): string {
  return sha256Hex(
    canonicalJson(problems.map(({ problem_id, problem, truth }) => [problem_id, problem, truth])),
  );
}

/** Throws LB_CONFIG when two rows have the same id: their traces could not be assigned. */
export function checkDistinct(problems: readonly PoolProblem[]): void {
  const seen = new Set<string>();
  for (const { problem_id } of problems) {
    if (seen.has(problem_id)) {
      const message = `two problems have the id ${JSON.stringify(problem_id)}: give each its own, or leave one out`;
      throw new LateBenchError('LB_CONFIG', message);
    }
    seen.add(problem_id);
  }
}

/**
 * The problems that the pool has from now on. The file may add problems, leave some out, or correct answers; where it
 * has none, the pool's stay. Another text under an id that is known would mix traces of two problems.
 */
export function mergedProblems(
  known: readonly PoolProblem[],
  requested: readonly PoolProblem[],
): readonly PoolProblem[] {
  const truths = new Map(known.map(({ problem_id, truth }) => [problem_id, truth]));
  const given = requested.map((one) => ({ ...one, truth: one.truth ?? truths.get(one.problem_id) ?? null }));
  const byId = new Map(given.map((problem) => [problem.problem_id, problem]));
  for (const { problem_id, problem } of known) {
    const now = byId.get(problem_id);
    if (now !== undefined && now.problem !== problem) {
      const message = `the problem ${problem_id} has another text than in the pool; use another --pool, or --rebuild`;
      throw new LateBenchError('LB_CONFIG', message);
    }
  }
  const left = known.filter(({ problem_id }) => !byId.has(problem_id));
  if (left.length === 0) return given;
  const ids = new Set(known.map(({ problem_id }) => problem_id));
  const added = given.filter(({ problem_id }) => !ids.has(problem_id));
  // The pool keeps its order; what is new follows.
  return [...known.map((problem) => byId.get(problem.problem_id) ?? problem), ...added];
}
