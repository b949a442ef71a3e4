// A whole offline evaluation: from a pool to a run folder with summary.json, results.json, votes.parquet, report.html
// and, last, the manifest. Makes no call of any kind.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic, writeJsonAtomic } from '../storage/atomic-write.ts';
import { writeManifest } from '../storage/manifest.ts';
import { createEvaluation } from './evaluation.ts';
import { freshScoring, loadProblem, type Scoring, storedScoring } from './load-problem.ts';
import { openPool, type Pool } from './pool/read.ts';
import type { VoteFigures } from './results.ts';
import { poolScores, type ScoreOrigin, scoreOrigin, type VoteScores } from './score-columns.ts';
import { TokenSample } from './token-sample.ts';
import { recomputedConfidences, storedConfidences } from './trace-confidences.ts';
import { traceScorer } from './trace-scores.ts';
import { voteHtml } from './vote-html.ts';
import type { VoteOptions, VoteSummary } from './vote-options.ts';
import { openVotesFile, writeVotes } from './votes-file.ts';

export interface VoteRun {
  readonly pool: string;
  readonly folder: string;
  readonly options: VoteOptions;
  /** Told after each problem. */
  readonly onProblem?: (done: number, of: number) => void;
}

export async function runVote({ pool: path, folder, options, onProblem }: VoteRun): Promise<VoteSummary> {
  const pool = await openPool(path);
  const scores = { ...poolScores(pool.settings), ...options.scores };
  const origin = scoreOrigin(pool, scores, options.metrics);
  const scoring = await scoringOf(pool, { origin, scores, options });
  const evaluation = createEvaluation({
    ...options,
    window: scores.window < 1 ? null : scores.window,
  });
  const sample = new TokenSample(pool.settings.k);
  await mkdir(folder, { recursive: true });
  // What an earlier run left would not belong to what is being written.
  await rm(join(folder, 'manifest.json'), { force: true });
  const votesFile = await openVotesFile(join(folder, 'votes.parquet'), { seed: String(options.seed) });
  let unusable = 0;
  try {
    for (const [position, entry] of pool.problems.entries()) {
      const problem = await loadProblem(pool, entry, position, { settings: options, scoring });
      unusable += problem.unusable;
      for (const votes of evaluation.add(problem)) {
        await writeVotes(votesFile, { problem, votes, seed: options.seed });
      }
      await sample.add(pool, problem);
      onProblem?.(position + 1, pool.problems.length);
    }
    await votesFile.close();
  } catch (error) {
    await votesFile.abort();
    throw error;
  } finally {
    await scoring.source?.close();
    await pool.close();
  }
  const summary = summarise(pool, {
    figures: evaluation.finish(),
    origin,
    scores,
    options,
    unusable,
    sample,
  });
  await writeJsonAtomic(join(folder, 'summary.json'), summary);
  await writeJsonAtomic(join(folder, 'results.json'), {
    working_sets: {
      generator: 'mulberry32',
      seed: options.seed,
      seed_of_a_set: 'seed XOR (65537 k + 257 repeat + position), as uint32',
      draw: 'for i < k: j = i + (next integer mod (n - i)), swap entries i and j of 0..n-1; the first k are the set',
    },
    problems: evaluation.results,
  });
  await writeFileAtomic(
    join(folder, 'report.html'),
    voteHtml({ summary, results: evaluation.results, piles: evaluation.piles }),
  );
  await writeManifest(join(folder, 'manifest.json'), {
    command: 'vote',
    inputs: [{ path, bytes: 0, sha256: pool.settings.problems.sha256 }],
    stages: [{ name: 'vote', version: '1', config: { ...options, scores } }],
    endpoints: [],
    seed: options.seed,
    counts: { problems: summary.problems, traces: summary.traces },
    complete: true,
  });
  return summary;
}

async function scoringOf(
  pool: Pool,
  { origin, scores, options }: { origin: ScoreOrigin; scores: VoteScores; options: VoteOptions },
): Promise<Scoring> {
  if (origin === 'stored') return storedScoring(options.metrics);
  const source =
    origin === 'top' ? await recomputedConfidences(pool, scores.sentinel) : storedConfidences(pool);
  return freshScoring(options.metrics, source, traceScorer(scores));
}

interface Summed {
  readonly figures: VoteFigures;
  readonly origin: ScoreOrigin;
  readonly scores: VoteScores;
  readonly options: VoteOptions;
  readonly unusable: number;
  readonly sample: TokenSample;
}

function summarise(
  { settings }: Pool,
  { figures, origin, scores, options, unusable, sample }: Summed,
): VoteSummary {
  const { metrics, etas, rule, answers, fallback, dropTruncated } = options;
  return {
    ...figures,
    simulated: settings.simulated,
    model: settings.model,
    settings: {
      metrics,
      etas,
      window: scores.window,
      tail: scores.tail,
      edge: scores.edge,
      bottom_count: scores.bottomCount,
      missing: scores.missing,
      sentinel: scores.sentinel,
      filter_rule: rule,
      answers,
      fallback,
      drop_truncated: dropTruncated,
      scores: origin,
    },
    answers_not_integers: unusable,
    tokens: sample.figures(),
  };
}
