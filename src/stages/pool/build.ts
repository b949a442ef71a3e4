// Builds a pool: checks what costs nothing or next to nothing, then buys what is missing, by this process alone or by
// workers.
import { type BuildOptions, type BuildOutcome, buildPool } from '../../deepconf/pool/build.ts';
import { planBuild, spentJournals } from '../../deepconf/pool/build-plan.ts';
import { writeProblemsApart } from '../../deepconf/pool/part-client.ts';
import { openPartReplies, type PartReplies } from '../../deepconf/pool/part-replies.ts';
import { lockPool } from '../../deepconf/pool/pool-lock.ts';
import { preparePool, type ReadyPool } from '../../deepconf/pool/prepare.ts';
import { probe } from '../../deepconf/pool/probe.ts';
import { countProblems } from '../../deepconf/pool/problem-counts.ts';
import type { PoolProblem } from '../../deepconf/pool/read.ts';
import { WrittenCounts } from '../../deepconf/pool/written-counts.ts';
import { formatCount, formatCounted } from '../../report/format.ts';
import { isSimulated, simulationNotice } from '../../report/simulation.ts';
import { clearBelow } from '../../storage/object-store.ts';
import type { Done, JobContext } from '../define-job.ts';
import type { Calls } from '../job-calls.ts';
import type { PoolAsked } from './options.ts';
import { buildProgress } from './progress.ts';
import type { PoolTarget } from './request.ts';
import { problemsOf, type Survey, surveyPool, targetOf } from './survey.ts';

interface Purchase extends Survey {
  readonly asked: PoolAsked;
  readonly problems: readonly PoolProblem[];
  readonly target: PoolTarget;
  readonly calls: Calls;
  readonly replies: PartReplies;
}

/** Throws where the queue, the model or its logprobs are not what a pool needs. */
async function checkBeforehand(purchase: Purchase, { queue, abandon: signal }: JobContext): Promise<void> {
  const { asked, calls, replies, sampling, missing } = purchase;
  await queue?.check();
  const endpoint = await calls.endpoint('logprob');
  if (missing === 0) return;
  await probe(endpoint, replies, sampling, { allowDegenerate: asked.allowDegenerate, signal });
}

/** From here on the folder is a pool, made with these settings. */
async function ready(purchase: Purchase, { say, queue }: JobContext): Promise<ReadyPool> {
  const { asked, problems, replies, requested, n } = purchase;
  const store = asked.rebuild ? await queue?.store(asked.pool) : undefined;
  if (store !== undefined) await clearBelow(store, '');
  const pool = await preparePool(asked.pool, requested, problems, {
    rebuild: asked.rebuild,
    say: (line) => say(`pool build: ${line}`),
    // Parts that workers write need no thread here.
    writeProblems: queue === undefined ? writeProblemsApart : undefined,
  });
  for (const name of spentJournals(pool.manifest, pool.problems, n)) await replies.discard(name);
  return pool;
}

async function spend(build: BuildOptions & ReadyPool, { queue }: JobContext): Promise<BuildOutcome> {
  try {
    const buildBy =
      queue === undefined
        ? buildPool
        : async (options: typeof build) => (await import('./by-queue.ts')).buildPoolByQueue(options, queue);
    const outcome = await buildBy(build);
    // Who asked it to stop is not to wait for what can be counted later.
    if (outcome.reason === undefined && !build.stopping.aborted) await countProblems(build);
    return outcome;
  } finally {
    await build.manifest.save(build.problems);
  }
}

async function buy(purchase: Purchase, context: JobContext): Promise<Done> {
  const { asked, problems, target, calls, replies, sampling, n } = purchase;
  const { say, warn, stopReading, abandon } = context;
  await checkBeforehand(purchase, context);
  const pool = await ready(purchase, context);
  const jobs = planBuild(pool.manifest, problems, n);
  const { counters, concurrency } = calls;
  const progress = buildProgress({ jobs, n, counters, model: target.model }, context);
  const build = {
    ...pool,
    sampling,
    jobs,
    counts: new WrittenCounts(pool.manifest, jobs),
    endpoint: await calls.endpoint('logprob'),
    replies,
    concurrency,
    allowDegenerate: asked.allowDegenerate,
    keepRaw: asked.keepRaw,
    stopping: stopReading,
    signal: abandon,
    onSample: progress.sample,
    say: warn,
  };
  const { failed, reason } = await spend(build, context).finally(() => progress.end());
  if (jobs.length === 0) say(`every problem has its ${formatCount(n)} samples already`);
  else say(`pool build: ${progress.summary()}`);
  const value = { pool: asked.pool, n, failed };
  const stopped = stopReading.aborted || reason !== undefined;
  if (reason !== undefined) context.onStop(reason);
  if (stopped) return { value, stopped };
  if (failed > 0) {
    say(
      `${formatCounted(failed, 'sample')} failed; run the command again to ask for ${failed === 1 ? 'it' : 'them'} once more`,
    );
    return { value, partial: true };
  }
  await replies.discard('probe');
  return { value };
}

export async function runPoolBuild(asked: PoolAsked, context: JobContext): Promise<Done> {
  const { say, seed } = context;
  const { pool: folder, allowDegenerate, keepRaw } = asked;
  const store = await context.queue?.store(folder);
  const replies = openPartReplies(folder, { say: (line) => say(`pool build: ${line}`), store, keepRaw });
  const calls = context.calls({ replies, allowDegenerate, budgetFolder: folder, eventsFolder: folder });
  const target = targetOf(calls);
  const problems = await problemsOf(asked, context);
  const release = await lockPool(folder);
  try {
    if (isSimulated(target.model)) say(simulationNotice);
    const survey = await surveyPool(asked, { seed, target, problems });
    for (const line of survey.lines) say(line);
    try {
      return await buy({ ...survey, asked, problems, target, calls, replies }, context);
    } finally {
      await calls.close();
      await replies.close();
    }
  } finally {
    await release();
  }
}
