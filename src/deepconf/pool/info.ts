// What a pool holds: samples, tokens, answers, how sound its logprobs are, and how large it is.
import { stat } from 'node:fs/promises';
import type { Side } from './layout.ts';
import { sidesOf } from './layout.ts';
import type { SliceRow } from './manifest-segment.ts';
import { countProblem, knownCounts } from './problem-counts.ts';
import type { RangeFacts } from './range-facts.ts';
import type { Pool, PoolProblem } from './read.ts';

export interface ProblemInfo {
  readonly problem_id: string;
  readonly samples: number;
  readonly tokens: number;
  /** Shares of the samples; null without any. */
  readonly answered: number | null;
  readonly truncated: number | null;
  /** Share of answers equal to the truth as text; null where there is none. */
  readonly right: number | null;
  readonly answers: number;
  /** Traces of which the server counted over 1 % more tokens than it gave logprobs for, and those tokens. */
  readonly incomplete: number;
  readonly without_logprob: number;
  /** Tokens without a confidence, and placeholders among the alternatives. */
  readonly missing: number;
  readonly sentinels: number;
  readonly core_bytes: number;
  readonly top_bytes: number;
  readonly parts: number;
}

interface Size {
  readonly bytes: number;
  readonly parts: number;
}

/** What the files of one side take, a share of those that it has with other problems; and how many there are. */
function knownSize({ sources: { manifest } }: Pool, side: Side, problemId: string): Size {
  const parts = manifest.parts(side, problemId);
  const slices = manifest.slices(side, problemId);
  const inRanges = slices.map((slice) => shareOf(manifest.range(side, slice[0]), slice));
  const bytes = [...parts.map((part) => part.bytes), ...inRanges].reduce((sum, one) => sum + one, 0);
  return { bytes, parts: parts.length + slices.length };
}

/** Rounded so that the shares of a file add up to it. */
function shareOf(file: RangeFacts | undefined, [, row, , rows]: SliceRow): number {
  if (file === undefined) return 0;
  const upTo = (end: number): number => Math.round((file.bytes * end) / file.rows);
  return upTo(row + rows) - upTo(row);
}

/** The same from the files. */
async function sizeOnDisk({ sources }: Pool, side: Side, problemId: string): Promise<Size> {
  const all = await sources.of(side, problemId);
  let bytes = 0;
  for (const source of all) {
    bytes +=
      source.kind === 'part'
        ? (await stat(source.path)).size
        : shareOf(sources.manifest.range(side, source.slice[0]), source.slice);
  }
  return { bytes, parts: all.length };
}

/** From the manifest; a problem of which that has no counts is read. */
export async function problemInfo(pool: Pool, problem: PoolProblem): Promise<ProblemInfo> {
  const { problem_id, truth } = problem;
  const known = knownCounts(pool.sources.manifest, problem);
  const counts = known ?? (await countProblem(pool, problem));
  const sizeOf = async (side: Side): Promise<Size> =>
    known === undefined ? sizeOnDisk(pool, side, problem_id) : knownSize(pool, side, problem_id);
  const core = await sizeOf('core');
  const top = sidesOf(pool.settings).includes('top') ? await sizeOf('top') : { bytes: 0 };
  const { samples } = counts;
  const share = (count: number): number | null => (samples === 0 ? null : count / samples);
  return {
    problem_id,
    samples,
    tokens: counts.tokens,
    answered: share(counts.answered),
    truncated: share(counts.truncated),
    right: truth === null ? null : share(counts.right),
    answers: counts.answers,
    incomplete: counts.incomplete,
    without_logprob: counts.without_logprob,
    missing: counts.missing,
    sentinels: counts.sentinels,
    core_bytes: core.bytes,
    top_bytes: top.bytes,
    parts: core.parts,
  };
}
