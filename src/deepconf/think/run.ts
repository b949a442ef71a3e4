// Thinks about all problems: a few at a time, each in its own journal until it is finished. A finished problem is in the
// pool and in think/finished.jsonl before its journal goes, so that a run that is killed pays for no whole trace twice.
import { join } from 'node:path';
import type { ChatEndpoint, ChatReply } from '../../endpoints/chat.ts';
import { requestKey } from '../../endpoints/request-key.ts';
import { createSemaphore } from '../../endpoints/semaphore.ts';
import { isEnough } from '../../endpoints/stream/cut-reply.ts';
import { arrivedOfStream } from '../../endpoints/stream/read-stored-stream.ts';
import { readReply } from '../../endpoints/wire-reply.ts';
import { failsOnlyItsRecord, isLateBenchError, type LateBenchError } from '../../errors.ts';
import { isStoppedEarly } from '../answer.ts';
import { AnswerNumbers } from '../answer-classes.ts';
import { mathAnswer } from '../math-classes.ts';
import { problemFolder } from '../pool/layout.ts';
import type { PartReplies } from '../pool/part-replies.ts';
import type { ReadyPool } from '../pool/prepare.ts';
import type { PoolProblem } from '../pool/read.ts';
import { replyJudge } from '../pool/reply-judge.ts';
import { type Sampling, sampleRequest } from '../pool/sampling.ts';
import { rowMaker, type TraceRows, traceOfReply } from '../pool/trace.ts';
import { storedColumn } from '../score-columns.ts';
import { metrics } from '../trace-scores.ts';
import { GroupWatch } from './group-watch.ts';
import { openPartWriter } from './part-writer.ts';
import type { ProgressFiles } from './progress-files.ts';
import { deepconfResult } from './result.ts';
import type { ThinkSettings } from './settings.ts';
import { type ThinkHooks, type Thought, thinkProblem } from './think-problem.ts';

export interface ThinkRun {
  readonly pool: ReadyPool;
  readonly settings: ThinkSettings;
  readonly sampling: Sampling;
  readonly problems: readonly PoolProblem[];
  readonly endpoint: ChatEndpoint;
  readonly replies: PartReplies;
  readonly progress: ProgressFiles;
  /** Traces under way at once, over all problems. */
  readonly concurrency: number;
  readonly allowDegenerate: boolean;
  /** Begin no further trace. */
  readonly stopping: AbortSignal;
  /** Give up the traces under way. */
  readonly signal: AbortSignal;
  readonly onTrace: (thought: Pick<Thought, 'tokens' | 'stopped'>) => void;
  readonly onProblem: () => void;
  /** Called for the first failure of each kind. */
  readonly say: (line: string) => void;
}

export interface CutTraces {
  readonly traces: number;
  /** Tokens of them that had come, as far as they were kept. */
  readonly tokens: number;
}

export interface ThinkEnd {
  /** Problems that could not be brought to their end. */
  readonly unfinished: number;
  /** Traces that were under way when an earlier run ended, and had to be begun again. */
  readonly cut: CutTraces;
  /** What ended the run early. */
  readonly reason: LateBenchError | undefined;
}

/** Problems at once: while one waits for the last of its warm-up, another has traces to ask for. */
const problemsAtOnce = 2;

/** Where the replies of a problem are kept until it is finished, below the journals of the pool. */
export function traceJournal(problemId: string): string {
  return join(problemFolder(problemId), 'think');
}

