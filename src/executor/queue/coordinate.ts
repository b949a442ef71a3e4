// The queue's side of a run on several machines: its limits, its events, and enqueuing its calls.
import { roles } from '../../config/setting-table.ts';
import { publish } from '../../endpoints/events.ts';
import type { SharedLimits } from '../../endpoints/shared-limits.ts';
import { spentText } from '../../endpoints/spent-text.ts';
import { LateBenchError } from '../../errors.ts';
import { type CoordinatorOptions, runCoordinator } from '../../queue/coordinator.ts';
import { queueNames, slotName } from '../../queue/names.ts';
import { openSharedPause } from '../../queue/shared-pause.ts';
import { openSharedRate, type SharedRate } from '../../queue/shared-rate.ts';
import type { WorkersDone } from '../../records/queue-depth.ts';
import { formatCounted } from '../../report/format.ts';
import type { ObjectStore } from '../../storage/object-store.ts';
import { boardOf, removeBoard } from './board.ts';
import type { QueueFile } from './queue-file.ts';

export interface OpenLimits extends SharedLimits {
  close(): Promise<void>;
}

/** What all machines of a run keep together. */
export async function openSharedLimits(
  redis: string,
  { run, tpm, rpm }: QueueFile,
  say: (line: string) => void,
): Promise<OpenLimits> {
  const pause = await openSharedPause(redis, queueNames(run, redis).pause);
  const rates: SharedRate[] = [];
  const open = async (
    name: string,
    max: number | null | undefined,
    { burstSeconds, what }: { readonly burstSeconds: number; readonly what: string },
  ): Promise<SharedRate | undefined> => {
    if (max === null || max === undefined) return undefined;
    const rate = await openSharedRate(redis, {
      id: slotName(`latebench-${run}-${name}`, redis),
      max,
      burstSeconds,
      what,
      say,
    });
    rates.push(rate);
    return rate;
  };
  const requestRates: Partial<Record<string, SharedRate>> = {};
  for (const role of roles) {
    const rate = await open(`${role}-requests`, rpm[role], { burstSeconds: 1, what: 'requests a minute' });
    if (rate !== undefined) requestRates[role] = rate;
  }
  return {
    pause,
    tokenRate: await open('tokens', tpm, { burstSeconds: 15, what: 'tokens a minute' }),
    requestRates,
    async close() {
      await pause.close();
      for (const rate of rates) await rate.close();
    },
  };
}

/** `3 workers: 120 API calls; 61,871 prompt + 8,251 completion tokens; $0.12`. */
function workersText({ workers, ok, paid_before, failed, usd, ...tokens }: WorkersDone): string {
  const spent = spentText({
    ...{ calls: ok - paid_before, hits: paid_before, failed, retries: 0, unreported: 0, reasoningTokens: 0 },
    ...{ promptTokens: tokens.prompt_tokens, completionTokens: tokens.completion_tokens },
    ...{ usd: usd ?? 0, unpriced: 0 },
  });
  return `${formatCounted(workers, 'worker')}: ${spent}`;
}

/** Resolves when every group is finished; throws what ended the run. */
export async function coordinate({
  shared,
  ...options
}: Omit<CoordinatorOptions, 'onLook' | 'board'> & {
  /** The storage that workers and coordinator share. */
  readonly shared: ObjectStore;
}): Promise<void> {
  let stays = false;
  let done: WorkersDone | undefined;
  try {
    await runCoordinator({
      ...options,
      board: boardOf(shared),
      onLook(depth) {
        done = depth.workers;
        publish(() => ({ type: 'queue', role: 'queue', ...depth }));
      },
    });
    if (done !== undefined && options.more !== true) options.say(workersText(done));
    // A worker may just be leaving its note for whoever coordinates what comes next.
    stays = options.more === true && !options.signal.aborted;
  } finally {
    // Its notes are another coordinator's where this one lost its seat.
    if (!stays && options.seat?.lost() === undefined) await removeBoard(shared);
  }
  if (options.signal.aborted) {
    throw new LateBenchError(
      'LB_PENDING',
      'interrupted; run the command again, and what workers have kept is not paid again',
    );
  }
}
