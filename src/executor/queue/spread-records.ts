// The part of a plan with a queue before the plan itself: workers make the calls, and their journals in the run folder
// are what the plan then reads.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endpointConfig } from '../../config/endpoint-config.ts';
import { checkRedis } from '../../queue/check-redis.ts';
import type { CallGroup } from '../../queue/group-flow.ts';
import { formatCounted } from '../../report/format.ts';
import { folderObjects } from '../../storage/folder-objects.ts';
import { openListeners } from '../listeners.ts';
import type { Plan, RunContext } from '../plan.ts';
import { tellShare } from '../progress-events.ts';
import { coordinate } from './coordinate.ts';
import { type QueuePlan, workerCommand } from './job-queue.ts';
import { budgetNote, type QueueFile, runOfFolder, sharedBudget, writeQueueFile } from './queue-file.ts';
import { callsAtOnce, lackingRecords, layOutRecords, recordPerformer, workFiles } from './records.ts';
import { openVacant, publishRun, removeRun } from './run-store.ts';

/** Requests a minute of the roles that the stages call. */
function ratesOf({ stages }: Plan, { session }: RunContext): QueueFile['rpm'] {
  const called = new Set(stages.flatMap(({ needs }) => needs.map(({ role }) => role)));
  return Object.fromEntries(
    [...called].flatMap((role) => {
      const { rpm } = endpointConfig(session.config, role);
      return rpm === undefined ? [] : [[role, rpm]];
    }),
  );
}

/** Resolves when workers have made every call; throws what ended their work, LB_PENDING where it was interrupted. */
export async function spreadRecords(
  plan: Plan & { readonly folder: string },
  { redis, store: address, globalConcurrency, ...limits }: QueuePlan,
  context: RunContext,
): Promise<void> {
  const { folder, stages } = plan;
  const { terminal, interruption, files } = context;
  const { stopReading, abandon, stop: onStop } = interruption;
  const rpm = ratesOf(plan, context);
  await checkRedis(redis);
  const listeners = await openListeners({ metricsPort: undefined, runFolder: folder, say: terminal.say });
  let done = 0;
  let records = 0;
  const say = (line: string): void => terminal.say(`latebench run: ${line}`);
  const run = await runOfFolder(folder);
  const store = address === undefined ? undefined : await openVacant(address, run, { signal: abandon, say });
  const shared = store?.ofRun(run);
  const resumed = existsSync(join(folder, 'journal'));
  const stored = context.session.storedOnly(shared);
  const lastWord = tellShare(() => (records === 0 ? null : done / records));
  try {
    const groups = await layOutRecords({ ...plan, files }, folder, { stopReading, abandon, onStop });
    const file = await writeQueueFile(folder, {
      ...{ kind: 'records', run, ...limits, rpm, allow_degenerate: false },
      budget: await sharedBudget(limits.budget, join(folder, 'budget')),
      fresh_run: context.session.freshRun,
    });
    if (store !== undefined) await publishRun(store, { folder, file, files: workFiles(groups) });
    records = groups.reduce((sum, { missing }) => sum + missing.length, 0);
    const note = budgetNote(file.budget);
    if (note !== undefined) say(note);
    say(
      `${formatCounted(records, 'record is', 'records are')} on the queue; workers: ${workerCommand(folder, address)}`,
    );
    const atOnce = callsAtOnce(stages);
    const perform = await recordPerformer({ ...plan, files }, folder, stored);
    const none = { failed: new Set<string>(), signal: stopReading };
    await coordinate({
      shared: shared ?? folderObjects(folder),
      redis,
      run,
      // A record may have several calls in flight.
      globalConcurrency:
        globalConcurrency === undefined ? undefined : Math.max(1, Math.floor(globalConcurrency / atOnce)),
      signal: stopReading,
      say,
      async *groups() {
        // What this machine has of an earlier attempt is not in the journals of workers: it goes to the store here.
        if (shared === undefined || !resumed) yield* groups;
        else for (const group of groups) yield await lackingRecords(perform, group, none);
      },
      async finish(finished, failed) {
        const all: CallGroup[] = [];
        for (const group of finished) {
          const lacking = await lackingRecords(perform, groups[group]!, { failed, signal: stopReading });
          if (lacking.missing.length > 0) all.push(lacking);
          else done += groups[group]!.missing.length;
        }
        return all;
      },
    });
    if (store !== undefined && !stopReading.aborted) await removeRun(store, run);
  } finally {
    lastWord();
    await stored.close();
    await listeners.close();
    await store?.close();
  }
}
