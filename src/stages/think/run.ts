// Runs `think`: looks whether the endpoint streams logprobs, thinks about what is not finished, and writes the records.
import { join } from 'node:path';
import { openPartReplies } from '../../deepconf/pool/part-replies.ts';
import { lockPool } from '../../deepconf/pool/pool-lock.ts';
import { preparePool } from '../../deepconf/pool/prepare.ts';
import { probe } from '../../deepconf/pool/probe.ts';
import { countProblems } from '../../deepconf/pool/problem-counts.ts';
import { GroupWatch } from '../../deepconf/think/group-watch.ts';
import {
  type FinishedProblem,
  openProgressFiles,
  readFinished,
} from '../../deepconf/think/progress-files.ts';
import { runThink } from '../../deepconf/think/run.ts';
import { isRightAnswer, type ThinkSummary, thinkSummary } from '../../deepconf/think/summary.ts';
import { spentText } from '../../endpoints/spent-text.ts';
import { LateBenchError } from '../../errors.ts';
import { formatCount, formatCounted, formatPercent, formatPoints } from '../../report/format.ts';
import { isSimulated, simulationNotice } from '../../report/simulation.ts';
import { writeFileAtomic, writeJsonAtomic } from '../../storage/atomic-write.ts';
import type { Done, JobContext } from '../define-job.ts';
import type { Calls } from '../job-calls.ts';
import { targetOf } from '../pool/survey.ts';
import type { ThinkAsked } from './options.ts';
import { type ProblemRowsRead, problemRows } from './problems.ts';
import { type ThinkRequest, thinkRequest } from './request.ts';
import { recordsFile } from './think.ts';

/** Throws where the endpoint gives no logprobs, or answers in one piece: nothing could be stopped. */
async function checkStreams(
  calls: Calls,
  replies: ReturnType<typeof openPartReplies>,
  { settings, sampling }: ThinkRequest,
  { allowDegenerate, signal }: { allowDegenerate: boolean; signal: AbortSignal },
): Promise<void> {
  const endpoint = await calls.endpoint('logprob');
  const { scores } = settings;
  const watch = new GroupWatch({ threshold: Number.NEGATIVE_INFINITY, scores, keepsTexts: false });
  const { streamed } = await probe(endpoint, replies, sampling, { allowDegenerate, signal, watch });
  if (streamed !== undefined) return;
  const message =
    `${endpoint.model} at ${endpoint.name} does not stream: its replies come in one piece, and no trace can be stopped ` +
    'early; take another endpoint, or build a pool (latebench pool build) and vote over it';
  throw new LateBenchError('LB_ENDPOINT_STOPPED', message);
}

/** Records of the problems that are finished, in the order of the problems. */
function recordLines(
  { problems, rows }: ProblemRowsRead,
  finished: ReadonlyMap<string, FinishedProblem>,
  { answers }: ThinkRequest['settings'],
): string {
  return problems
    .flatMap(({ problem_id, truth }) => {
      const found = finished.get(problem_id);
      if (found === undefined) return [];
      // The reference answer may have been corrected since.
      const correct = truth === null ? null : isRightAnswer(found.deepconf.answer, truth, answers);
      return [`${JSON.stringify({ ...rows.get(problem_id), deepconf: { ...found.deepconf, correct } })}\n`];
    })
    .join('');
}

function sentences({
  finished,
  problems,
  accuracy,
  majority,
  votes,
  traces,
  tokens,
  problems_without_answer: unanswered = 0,
}: ThinkSummary): string[] {
  const without = unanswered === 0 ? '' : `, ${formatCount(unanswered)} finished without an answer`;
  const cut =
    traces.truncated === 0
      ? []
      : [
          `${formatCounted(traces.truncated, 'trace was', 'traces were')} cut off by the token limit (--max-tokens) and ` +
            'may lack their answers',
        ];
  const own = votes['measure/lowest'];
  const interval = own?.interval == null ? '' : ` (95 % ${own.interval.map(formatPoints).join(' to ')})`;
  const right =
    accuracy === null
      ? ''
      : `, ${formatPercent(accuracy)} right; majority of the complete traces ${formatPercent(majority)}` +
        `${own == null ? '' : `, difference ${formatPoints(own.difference)} points${interval}`}`;
  const saved =
    tokens.saved_estimate === null
      ? ''
      : `; about ${formatCount(tokens.saved_estimate)} saved against running every trace to its end`;
  return [
    `${formatCount(finished - unanswered)} of ${formatCounted(problems, 'problem')} answered${without}${right}`,
    `${formatCounted(traces.sampled, 'trace')}, ${formatCount(traces.stopped)} stopped early; ` +
      `${formatCount(tokens.spent)} tokens spent, ${formatCount(tokens.received)} received${saved}`,
    ...cut,
  ];
}

