// Runs a job of a plan: a stage that does its work as a whole. In a dry run it says what it would do instead.
import { exitCodes } from '../errors.ts';
import type { Calls, Done, JobContext } from '../stages/define.ts';
import { createTally } from '../stream/tally.ts';
import type { PlannedJob } from './build-plan.ts';
import { startLiveLine } from './live-line.ts';
import type { Plan, RunContext } from './plan.ts';
import { tellShare } from './progress-events.ts';
import { endpointFor, type Session } from './session.ts';
import { unitProgress } from './unit-progress.ts';

export interface JobPlan extends Pick<Plan, 'label' | 'seed' | 'colour' | 'price' | 'sources' | 'source'> {
  readonly job: PlannedJob;
  /** Where the job leaves its files, where its options name no other place. */
  readonly folder: string;
}

export type JobRunContext = Omit<RunContext, 'files'>;

export interface JobOutcome {
  /** Null in a dry run. */
  readonly done: Done | null;
  readonly exitCode: number;
}

function callsOf(session: Session): Calls {
  const { config, concurrency } = session;
  return {
    concurrency,
    configured: (role) => endpointFor(config, role),
    endpoint: (role) => session.endpoint(role),
    get ledger() {
      return session.ledger;
    },
    close: () => session.close(),
  };
}

function jobContext(plan: JobPlan, context: JobRunContext): JobContext {
  const { session, terminal, interruption, policy } = context;
  const { stopReading, abandon, stop: onStop } = interruption;
  const { label, seed, folder, sources, price } = plan;
  return {
    ...{ policy, tally: context.tally ?? createTally(), stopReading, abandon, onStop },
    ...{ seed, folder, sources, price, config: session.config },
    async hub() {
      const { openHub } = await import('./hub.ts');
      const say = (line: string): void => terminal.say(`latebench ${label}: ${line}`);
      return openHub(session.config, { signal: stopReading, say });
    },
    rows: async () => (await plan.source({ policy, quiet: false })).groups,
    calls: (own = {}) => callsOf(session.fork(own)),
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
    warn: (line) => terminal.stderr.write(`latebench ${label}: ${line}\n`),
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
  const { label, colour = false } = plan;
  const { stage, with: options } = plan.job;
  const { session, terminal, interruption, policy } = context;
  const progress = unitProgress({ label, units: stage.units }, terminal);
  const given: JobContext = { ...jobContext(plan, context), done: progress.tell };
  try {
    if (session.mode === 'dry') {
      for (const line of await stage.estimate(options, given)) terminal.say(line);
      return { done: null, exitCode: policy.rejected > 0 ? exitCodes.partial : exitCodes.ok };
    }
    const done = await stage.run(options, given);
    progress.end();
    if (done.text !== undefined) terminal.stdout.write(done.text({ colour }));
    if (done.files !== undefined) {
      terminal.say(`run folder: ${done.files.folder} (${done.files.shown.join(', ')})`);
    }
    if (interruption.exitCode !== undefined) return { done, exitCode: interruption.exitCode };
    if (interruption.reason !== undefined) throw interruption.reason;
    const partial = done.partial === true || policy.rejected > 0;
    return { done, exitCode: partial ? exitCodes.partial : exitCodes.ok };
  } finally {
    progress.end();
  }
}
