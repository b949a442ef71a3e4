// The problems of a pool that a vote or a sweep looks at. An interrupted build leaves problems without traces: they are
// left out and counted, so that what is there can be voted over before the rest is sampled.
import { LateBenchError } from '../errors.ts';
import { formatCount } from '../report/format.ts';
import { type LoadSettings, loadProblem, type Scoring } from './load-problem.ts';
import type { Pool } from './pool/read.ts';
import type { ProblemTraces } from './problem-traces.ts';

export interface ProblemChoice {
  /** Take the first so many problems of the pool; all of them where absent. */
  readonly limit?: number | undefined;
}

export interface VotingProblems {
  /** One after the other, in the order of the pool; each keeps its position in the pool, from which its sets are drawn. */
  readonly loaded: AsyncIterable<ProblemTraces>;
  /** Problems without traces among those read so far. */
  readonly empty: () => number;
}

interface Loading {
  readonly settings: LoadSettings & ProblemChoice;
  readonly scoring: Scoring;
  /** Called after each problem, also one that is left out. */
  readonly onProblem?: ((done: number, of: number) => void) | undefined;
  /** Called at the end, where problems were left out. */
  readonly say?: ((line: string) => void) | undefined;
}

/** Reading them throws LB_USAGE where none has a trace. */
export function votingProblems(pool: Pool, { settings, scoring, onProblem, say }: Loading): VotingProblems {
  const chosen = chosenProblems(pool, settings);
  let empty = 0;
  async function* load(): AsyncGenerator<ProblemTraces> {
    for (const [position, entry] of chosen.entries()) {
      const problem = await loadProblem(pool, entry, position, { settings, scoring });
      if (problem.sampleIds.length > 0) yield problem;
      else empty += 1;
      onProblem?.(position + 1, chosen.length);
    }
    if (empty === 0) return;
    const missing = withoutTraces(empty, chosen.length);
    if (empty < chosen.length) say?.(missing);
    else
      throw new LateBenchError(
        'LB_USAGE',
        `${pool.folder} has no traces yet: sample some (latebench pool build)`,
      );
  }
  return { loaded: load(), empty: () => empty };
}

export function chosenProblems({ problems }: Pool, { limit }: ProblemChoice): Pool['problems'] {
  return limit === undefined ? problems : problems.slice(0, limit);
}

export function withoutTraces(empty: number, of: number): string {
  const verbs = empty === 1 ? 'has no traces and is left out' : 'have no traces and are left out';
  return `${formatCount(empty)} of ${formatCount(of)} problems ${verbs}; latebench pool build samples them`;
}
