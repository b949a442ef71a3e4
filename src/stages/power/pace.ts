// How long a call of the study takes: as the user says, else as the runs that the pilot's files are in have measured.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type MeasuredCalls, measuredCalls } from '../../endpoints/measured-calls.ts';
import { formatCounted, formatDecimal, formatSeconds } from '../../report/format.ts';

/** The folders of the runs that left these files. */
export function runsOf(files: readonly string[]): readonly string[] {
  const folders = new Set(files.filter((path) => path !== '-').map((path) => dirname(path)));
  return [...folders].filter((folder) => existsSync(join(folder, 'events.jsonl')));
}

export interface MeasuredRun {
  readonly folder: string;
  readonly byModel: ReadonlyMap<string, MeasuredCalls>;
}

export function measuredRuns(files: readonly string[]): Promise<readonly MeasuredRun[]> {
  return Promise.all(runsOf(files).map(async (folder) => ({ folder, byModel: await measuredCalls(folder) })));
}

/** Of a model, in the run with most calls of it; of whichever model where that is not known. */
function measured(runs: readonly MeasuredRun[], model: string | null) {
  const found = runs.flatMap(({ folder, byModel }) =>
    [...byModel].flatMap(([name, calls]) =>
      model === null || name === model ? [{ folder, model: name, ...calls }] : [],
    ),
  );
  return found.toSorted((a, b) => b.calls - a.calls)[0] ?? null;
}

const timeText = (seconds: number): string =>
  seconds < 0.1 ? `${formatDecimal(1000 * seconds, 1)} ms` : formatSeconds(seconds);

export interface CallTimes {
  /** Seconds of a call by critic, in the order of `models`; null where nothing says. */
  readonly seconds: readonly (number | null)[];
  /** Where they are from, for people. */
  readonly notes: readonly string[];
}

/** `models`: of the critics that call; `given`: --call-seconds. */
export function callTimes(
  models: readonly (string | null)[],
  given: number | undefined,
  runs: readonly MeasuredRun[],
): CallTimes {
  if (given !== undefined) return { seconds: models.map(() => given), notes: [] };
  const found = models.map((model) => measured(runs, model));
  const notes = found.flatMap((one) => {
    if (one === null) return [];
    const { folder, model, calls, seconds, withWaits } = one;
    const waits = withWaits ? ', with the waits for a free place' : '';
    return `Time: ${timeText(seconds)} a call of ${model}, the mean of ${formatCounted(calls, 'call')} measured in ${folder}${waits} (--call-seconds says otherwise)`;
  });
  return { seconds: found.map((one) => one?.seconds ?? null), notes: [...new Set(notes)] };
}
