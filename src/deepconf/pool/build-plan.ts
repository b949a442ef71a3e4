// What a build still has to buy: for each problem the parts that are not there in full, in order.
import { join } from 'node:path';
import { LateBenchError } from '../../errors.ts';
import { partName, partSamples, problemFolder } from './layout.ts';
import type { PoolManifest } from './manifest.ts';
import type { SliceRow } from './manifest-segment.ts';
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

/** Up to which sample range files have those of the part that would begin at `first`. */
function rangesUpTo(slices: readonly SliceRow[], first: number): number {
  let sample = first;
  for (const [, , from, rows] of slices) if (from <= sample) sample = Math.max(sample, from + rows);
  return Math.min(sample, first + partSamples);
}

/** Up to which sample the part that begins at `first` is there. */
function haveUpTo(parts: readonly PartFacts[], first: number): number {
  const facts = parts.find(({ first_sample, rows }) => first_sample <= first && first < first_sample + rows);
  const end = (Math.floor(first / partSamples) + 1) * partSamples;
  return facts === undefined ? first : Math.min(facts.first_sample + facts.rows, end);
}

/** Where a range file is lost, others may have samples that come behind those that it had. */
function checkHole(
  slices: readonly SliceRow[],
  id: string,
  { first, end }: { first: number; end: number },
): void {
  const behind = slices.find(([, , from]) => from > first && from < end);
  if (behind === undefined) return;
  const message = `a range file of core/ is lost: samples ${first} to ${behind[2] - 1} of ${id} are missing before others that are there. Restore it from a copy, or build another pool (--pool); pool export writes what is left`;
  throw new LateBenchError('LB_STORE', message);
}

/**
 * Parts have the same samples on both sides; only where a manifest was lost in the middle of a compaction may they not.
 */
function checkSides(
  manifest: PoolManifest,
  { problem_id: id }: PoolProblem,
  { start, first }: { start: number; first: number },
): void {
  const slices = manifest.slices('top', id);
  const upTo = rangesUpTo(slices, start);
  if (slices.length + manifest.parts('top', id).length === 0 || upTo === first) return;
  const message =
    upTo > first
      ? `range files have other samples of ${id} in core/ than in top/; run \`latebench pool compact\` first`
      : `a range file of top/ is lost: it lacks samples of ${id} that core/ has. Restore it from a copy, or build another pool (--pool); votes need no top/`;
  throw new LateBenchError('LB_STORE', message);
}

/**
 * The parts of a pool that are not complete yet.
 *
 * @param n Samples of each problem, at least 1.
 * @returns Jobs for `buildPool`, in the order of the problems; empty for a complete pool.
 * @throws LB_STORE where files of the pool hold different samples; the message says how to mend that.
 */
export function planBuild(manifest: PoolManifest, problems: readonly PoolProblem[], n: number): PartJob[] {
  const jobs: PartJob[] = [];
  for (const problem of problems) {
    const parts = manifest.parts('core', problem.problem_id);
    const slices = manifest.slices('core', problem.problem_id);
    for (let start = 0; start < n; start += partSamples) {
      const end = Math.min(n, start + partSamples);
      const first = rangesUpTo(slices, start);
      checkHole(slices, problem.problem_id, { first, end: start + partSamples });
      checkSides(manifest, problem, { start, first });
      const have = haveUpTo(parts, first);
      if (have < end) jobs.push(partJob(problem, start / partSamples, { first, have, end }));
    }
  }
  return jobs;
}

/** A part of a problem that has samples up to `have` and shall have them up to `end`; `first` is its own by default. */
export function partJob(
  problem: PoolProblem,
  part: number,
  { first = part * partSamples, have, end }: Pick<PartJob, 'have' | 'end'> & Partial<Pick<PartJob, 'first'>>,
): PartJob {
  return {
    problem,
    part,
    first,
    have,
    end,
    journal: journalOf(problem.problem_id, part),
  };
}

/**
 * The journal folders of parts that have all of their `n` samples, as left by a process that ended before it could
 * remove them.
 */
export function spentJournals(manifest: PoolManifest, problems: readonly PoolProblem[], n: number): string[] {
  return problems.flatMap(({ problem_id }) =>
    manifest
      .parts('core', problem_id)
      .filter(({ part, rows, first_sample }) => first_sample + rows >= Math.min((part + 1) * partSamples, n))
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
