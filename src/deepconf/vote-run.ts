// A whole offline evaluation: from a pool to a run folder with summary.json, results.json, votes.parquet, report.html
// and, last, the manifest. Makes no call of any kind.

import { join } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { writeFileAtomic, writeJsonAtomic } from '../storage/atomic-write.ts';
import { writeManifest } from '../storage/manifest.ts';
import { beginRunFolder } from '../storage/run-folder.ts';
import { createEvaluation, type EvaluationFigures } from './evaluation.ts';
import type { ProblemResult, VoteFigures } from './evaluation-types.ts';
import { freshScoring, type Scoring, storedScoring } from './load-problem.ts';
import { createWindowWatch } from './long-windows.ts';
import { type Method, methodsOf } from './methods.ts';
import { createOnlineRun, type OnlineRun } from './online-run.ts';
import { checkKnownRanges } from './pool/known-ranges.ts';
import { readOtherScores, type ScoresByProblem } from './pool/other-scores.ts';
import { openPool, type Pool } from './pool/read.ts';
import { poolInputs } from './pool-inputs.ts';
import { resultRow, resultsFile } from './results-file.ts';
import { poolScores, type ScoreOrigin, scoreOrigin, type VoteScores } from './score-columns.ts';
import { TokenSample } from './token-sample.ts';
import { type AnswersReadAgain, answersReadAgain, readAgainLine } from './trace-answers.ts';
import { type ConfidenceSource, recomputedConfidences, storedConfidences } from './trace-confidences.ts';
import { traceScorer } from './trace-scores.ts';
import { voteHtml } from './vote-html.ts';
import type { VoteOptions, VoteSummary } from './vote-options.ts';
import { openVotesFile, writeVotes } from './votes-file.ts';
import { type SetSize, type SettledChoices, settleChoices } from './voting-choices.ts';
import { votingProblems } from './voting-problems.ts';

/** Problems that the report shows one by one; results.json has them all. */
const shownProblems = 1000;

export interface VoteRun {
  readonly pool: string;
  readonly folder: string;
  readonly options: VoteOptions;
  /** Called after each problem. */
  readonly onProblem?: (done: number, of: number) => void;
  /** Called with what the user should know beside the result. */
  readonly say?: (line: string) => void;
}

type SettledOptions = Omit<VoteOptions, keyof SettledChoices> & SettledChoices;

/** Evaluates the voting methods on a pool into a run folder, without a call. */
export async function runVote(run: VoteRun): Promise<VoteSummary> {
  const pool = await openPool(run.pool);
  try {
    await checkKnownRanges(pool);
    return await voteOver(pool, run);
  } finally {
    await pool.close();
  }
}

