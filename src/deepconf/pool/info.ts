// What a pool holds: samples, tokens, answers, how sound its logprobs are, and how large it is.
import { stat } from 'node:fs/promises';
import { partPath, type Side } from './layout.ts';
import { type Pool, type PoolProblem, partsOf } from './read.ts';
import { sidesOf } from './write-part.ts';

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

async function bytesOf(pool: Pool, side: Side, problemId: string): Promise<{ bytes: number; parts: number }> {
  const parts = await partsOf(pool.folder, side, problemId);
  let bytes = 0;
  for (const part of parts) bytes += (await stat(partPath(pool.folder, side, problemId, part))).size;
  return { bytes, parts: parts.length };
}

export async function problemInfo(pool: Pool, problem: PoolProblem): Promise<ProblemInfo> {
  const { problem_id, truth } = problem;
  const counts = new Map<string, number>();
  let samples = 0;
  let tokens = 0;
  let answered = 0;
  let truncated = 0;
  let missing = 0;
  let sentinels = 0;
  let incomplete = 0;
  let without_logprob = 0;
  const columns = [
    'answer',
    'finish_reason',
    'n_tokens',
    'n_without_logprob',
    'n_missing',
    'n_sentinel',
  ] as const;
  for await (const batch of pool.traces(problem_id, { columns })) {
    samples += batch.rows;
    for (const count of batch.ints('n_tokens')) tokens += count;
    const isIncomplete = batch.known('n_without_logprob');
    for (const [row, count] of batch.ints('n_without_logprob').entries()) {
      if (!isIncomplete(row)) continue;
      without_logprob += count;
      if (count > 0) incomplete += 1;
    }
    for (const count of batch.ints('n_missing')) missing += count;
    for (const count of batch.ints('n_sentinel')) sentinels += count;
    for (const reason of batch.texts('finish_reason')) if (reason === 'length') truncated += 1;
    for (const answer of batch.texts('answer')) {
      if (answer === null) continue;
      answered += 1;
      counts.set(answer, (counts.get(answer) ?? 0) + 1);
    }
  }
  const core = await bytesOf(pool, 'core', problem_id);
  const top = sidesOf(pool.settings).includes('top') ? await bytesOf(pool, 'top', problem_id) : { bytes: 0 };
  const share = (count: number): number | null => (samples === 0 ? null : count / samples);
  return {
    problem_id,
    samples,
    tokens,
    answered: share(answered),
    truncated: share(truncated),
    right: truth === null ? null : share(counts.get(truth) ?? 0),
    answers: counts.size,
    incomplete,
    without_logprob,
    missing,
    sentinels,
    core_bytes: core.bytes,
    top_bytes: top.bytes,
    parts: core.parts,
  };
}
