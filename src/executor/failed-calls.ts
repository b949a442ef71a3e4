// What calls that finally failed mean for a run: its exit code, and the first thing that it says at its end.
import type { UsageCounters } from '../endpoints/usage-counters.ts';
import { exitCodes } from '../errors.ts';
import { formatCount } from '../report/format.ts';

function allFailed({ failures, total }: UsageCounters): boolean {
  const { calls, hits } = total();
  return failures.total > 0 && calls + hits === 0;
}

export function exitCodeOfCalls(counters: UsageCounters): number {
  if (counters.failures.total === 0) return exitCodes.ok;
  return allFailed(counters) ? exitCodes.stopped : exitCodes.partial;
}

/** Null where a call had a reply, or none was made. */
export function allFailedText(counters: UsageCounters): string | null {
  if (!allFailed(counters)) return null;
  const { failures } = counters;
  const [first] = failures.commonest(1);
  const calls = `${formatCount(failures.total)} of ${formatCount(failures.total)} calls`;
  return `every call failed (${calls}), most often with: ${first?.message ?? ''} (${first?.code ?? ''}). Check endpoint and options, then run the command again: it asks only for what is missing.`;
}
