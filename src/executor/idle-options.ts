// Options of stages that change nothing beside the others: for those who write stages with their options, in a pipeline or
// a program. Commands check their flags themselves. A finished run is read again whatever its options were.
import { isLateBenchError, LateBenchError } from '../errors.ts';
import { checkIdleOptions } from '../stages/option-needs.ts';
import type { StageUse } from '../stream/records-plan.ts';
import { checkedStage } from './build-plan.ts';

/** @throws LB_CONFIG */
export async function checkIdle(use: StageUse): Promise<void> {
  const { stage, options } = await checkedStage(use);
  checkIdleOptions(stage, use.with, options);
}

/** @throws LB_CONFIG that says at which place of a pipeline */
export async function checkIdleAt(place: number, use: StageUse): Promise<void> {
  try {
    await checkIdle(use);
  } catch (cause) {
    if (!isLateBenchError(cause)) throw cause;
    throw new LateBenchError(cause.code, `stages.${place}: ${cause.message}`, { cause });
  }
}
