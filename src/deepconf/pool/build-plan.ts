// What a build still has to buy: for each problem the parts that are not there in full, in order.
import { join } from 'node:path';
import { partName, partSamples, problemFolder } from './layout.ts';
import type { PoolManifest } from './manifest.ts';
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
function haveUpTo(manifest: PoolManifest, problemId: string, first: number): number {
  const facts = manifest
    .parts('core', problemId)
    .find(({ first_sample, rows }) => first_sample <= first && first < first_sample + rows);
  return facts === undefined ? first : Math.min(facts.first_sample + facts.rows, first + partSamples);
}

/** The parts that are not whole yet, for `n` samples of each problem. */
export function planBuild(manifest: PoolManifest, problems: readonly PoolProblem[], n: number): PartJob[] {
  const jobs: PartJob[] = [];
  for (const problem of problems) {
    for (let first = 0; first < n; first += partSamples) {
      const part = first / partSamples;
      const end = Math.min(n, first + partSamples);
      const have = haveUpTo(manifest, problem.problem_id, first);
      if (have >= end) continue;
      jobs.push({ problem, part, first, have, end, journal: journalOf(problem.problem_id, part) });
    }
  }
  return jobs;
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
