// The result of a plan's last stage, also where the plan was stopped before there were enough records for one.
import { isLateBenchError } from '../errors.ts';
import type { Reduced, Reduction } from '../stages/define.ts';
import type { Interruption } from './interruption.ts';

/**
 * @returns null where a run was stopped before there were enough records: they are missing because of the stop, and the
 * stop is what the caller hears
 */
export async function resultOf(
  reduction: Reduction,
  { stopReading }: Interruption,
  end: Parameters<Reduction['finish']>[0],
): Promise<Reduced | null> {
  try {
    return await reduction.finish(end);
  } catch (error) {
    const lacking =
      isLateBenchError(error) && (error.code === 'LB_INPUT_MISSING' || error.code === 'LB_USAGE');
    if (stopReading.aborted && lacking) return null;
    throw error;
  }
}
