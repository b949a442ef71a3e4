// Runs a job of a plan: a stage that does its work as a whole. In a dry run it says what it would do instead.

import { wholeNumber } from '../config/resolve.ts';
import { roles } from '../config/setting-table.ts';
import { exitCodes, isLateBenchError, type LateBenchError } from '../errors.ts';
import { plainStyle } from '../report/text-style.ts';
import type { Done, JobContext } from '../stages/define-job.ts';
import type { Calls, JobQueue } from '../stages/job-calls.ts';
import { createTally } from '../stream/tally.ts';
import type { PlannedJob } from './build-plan.ts';
import { exitCodeOfCalls } from './failed-calls.ts';
import { jobCalls } from './job-calls.ts';
import { printLines, startLiveLine } from './live-line.ts';
import { checkPlaces } from './output-places.ts';
import type { Plan, RunContext } from './plan.ts';
import { tellShare } from './progress-events.ts';
import type { QueuePlan } from './queue/job-queue.ts';
import { saidAt } from './said-at.ts';
import type { SourcePlan } from './source.ts';
import { unitProgress } from './unit-progress.ts';

export interface JobPlan
  extends Pick<
    Plan,
    'label' | 'seed' | 'style' | 'price' | 'metricsPort' | 'sources' | 'source' | 'batchWaitMs'
  > {
  readonly job: PlannedJob;
  /** Fields of the source's rows, where the user named them. */
  readonly keys?: SourcePlan['keys'];
  /** Who makes the calls, where this process does not. */
  readonly queue?: QueuePlan | undefined;
  /** Where the job leaves its files, where its options name no other place. */
  readonly folder: string;
}

export type JobRunContext = Omit<RunContext, 'files'>;

/** What a job can be asked about before anything of a plan is done. */
export function jobQuestions(
  label: string,
  { session, terminal, interruption }: Pick<JobRunContext, 'session' | 'terminal' | 'interruption'>,
): Pick<JobContext, 'dry' | 'hub'> {
  return {
    dry: session.mode === 'dry',
    async hub() {
      const { openHub } = await import('./hub.ts');
      const say = (line: string): void => terminal.say(`latebench ${label}: ${line}`);
      return openHub(session.config, { signal: interruption.stopReading, say });
    },
  };
}

/** Throws where an endpoint cannot do what the job needs of it. */
export async function checkNeeds(
  { stage, with: options }: Pick<PlannedJob, 'stage' | 'with'>,
  session: Pick<JobRunContext['session'], 'check'>,
): Promise<void> {
  for (const need of stage.needs(options)) {
    if (need.requires !== undefined) await session.check(need.role, need);
  }
}

export interface JobOutcome {
  /** Null in a dry run, and where a signal broke the job off. */
  readonly done: Done | null;
  readonly exitCode: number;
}

/** None in a dry run, which makes no calls. */
async function queueOf(
  { label, job, queue }: JobPlan,
  { session, terminal, interruption }: JobRunContext,
): Promise<JobQueue | undefined> {
  if (queue === undefined || session.mode === 'dry') return undefined;
  const { role } = job.stage;
  const called = roles.filter((one) => role === 'every' || one === role);
  const rpm = called.flatMap((one) => {
    const limit = wholeNumber(session.config, `${one}.rpm`, 1);
    return limit === null ? [] : [[one, limit] as const];
  });
  const { jobQueue } = await import('./queue/job-queue.ts');
  return jobQueue(queue, {
    label,
    rpm: Object.fromEntries(rpm),
    signal: interruption.abandon,
    say: terminal.say,
  });
}

/** `opened` gets the calls that the job asks for. */
async function jobContext(plan: JobPlan, context: JobRunContext, opened: Calls[]): Promise<JobContext> {
  const { terminal, interruption, policy } = context;
  const { stopReading, abandon, stop: onStop } = interruption;
  const { label, seed, folder, sources, price, keys = {} } = plan;
  const tally = context.tally ?? createTally();
  return {
    ...{ policy, tally, stopReading, abandon, onStop },
    ...{ seed, folder, sources, price, keys },
    ...jobQuestions(label, context),
    rows: async () => (await plan.source({ policy, quiet: false })).groups,
    calls(own = {}) {
      const calls = jobCalls(plan, context, own);
      opened.push(calls);
      return calls;
    },
    queue: await queueOf(plan, context),
    done: () => {},
    shows(line, share) {
      const endLine = startLiveLine(() => `${label}: ${line()}`, terminal);
      const lastWord = tellShare(share);
      return () => {
        endLine();
        lastWord();
      };
    },
    say: terminal.say,
    warn: (line) => printLines(terminal.stderr, `latebench ${label}: ${line}\n`),
  };
}

/** A line that says what the job is, and its estimate where what it takes is there already. */
export async function noteJob(
  plan: JobPlan,
  context: JobRunContext & { readonly place: number; readonly given: object; readonly waits: boolean },
): Promise<void> {
  const { use } = plan.job;
  context.terminal.say(`stage ${context.place}: ${use} ${JSON.stringify(context.given)}`);
  if (!context.waits) await runJob(plan, context);
}

/** Throws what broke the job off. */
export async function runJob(plan: JobPlan, context: JobRunContext): Promise<JobOutcome> {
  const { label, style = plainStyle } = plan;
  const { stage, with: options } = plan.job;
  const { session, terminal, interruption, policy } = context;
  const progress = unitProgress({ label, units: stage.units }, terminal);
  const opened: Calls[] = [];
  let queue: JobQueue | undefined;
  try {
    await saidAt(label, async () => checkPlaces(plan.job));
    await stage.check?.(options, jobQuestions(label, context));
    await checkNeeds(plan.job, session);
    const given: JobContext = { ...(await jobContext(plan, context, opened)), done: progress.tell };
    queue = given.queue;
    if (session.mode === 'dry') {
      for (const line of await stage.estimate(options, given)) terminal.say(line);
      return { done: null, exitCode: policy.rejected > 0 ? exitCodes.partial : exitCodes.ok };
    }
    const done = await stage.run(options, given);
    progress.end();
    if (done.text !== undefined) terminal.stdout.write(done.text(style));
    if (done.files !== undefined) {
      terminal.say(`run folder: ${done.files.folder} (${done.files.shown.join(', ')})`);
    }
    if (interruption.exitCode !== undefined) return { done, exitCode: interruption.exitCode };
    if (interruption.reason !== undefined) throw interruption.reason;
    const failed = Math.max(exitCodes.ok, ...opened.map(({ counters }) => exitCodeOfCalls(counters)));
    const partial = done.partial === true || policy.rejected > 0;
    return { done, exitCode: partial ? Math.max(exitCodes.partial, failed) : failed };
  } catch (error) {
    if (interruption.exitCode === undefined || !isAborted(error)) throw error;
    terminal.stderr.write(`latebench ${label}: ${error.message}\n`);
    return { done: null, exitCode: interruption.exitCode };
  } finally {
    progress.end();
    await queue?.close();
  }
}

/** A request that ended because the run was to end. */
function isAborted(error: unknown): error is LateBenchError {
  return isLateBenchError(error) && error.code === 'LB_ABORTED';
}
