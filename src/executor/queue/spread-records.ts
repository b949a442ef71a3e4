// The part of a plan with a queue before the plan itself: workers make the calls, and their journals in the run folder
// are what the plan then reads.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { endpointConfig } from '../../config/endpoint-config.ts';
import { checkRedis, connectionsOf } from '../../queue/check-redis.ts';
import type { CallGroup } from '../../queue/group-flow.ts';
import { takeSeat } from '../../queue/seat.ts';
import { formatCounted } from '../../report/format.ts';
import { folderObjects } from '../../storage/folder-objects.ts';
import type { PlannedStage } from '../build-plan.ts';
import type { Plan, RunContext } from '../plan.ts';
import { tellShare } from '../progress-events.ts';
import { coordinate } from './coordinate.ts';
import { type QueuePlan, workerCommand } from './job-queue.ts';
import { checkFetched, checkStore, forgetStore, fullAddress } from './paid-elsewhere.ts';
import { budgetNote, type QueueFile, runOfFolder, sharedBudget, writeQueueFile } from './queue-file.ts';
import { callsAtOnce, lackingRecords, layOutRecords, recordPerformer } from './records.ts';
import { openVacant, publishRun, removeRun } from './run-store.ts';

/** What workers do of a run that has more for them afterwards: they stay, and the run keeps its name and its store. */
export interface Prelude {
  /** All stages of the run that call: the limits of workers are those of all of them from the start. */
  readonly stages: readonly PlannedStage[];
}

/** Requests a minute of the roles that the stages call. */
function ratesOf({ stages }: Pick<Plan, 'stages'>, { session }: RunContext): QueueFile['rpm'] {
  const called = new Set(stages.flatMap(({ needs }) => needs.map(({ role }) => role)));
  return Object.fromEntries(
    [...called].flatMap((role) => {
      const { rpm } = endpointConfig(session.config, role);
      return rpm === undefined ? [] : [[role, rpm]];
    }),
  );
}

/**
 * Resolves when workers have made every call; throws what ended their work, LB_PENDING where it was interrupted. The
 * declaration of the run, `pipeline.json`, must be in its folder.
 */
export async function spreadRecords(
  plan: Pick<Plan, 'label' | 'stages' | 'seed' | 'sources' | 'source'> & { readonly folder: string },
  { redis, store: address, globalConcurrency, ...limits }: QueuePlan,
  context: RunContext,
  prelude?: Prelude,
): Promise<void> {
  const { folder, stages, label } = plan;
  const { terminal, interruption, files } = context;
  const { stopReading, abandon, stop: onStop } = interruption;
  const rpm = ratesOf(prelude ?? plan, context);
  const { freshRun } = context.session;
  await checkStore(folder, { address, freshRun });
  if (freshRun === undefined) await checkFetched(folder);
  await checkRedis(redis, connectionsOf.coordinator);
  let done = 0;
  let records = 0;
  const say = (line: string): void => terminal.say(`latebench run: ${line}`);
  const run = await runOfFolder(folder);
  const store = address === undefined ? undefined : await openVacant(address, run, { signal: abandon, say });
  const shared = store?.ofRun(run);
  const seat = await takeSeat(redis, run, { signal: stopReading, say }).catch(async (error) => {
    await store?.close();
    throw error;
  });
  const resumed = existsSync(join(folder, 'journal'));
  const stored = context.session.storedOnly(shared);
  const lastWord = tellShare(() => (records === 0 ? null : done / records));
  try {
    const layout = await layOutRecords({ ...plan, files }, folder, { stopReading, abandon, onStop });
    const { groups } = layout;
    const facts = {
      ...{ kind: 'records' as const, run, ...limits, rpm, allow_degenerate: false },
      budget: await sharedBudget(limits.budget, join(folder, 'budget')),
      fresh_run: freshRun,
      store: address === undefined ? undefined : fullAddress(address),
    };
    const file = await writeQueueFile(folder, facts, ['pipeline.json']);
    if (store !== undefined) await publishRun(store, { folder, file, files: layout.files });
    records = groups.reduce((sum, { missing }) => sum + missing.length, 0);
    const note = budgetNote(file.budget);
    if (note !== undefined) say(note);
    const what = formatCounted(records, 'record is', 'records are');
    say(
      `${prelude === undefined ? '' : `${label}: `}${what} on the queue; workers: ${workerCommand(folder, address)}`,
    );
    const atOnce = callsAtOnce(stages);
    const perform = await recordPerformer({ ...plan, files }, { folder, layout: layout.name }, stored);
    const none = { failed: new Set<string>(), signal: stopReading };
    const ended = new Set<number>();
    const end = (group: number): void => {
      if (!ended.has(group)) done += groups[group]!.missing.length;
      ended.add(group);
    };
    await coordinate({
      shared: shared ?? folderObjects(folder),
      seat,
      redis,
      run,
      // A record may have several calls in flight.
      globalConcurrency:
        globalConcurrency === undefined ? undefined : Math.max(1, Math.floor(globalConcurrency / atOnce)),
      signal: stopReading,
      say,
      more: prelude !== undefined,
      async *groups() {
        for (const group of groups) {
          // What is there already needs no worker. What this machine has of an earlier attempt goes to the store here.
          const left = resumed ? await lackingRecords(perform, group, none) : group;
          if (left.missing.length > 0) yield left;
          else end(group.group);
        }
      },
      async finish(finished, failed) {
        const all: CallGroup[] = [];
        for (const group of finished) {
          const lacking = await lackingRecords(perform, groups[group]!, { failed, signal: stopReading });
          if (lacking.missing.length > 0) all.push(lacking);
          else end(group);
        }
        return all;
      },
    });
    if (store !== undefined && !stopReading.aborted) {
      await forgetStore(folder, file);
      if (prelude === undefined) await removeRun(store, run);
    }
  } finally {
    lastWord();
    await seat.leave();
    await stored.close();
    await store?.close();
  }
}