async function voteOver(
  pool: Pool,
  { pool: path, folder, options: asked, onProblem, say }: VoteRun,
): Promise<VoteSummary> {
  const options = await settleChoices(pool, asked, say);
  const scores = { ...poolScores(pool.settings), ...options.scores };
  const origin = scoreOrigin(pool, scores, options.metrics);
  const source = await sourceOf(pool, { origin, scores });
  const names = options.others ?? [];
  const others = await othersOf(path, names);
  const scoring = { ...scoringOf(origin, { source, scores, options }), others };
  const metrics = [...options.metrics, ...names];
  const best = names.length > 0;
  const methods = methodsOf(metrics, options.etas, { best });
  const online = onlineOf(options, { asked: asked.ks, scores, methods });
  const evaluation = createEvaluation({
    ...options,
    metrics,
    best,
    window: scores.window < 1 ? null : scores.window,
  });
  const sample = new TokenSample(pool.settings.k);
  await beginRunFolder(folder, { command: 'vote', say });
  const votesFile = await openVotesFile(join(folder, 'votes.parquet'), { seed: String(options.seed) });
  const problems = votingProblems(pool, { settings: options, scoring, onProblem, say });
  const resultsSink = await resultsFile(join(folder, 'results.json'), options.seed);
  const shown: ProblemResult[] = [];
  let unusable = 0;
  let changed = 0;
  const gaps = { traces: 0, tokens: 0 };
  // Those that were asked for, not those of the pool.
  const { window = 0, tail = 0 } = asked.scores;
  const fit = createWindowWatch([window, tail], say);
  let evaluated: EvaluationFigures;
  try {
    for await (const problem of problems.loaded) {
      unusable += problem.unusable;
      changed += problem.changed;
      fit.look(problem);
      gaps.traces += problem.gaps.length;
      gaps.tokens += problem.gaps.reduce((sum, gap) => sum + gap, 0);
      const { result, votes: all } = await evaluation.add(problem);
      for (const votes of all) await writeVotes(votesFile, { problem, votes, seed: options.seed });
      await resultsSink.write(resultRow(result));
      if (shown.length < shownProblems) shown.push(result);
      await sample.add(pool, problem);
      await online?.add(source, problem);
    }
    evaluated = await evaluation.finish();
    await votesFile.close();
  } catch (error) {
    await Promise.all([votesFile.abort(), resultsSink.abort()]);
    throw error;
  } finally {
    evaluation.close();
  }
  fit.tell();
  const again = answersReadAgain(pool.settings, options, changed);
  if (again !== null) say?.(readAgainLine(again));
  const { figures, distributions } = evaluated;
  const summary = summarise(pool, {
    figures,
    origin,
    scores,
    options,
    unusable,
    empty: problems.empty(),
    gaps,
    again,
    sample,
    online,
  });
  await writeJsonAtomic(join(folder, 'summary.json'), summary);
  await resultsSink.close();
  await writeFileAtomic(join(folder, 'report.html'), voteHtml({ summary, results: shown, distributions }));
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
  { source, scores, options }: { source: ConfidenceSource; scores: VoteScores; options: SettledOptions },
): Scoring {
  if (origin === 'stored') return storedScoring(options.metrics);
  return freshScoring(options.metrics, source, traceScorer(scores));
}

async function othersOf(
  pool: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, ScoresByProblem>> {
  const others = new Map<string, ScoresByProblem>();
  for (const name of names) others.set(name, await readOtherScores(pool, name));
  return others;
}

function onlineOf(
  options: SettledOptions,
  { asked, scores, methods }: { asked: readonly SetSize[]; scores: VoteScores; methods: readonly Method[] },
): OnlineRun | null {
  const { online, ks, seed, repeats, rule, metrics } = options;
  const { window, edge, missing } = scores;
  if (online === null) return null;
  const refuse = (reason: string): LateBenchError => new LateBenchError('LB_USAGE', `--online ${reason}`);
  if (!metrics.includes('lowest')) throw refuse('needs lowest among --metrics: it stops by group confidence');
  if (window < 1)
    throw refuse('needs a --window in tokens: how long a trace gets is not known while it runs');
  if (edge !== 'full') throw refuse('judges complete windows only: use --edge full');
  if (asked.every((k) => k !== 'all' && online.warmup >= k))
    throw refuse(`needs sets larger than its ${online.warmup} warm-up traces (--warmup)`);
  const k = Math.max(...ks);
  return createOnlineRun({ k, set: { seed, repeats, rule }, online, window, missing, methods });
}

interface Summed {
  readonly figures: VoteFigures;
  readonly origin: ScoreOrigin;
  readonly scores: VoteScores;
  readonly options: SettledOptions;
  readonly unusable: number;
  readonly empty: number;
  readonly gaps: { readonly traces: number; readonly tokens: number };
  readonly again: AnswersReadAgain | null;
  readonly sample: TokenSample;
  readonly online: OnlineRun | null;
}

function summarise(
  { settings }: Pool,
  { figures, origin, scores, options, unusable, empty, gaps, again, sample, online }: Summed,
): VoteSummary {
  const { metrics, etas, others = [], rule, answers, fallback, dropTruncated } = options;
  return {
    ...figures,
    simulated: settings.simulated,
    model: settings.model,
    settings: {
      metrics,
      etas,
      ...(others.length === 0 ? {} : { others }),
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
    ...(gaps.traces === 0 ? {} : { missing_logprobs: gaps }),
    ...(again === null || again.changed === 0 ? {} : { answers_read_again: again }),
    tokens: sample.figures(),
    online: online?.finish() ?? null,
  };
}
