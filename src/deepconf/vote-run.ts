// A whole offline evaluation: from a pool to a run folder with summary.json, results.json, votes.parquet, report.html
// and, last, the manifest. Makes no call of any kind.
import { join } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { writeFileAtomic, writeJsonAtomic } from '../storage/atomic-write.ts';
import { writeManifest } from '../storage/manifest.ts';
import { beginRunFolder } from '../storage/run-folder.ts';
import { createEvaluation } from './evaluation.ts';
import type { VoteFigures } from './evaluation-types.ts';
import { freshScoring, type Scoring, storedScoring } from './load-problem.ts';
import { createOnlineRun, type OnlineRun } from './online-figures.ts';
import { openPool, type Pool } from './pool/read.ts';
import { poolInputs } from './pool-inputs.ts';
import { poolScores, type ScoreOrigin, scoreOrigin, type VoteScores } from './score-columns.ts';
import { allTraces, raggedLine, type SetSizes, setSizes } from './set-sizes.ts';
import { TokenSample } from './token-sample.ts';
import { type AnswersReadAgain, answersReadAgain, readAgainLine } from './trace-answers.ts';
import { type ConfidenceSource, recomputedConfidences, storedConfidences } from './trace-confidences.ts';
import { traceScorer } from './trace-scores.ts';
import { voteHtml } from './vote-html.ts';
import type { VoteOptions, VoteSummary } from './vote-options.ts';
import { openVotesFile, writeVotes } from './votes-file.ts';
import { votingProblems } from './voting-problems.ts';

export interface VoteRun {
  readonly pool: string;
  readonly folder: string;
  readonly options: VoteOptions;
  /** Called after each problem. */
  readonly onProblem?: (done: number, of: number) => void;
  /** Called with what the user should know beside the result. */
  readonly say?: (line: string) => void;
}

/** Evaluates the voting methods on a pool into a run folder, without a call: what `latebench vote` does. */
export async function runVote({
  pool: path,
  folder,
  options,
  onProblem,
  say,
}: VoteRun): Promise<VoteSummary> {
  const pool = await openPool(path);
  const scores = { ...poolScores(pool.settings), ...options.scores };
  const origin = scoreOrigin(pool, scores, options.metrics);
  const source = await sourceOf(pool, { origin, scores });
  const scoring = scoringOf(origin, { source, scores, options });
  const sizes = await setSizes(pool, options);
  const ragged = raggedLine(sizes);
  if (ragged !== null) say?.(ragged);
  const online = onlineOf(options, scores);
  const evaluation = createEvaluation({
    ...options,
    ks: sizes.ks,
    ragged: sizes.traces_each !== undefined,
    window: scores.window < 1 ? null : scores.window,
  });
  const sample = new TokenSample(pool.settings.k);
  await beginRunFolder(folder);
  const votesFile = await openVotesFile(join(folder, 'votes.parquet'), { seed: String(options.seed) });
  const problems = votingProblems(pool, { settings: options, scoring, onProblem, say });
  let unusable = 0;
  let changed = 0;
  const gaps = { traces: 0, tokens: 0 };
  try {
    for await (const problem of problems.loaded) {
      unusable += problem.unusable;
      changed += problem.changed;
      gaps.traces += problem.gaps.length;
      gaps.tokens += problem.gaps.reduce((sum, gap) => sum + gap, 0);
      for (const votes of evaluation.add(problem)) {
        await writeVotes(votesFile, { problem, votes, seed: options.seed });
      }
      await sample.add(pool, problem);
      await online?.add(source, problem);
    }
    await votesFile.close();
  } catch (error) {
    await votesFile.abort();
    throw error;
  } finally {
    await source.close();
    await pool.close();
  }
  const again = answersReadAgain(pool.settings, options, changed);
  if (again !== null) say?.(readAgainLine(again));
  const summary = summarise(pool, {
    figures: evaluation.finish(),
    origin,
    scores,
    options,
    unusable,
    empty: problems.empty(),
    sizes,
    gaps,
    again,
    sample,
    online,
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
    voteHtml({ summary, results: evaluation.results, distributions: evaluation.distributions }),
  );
  await writeManifest(join(folder, 'manifest.json'), {
    command: 'vote',
    inputs: await poolInputs(path),
    stages: [{ name: 'vote', version: '1', config: { ...options, scores } }],
    endpoints: [],
    seed: options.seed,
    counts: { problems: summary.problems, traces: summary.traces },
    complete: true,
  });
  return summary;
}

async function sourceOf(
  pool: Pool,
  { origin, scores }: { origin: ScoreOrigin; scores: VoteScores },
): Promise<ConfidenceSource> {
  return origin === 'top' ? recomputedConfidences(pool, scores.sentinel) : storedConfidences(pool);
}

function scoringOf(
  origin: ScoreOrigin,
  { source, scores, options }: { source: ConfidenceSource; scores: VoteScores; options: VoteOptions },
): Scoring {
  if (origin === 'stored') return storedScoring(options.metrics);
  return freshScoring(options.metrics, source, traceScorer(scores));
}

function onlineOf(options: VoteOptions, { window, edge }: VoteScores): OnlineRun | null {
  const { online, ks, seed, repeats, rule, metrics } = options;
  if (online === null) return null;
  const k = Math.max(...ks);
  const refuse = (reason: string): LateBenchError => new LateBenchError('LB_USAGE', `--online ${reason}`);
  if (ks.includes(allTraces)) throw refuse('needs sets of one size: give a number for --k');
  if (!metrics.includes('lowest')) throw refuse('needs lowest among --metrics: it stops by group confidence');
  if (window < 1)
    throw refuse('needs a --window in tokens: how long a trace gets is not known while it runs');
  if (edge !== 'full') throw refuse('judges whole windows only: use --edge full');
  if (online.warmup >= k)
    throw refuse(`needs sets larger than its ${online.warmup} warm-up traces (--warmup)`);
  return createOnlineRun({ k, set: { seed, repeats, rule }, online, window });
}

interface Summed {
  readonly figures: VoteFigures;
  readonly origin: ScoreOrigin;
  readonly scores: VoteScores;
  readonly options: VoteOptions;
  readonly unusable: number;
  readonly empty: number;
  readonly sizes: SetSizes;
  readonly gaps: { readonly traces: number; readonly tokens: number };
  readonly again: AnswersReadAgain | null;
  readonly sample: TokenSample;
  readonly online: OnlineRun | null;
}

function summarise(
  { settings }: Pool,
  { figures, origin, scores, options, unusable, empty, sizes, gaps, again, sample, online }: Summed,
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
    ...(empty === 0 ? {} : { problems_without_traces: empty }),
    ...(sizes.traces_each === undefined ? {} : { traces_each: sizes.traces_each }),
    ...(gaps.traces === 0 ? {} : { missing_logprobs: gaps }),
    ...(again === null || again.changed === 0 ? {} : { answers_read_again: again }),
    tokens: sample.figures(),
    online: online?.finish() ?? null,
  };
}
