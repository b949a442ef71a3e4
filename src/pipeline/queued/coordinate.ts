// The queue's side of a run that several machines work off: its limits, its events, and putting work on it.
import { publish } from '../../endpoints/events.ts';
import type { SharedLimits } from '../../endpoints/shared-limits.ts';
import { LateBenchError } from '../../errors.ts';
import { type CoordinatorOptions, runCoordinator } from '../../queue/coordinator.ts';
import { queueNames } from '../../queue/names.ts';
import { openSharedPause } from '../../queue/shared-pause.ts';
import { sharedTokenRate } from '../../queue/shared-rate.ts';
import type { QueueFile } from './queue-file.ts';

export interface OpenLimits extends SharedLimits {
  close(): Promise<void>;
}

/** What all machines of a run keep together. */
export async function openSharedLimits(
  redis: string,
  { run, tpm }: QueueFile,
  say: (line: string) => void,
): Promise<OpenLimits> {
  const pause = await openSharedPause(redis, queueNames(run).pause);
  const tokenRate =
    tpm === null ? undefined : await sharedTokenRate(redis, `latebench-${run}-tokens`, tpm, say);
  return {
    pause,
    tokenRate,
    async close() {
      await pause.close();
      await tokenRate?.close();
    },
  };
}

/** Resolves when every group is finished; throws what ended the run. */
export async function coordinate(options: Omit<CoordinatorOptions, 'onLook'>): Promise<void> {
  await runCoordinator({
    ...options,
    onLook: (depth) => publish(() => ({ type: 'queue', role: 'queue', ...depth })),
  });
  if (options.signal.aborted) {
    throw new LateBenchError(
      'LB_PENDING',
      'interrupted; run the same again, and what workers have kept is not paid again',
    );
  }
}