export async function runThinkJob(asked: ThinkAsked, context: JobContext): Promise<Done> {
  const { seed, say, warn, stopReading: stopping, abandon: signal } = context;
  const { pool: folder, allowDegenerate } = asked;
  const tell = (line: string): void => say(`think: ${line}`);
  const replies = openPartReplies(folder, { say: tell });
  const calls = context.calls({ replies, allowDegenerate, budgetFolder: folder, eventsFolder: folder });
  const target = targetOf(calls);
  const read = await problemRows(asked, context);
  const { problems } = read;
  const release = await lockPool(folder);
  try {
    if (isSimulated(target.model)) say(simulationNotice);
    const request = thinkRequest(asked, { seed, target, problems });
    const { settings, sampling, requested, asMath } = request;
    if (asMath !== null)
      tell(`${asMath}: answers are compared as mathematics (--answers integer compares whole numbers only)`);
    const known = asked.rebuild ? new Map() : await readFinished(folder);
    if (problems.some(({ problem_id }) => !known.has(problem_id)))
      await checkStreams(calls, replies, request, { allowDegenerate, signal });
    const pool = await preparePool(folder, requested, problems, { rebuild: asked.rebuild, say: tell });
    const progress = await openProgressFiles(folder);
    try {
      const left = problems.filter(({ problem_id }) => !progress.finished.has(problem_id));
      const counts = { problems: problems.length - left.length, traces: 0, tokens: 0, stopped: 0 };
      const endLine = context.shows(
        () =>
          `${formatCount(counts.problems)} of ${formatCount(problems.length)} problems, ` +
          `${formatCounted(counts.traces, 'trace')}, ${formatCount(counts.stopped)} stopped, ${formatCount(counts.tokens)} tokens`,
        () => counts.problems / problems.length,
      );
      const end = await runThink({
        ...{ pool, settings, sampling, problems, replies, progress, allowDegenerate, stopping, signal },
        endpoint: await calls.endpoint('logprob'),
        concurrency: calls.concurrency,
        onTrace({ tokens, stopped }) {
          counts.traces += 1;
          counts.tokens += tokens;
          counts.stopped += stopped ? 1 : 0;
        },
        onProblem() {
          counts.problems += 1;
          context.done(counts.problems, problems.length);
        },
        say: warn,
      }).finally(endLine);
      if (end.unfinished === 0) {
        await countProblems(pool);
        await pool.manifest.save(pool.problems);
      }
      return await ended(end, {
        ...{ asked, context, request, read },
        finished: progress.finished,
        calls,
        tell,
      });
    } finally {
      await progress.close();
    }
  } finally {
    try {
      await calls.close();
      await replies.close();
    } finally {
      await release();
    }
  }
}

interface Ended {
  readonly asked: ThinkAsked;
  readonly context: JobContext;
  readonly request: ThinkRequest;
  readonly read: ProblemRowsRead;
  readonly finished: ReadonlyMap<string, FinishedProblem>;
  readonly calls: Calls;
  readonly tell: (line: string) => void;
}

async function ended(
  { unfinished, cut, reason }: Awaited<ReturnType<typeof runThink>>,
  { asked, context, request, read, finished, calls, tell }: Ended,
): Promise<Done> {
  const { pool: folder } = asked;
  const { model, simulated } = request.requested;
  const { answers } = request.settings;
  const lines = recordLines(read, finished, request.settings);
  const facts = { model, simulated, answers, seed: context.seed };
  const summary = thinkSummary(read.problems, finished, facts);
  await writeFileAtomic(join(folder, recordsFile), lines);
  await writeJsonAtomic(join(folder, 'summary.json'), summary);
  for (const sentence of sentences(summary)) tell(sentence);
  if (cut.traces > 0) {
    const [were, they] = cut.traces === 1 ? ['trace was', 'it'] : ['traces were', 'they'];
    tell(
      `${formatCount(cut.traces)} ${were} being written when an earlier run ended, after at least ` +
        `${formatCount(cut.tokens)} tokens: ${they} may be billed, and ${they} ${were.split(' ')[1]} asked for again`,
    );
  }
  tell(spentText(calls.counters.total()));
  const files = { folder, shown: [recordsFile, 'summary.json'] };
  const value = { pool: folder, ...summary };
  if (reason !== undefined) context.onStop(reason);
  if (context.stopReading.aborted || reason !== undefined) return { value, files, stopped: true };
  if (unfinished > 0)
    tell(`${formatCounted(unfinished, 'problem is', 'problems are')} not finished; run the command again`);
  return { value, files, text: () => lines, ...(unfinished > 0 ? { partial: true } : {}) };
}
