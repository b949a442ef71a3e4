// The calls of a job: endpoints of the session with the job's own settings.

import { pricesWith } from '../endpoints/budget/price-table.ts';
import type { Calls, OwnCalls } from '../stages/job-calls.ts';
import { closeAll } from '../storage/close-all.ts';
import { requirementsOf } from './build-plan.ts';
import { endpointLines } from './dry-run-report.ts';
import { wireOf } from './endpoint-wire.ts';
import { type Listeners, openListeners } from './listeners.ts';
import { noFiles } from './named-files.ts';
import { checkRepliesHere } from './replies-here.ts';
import type { JobPlan, JobRunContext } from './run-job.ts';
import { endpointFor } from './session.ts';

export function jobCalls(
  { job, price, metricsPort, batchWaitMs, queue }: JobPlan,
  context: JobRunContext,
  own: OwnCalls,
): Calls {
  const { concurrency: preferred } = job.stage;
  const needs = job.stage.needs(job.with);
  const { say } = context.terminal;
  const profileFolder = own.eventsFolder;
  const session = context.session.fork({ concurrency: preferred, profileFolder, ...own });
  const { config, mode, concurrency } = session;
  const { eventsFolder: runFolder } = own;
  let listeners: Promise<Listeners> | undefined;
  const listen = async (): Promise<void> => {
    if (runFolder === undefined || mode === 'dry') return;
    listeners ??= openListeners({ metricsPort, runFolder, say });
    await listeners;
  };
  return {
    concurrency,
    configured(role) {
      const found = endpointFor(config, role);
      return { ...found, name: wireOf(found).name };
    },
    async endpoint(role) {
      await checkRepliesHere({ queue, folder: runFolder }, session);
      await listen();
      return session.endpoint(role, { requires: requirementsOf(needs, role) });
    },
    async runPlan(plan) {
      await listen();
      const { runRecordsPlan } = await import('./run-records-plan.ts');
      return runRecordsPlan(plan, { ...context, session, files: noFiles }, { batchWaitMs });
    },
    get counters() {
      return session.counters;
    },
    counted: () =>
      [...session.counted.values()].flat().flatMap((dryRun) => endpointLines(dryRun, pricesWith(price))),
    close: () => closeAll([() => session.close(), async () => (await listeners)?.close()]),
  };
}