export async function runThink(run: ThinkRun): Promise<ThinkEnd> {
  const { pool, progress, problems, concurrency, stopping, replies } = run;
  const slots = createSemaphore(() => concurrency);
  const { model } = run.endpoint;
  const judge = replyJudge({ model, k: pool.settings.k, allowDegenerate: run.allowDegenerate, say: run.say });
  const reported = new Set<string>();
  const left = problems.filter(({ problem_id }) => !progress.finished.has(problem_id));
  const cut = { traces: 0, tokens: 0 };
  let unfinished = 0;
  let reason: LateBenchError | undefined;
  let fault: { readonly error: unknown } | undefined;
  const isStopping = (): boolean => stopping.aborted || reason !== undefined || fault !== undefined;

  const hooksFor = (problem: PoolProblem, rows: (row: TraceRows) => Promise<void>): ThinkHooks => {
    const journal = traceJournal(problem.problem_id);
    const numbers = new AnswerNumbers(run.settings.answers);
    const make = rowMaker(pool.settings);
    const begun = new Set(progress.begun(problem.problem_id));
    const keyOf = (sample: number) => {
      const request = sampleRequest(problem.problem, run.sampling, sample);
      return { request, key: requestKey(run.endpoint.name, run.endpoint.model, request, sample) };
    };
    /** What is stored of a sample: a reply, or what had come of one when an earlier run was killed. */
    const held = async (sample: number): Promise<ChatReply | null> => {
      const { key } = keyOf(sample);
      await replies.assign(key, journal);
      try {
        const body = (await replies.body(key)) ?? (await replies.part(key));
        return body === null ? null : readReply(200, body, pool.settings.k);
      } catch (error) {
        // What cannot be read is asked for again.
        if (isLateBenchError(error) && failsOnlyItsRecord(error)) return null;
        throw error;
      } finally {
        replies.forget(key);
      }
    };
    /** Tokens that had come of a stream which an earlier run gave up when it was interrupted. */
    const givenUp = async (sample: number): Promise<number> => {
      const { key } = keyOf(sample);
      await replies.assign(key, journal);
      try {
        const body = await replies.broken(key);
        return body === null ? 0 : arrivedOfStream(body);
      } finally {
        replies.forget(key);
      }
    };
    /** Counts the trace where an earlier run was killed or interrupted while it was being written. */
    const noteCut = async (sample: number, watch: GroupWatch): Promise<void> => {
      const reply = await held(sample);
      if (reply !== null && isEnough(reply, watch)) return;
      const arrived = reply?.streamed?.arrived ?? (await givenUp(sample));
      cut.traces += 1;
      cut.tokens += arrived;
    };
    const ask = async (sample: number, watch: GroupWatch): Promise<Thought> => {
      const { request, key } = keyOf(sample);
      if (begun.delete(sample)) await noteCut(sample, watch);
      await progress.begin(problem.problem_id, sample);
      await replies.assign(key, journal);
      try {
        const reply = await run.endpoint
          .chat(request, { signal: run.signal, sample, watch })
          .catch(async (error: unknown) => {
            // It ended while this run was there to count it; not so where the run itself gave it up.
            if (!run.signal.aborted) await progress.fail(problem.problem_id, sample);
            throw error;
          });
        judge.see(problem.problem_id, reply);
        const trace = traceOfReply(reply, pool.settings.k);
        const made = make(sample, trace);
        const stopped = isStoppedEarly(trace.finish_reason);
        const answer = stopped ? null : answerOf(made, reply.content, run.settings);
        const { n_tokens, n_without_logprob } = made.core;
        // Those without logprobs are paid for too.
        const tokens = (n_tokens as number) + ((n_without_logprob as number | null) ?? 0);
        const lowest = (made.core.score_lowest as number | null) ?? Number.NaN;
        // What came in one piece was written to its end, wherever the trace ends.
        const arrived = Math.max(tokens, reply.streamed?.arrived ?? reply.completionTokens);
        const truncated = trace.finish_reason === 'length';
        const choice = numbers.of(answer);
        return { sample, answer, choice, lowest, stopped, truncated, tokens, arrived, rows: made };
      } finally {
        replies.forget(key);
      }
    };
    return {
      concurrency,
      stopping: isStopping,
      async stored(sample, watch) {
        const reply = await held(sample);
        return reply !== null && isEnough(reply, watch);
      },
      watch: (threshold) =>
        new GroupWatch({ threshold, scores: run.settings.scores, keepsTexts: pool.settings.keep_top }),
      async trace(sample, watch, wanted) {
        let release: (() => void) | undefined;
        try {
          release = await slots.acquire(run.signal);
          if (!wanted()) return 'not wanted';
          return await ask(sample, watch);
        } catch (error) {
          if (!isLateBenchError(error)) fault ??= { error };
          else if (!failsOnlyItsRecord(error)) reason ??= error;
          else if (!reported.has(error.code)) {
            reported.add(error.code);
            run.say(`sample ${sample} of ${problem.problem_id}: ${error.message} (${error.code})`);
          }
          return null;
        } finally {
          release?.();
        }
      },
      async take(thought) {
        await rows(thought.rows);
        run.onTrace(thought);
      },
    };
  };

  const think = async (problem: PoolProblem): Promise<void> => {
    const { folder, settings } = pool;
    const writer = openPartWriter({ folder, settings, problemId: problem.problem_id });
    const scores = new Map(metrics.map((metric) => [metric, [] as number[]]));
    try {
      const hooks = hooksFor(problem, async (row) => {
        for (const metric of metrics)
          scores.get(metric)!.push((row.core[storedColumn[metric]] as number | null) ?? Number.NaN);
        await writer.add(row);
      });
      const outcome = await thinkProblem(run.settings, hooks);
      if (outcome === null) {
        unfinished += 1;
        return;
      }
      for (const facts of await writer.finish()) pool.manifest.add(facts);
      await pool.manifest.save(pool.problems);
      const columns = new Map([...scores].map(([metric, values]) => [metric, Float64Array.from(values)]));
      const { truth } = problem;
      await progress.finish({
        problem_id: problem.problem_id,
        deepconf: deepconfResult(outcome, { scores: columns, truth, settings: run.settings }),
        received: outcome.traces.reduce((sum, { arrived }) => sum + arrived, 0),
        surplus: outcome.surplusTokens,
      });
      await replies.discard(join(problemFolder(problem.problem_id), 'think'));
      run.onProblem();
    } finally {
      await writer.abort();
    }
  };

  let next = 0;
  const worker = async (): Promise<void> => {
    while (!isStopping() && next < left.length) {
      next += 1;
      await think(left[next - 1]!);
    }
  };
  await Promise.all(Array.from({ length: problemsAtOnce }, worker));
  judge.report();
  if (fault !== undefined) throw (fault as { readonly error: unknown }).error;
  return { unfinished: unfinished + left.length - next, cut, reason };
}

function answerOf(made: TraceRows, text: string, { answers, fallback }: ThinkSettings): string | null {
  return answers === 'math' ? mathAnswer(text, { fallback }) : (made.core.answer as string | null);
}
