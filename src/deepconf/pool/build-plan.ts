// What a build still has to buy: for each problem the parts that are not there in full, in order.
import { join } from 'node:path';
import { partName, partSamples, problemFolder } from './layout.ts';
import type { PoolManifest } from './manifest.ts';
import type { PartFacts } from './part-facts.ts';
import type { PoolProblem } from './read.ts';

export interface PartJob {
  readonly problem: PoolProblem;
  readonly part: number;
  /** The part has samples from `first` up to `have` already and shall have them up to `end`. */
  readonly first: number;
  readonly have: number;
  readonly end: number;
  /** The part's journal. */
  readonly journal: string;
}

/** Up to which sample the part that begins at `first` is there. */
function haveUpTo(parts: readonly PartFacts[], first: number): number {
  const facts = parts.find(({ first_sample, rows }) => first_sample <= first && first < first_sample + rows);
  return facts === undefined ? first : Math.min(facts.first_sample + facts.rows, first + partSamples);
}

/** The parts that are not whole yet, for `n` samples of each problem. */
export function planBuild(manifest: PoolManifest, problems: readonly PoolProblem[], n: number): PartJob[] {
  const jobs: PartJob[] = [];
  for (const problem of problems) {
    const parts = manifest.parts('core', problem.problem_id);
    for (let first = 0; first < n; first += partSamples) {
      const end = Math.min(n, first + partSamples);
      const have = haveUpTo(parts, first);
      if (have < end) jobs.push(partJob(problem, first / partSamples, { have, end }));
    }
  }
  return jobs;
}

/** A part of a problem that has samples up to `have` and shall have them up to `end`. */
export function partJob(
  problem: PoolProblem,
  part: number,
  { have, end }: Pick<PartJob, 'have' | 'end'>,
): PartJob {
  return {
    problem,
    part,
    first: part * partSamples,
    have,
    end,
    journal: journalOf(problem.problem_id, part),
  };
}

/** The journal folders of parts that have all of their `n` samples, as left by a process that ended before it could remove them. */
export function spentJournals(manifest: PoolManifest, problems: readonly PoolProblem[], n: number): string[] {
  return problems.flatMap(({ problem_id }) =>
    manifest
      .parts('core', problem_id)
      .filter(({ rows, first_sample }) => rows >= Math.min(partSamples, n - first_sample))
      .map(({ part }) => journalOf(problem_id, part)),
  );
}

/** A folder within the pool's `journal/`. */
export function journalOf(problemId: string, part: number): string {
  return join(problemFolder(problemId), partName(part).replace('.parquet', ''));
}

export function samplesMissing(jobs: readonly PartJob[]): number {
  return jobs.reduce((sum, { have, end }) => sum + end - have, 0);
}
