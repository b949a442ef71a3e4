// Whether this machine's clock agrees with the servers': dates in manifests, and pauses until a date, depend on it.
import { type Finding, findingsOf } from './finding.ts';

const maxSkewMs = 2 * 60_000;

/** What one server said in its Date header, and when that was read here. */
export interface ServerTime {
  readonly from: string;
  readonly date: string | undefined;
  readonly readAtMs: number;
}

export function checkClock(times: readonly ServerTime[]): Finding {
  const { ok, warning, notSet } = findingsOf('clock');
  const [first] = times.filter(({ date }) => !Number.isNaN(Date.parse(date ?? '')));
  if (first === undefined) return notSet('no server sent the time, so there is nothing to compare');
  const skewMs = first.readAtMs - Date.parse(first.date!);
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) <= maxSkewMs) return ok(`within ${Math.max(1, seconds)} s of ${first.from}`);
  const way = skewMs > 0 ? 'ahead of' : 'behind';
  return warning(`${seconds} s ${way} ${first.from}`, 'set the clock of this machine (NTP)');
}
