// Runs something at scheduled times: one run at a time, also across processes. Times that were missed because nothing
// ran, or because a run overlapped the next, are made up for by a single run. A run that was killed is resumed first.
// What a run does and the clock are parameters.
import { join } from 'node:path';
import { LateBenchError } from '../../errors.ts';
import { takeExclusive } from '../../storage/process-lock.ts';
import type { Calendar } from './cron.ts';
import { logRun, readState, type ScheduledRun, type ScheduleState, writeState } from './state.ts';

export interface Clock {
  now(): Date;
  /** Resolves after so long, or when the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** `unfinished`: resumed at the next time. `stopped`: the schedule was stopped; resumed as soon as it starts again. */
export type RunEnding = 'done' | 'unfinished' | 'stopped';

export interface ScheduleOptions {
  /** State, lock and run folders are here. */
  readonly folder: string;
  readonly calendar: Calendar;
  readonly catchUp: 'latest' | 'none';
  readonly clock: Clock;
  /** Only what is due now, and then an end: for who has a scheduler. */
  readonly once: boolean;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  run(run: ScheduledRun): Promise<RunEnding>;
}

/** Looked at again at least this often: clocks jump and machines sleep. */
const maxSleepMs = 15 * 60_000;
/** A clock set back by less would bring a time that was handled a second time. */
const setBackMs = 60 * 60_000;
/** A run begun this late is still on time. */
const graceMs = 60_000;

/** A time as written in folder names. */
export function stampOf(time: Date): string {
  return time
    .toISOString()
    .replaceAll(':', '-')
    .replace(/\.\d+Z$/, 'Z');
}

export async function runSchedule(options: ScheduleOptions): Promise<void> {
  const { folder, calendar, clock, say, signal, once } = options;
  const lock = await takeExclusive(join(folder, 'schedule.lock'));
  if (!('release' in lock)) {
    const message = `${lock.who} is running the schedule of ${folder}; only one can run at a time`;
    throw new LateBenchError('LB_BUSY', message);
  }
  try {
    let state = await readState(folder);
    if (state.running !== null) {
      say(`going on with the run of ${state.running.due}, which was cut off`);
      state = await perform(options, state, state.running);
    } else if (state.handled === null && !once) {
      // Nothing was missed before there was a schedule.
      state = { ...state, handled: clock.now().toISOString() };
      await writeState(folder, state);
    }
    while (!signal.aborted && state.running === null) {
      const now = clock.now();
      state = await withoutFuture(options, state, now);
      const due = calendar.last(now);
      const since = state.handled === null ? null : new Date(state.handled);
      if (due !== null && (since === null || due > since)) {
        state = await dealWith(options, state, due, since);
        continue;
      }
      const next = calendar.next(now);
      if (once || next === null) {
        say(
          next === null
            ? 'there is no further scheduled time'
            : `nothing is due; next is ${next.toISOString()}`,
        );
        return;
      }
      await clock.sleep(Math.min(next.getTime() - now.getTime(), maxSleepMs), signal);
    }
  } finally {
    await lock.release();
  }
}

/** After a clock that was ahead, no time would be due until that time comes again. */
async function withoutFuture(
  { folder, say }: ScheduleOptions,
  state: ScheduleState,
  now: Date,
): Promise<ScheduleState> {
  if (state.handled === null || Date.parse(state.handled) - now.getTime() < setBackMs) return state;
  say(
    `the last run was for ${state.handled}, and it is ${now.toISOString()}: the clock was set back, so the times from now on count`,
  );
  const set = { ...state, handled: now.toISOString() };
  await writeState(folder, set);
  return set;
}

async function dealWith(
  options: ScheduleOptions,
  state: ScheduleState,
  due: Date,
  since: Date | null,
): Promise<ScheduleState> {
  const { folder, calendar, clock, catchUp, say } = options;
  const late = clock.now().getTime() - due.getTime() > graceMs;
  const before = since === null ? 0 : calendar.between(since, due);
  const passedOver = late && catchUp === 'none' && since !== null;
  const missed = before + (passedOver ? 1 : 0);
  if (missed > 0) say(`${missed} times before ${clock.now().toISOString()} were missed`);
  const known = { ...state, missed: state.missed + missed };
  if (passedOver) {
    const next = { ...known, handled: due.toISOString() };
    await writeState(folder, next);
    return next;
  }
  const run = { due: due.toISOString(), folder: state.unfinished?.folder ?? join(folder, stampOf(due)) };
  return perform(options, known, run);
}

async function perform(
  { folder, clock, run }: ScheduleOptions,
  state: ScheduleState,
  scheduled: ScheduledRun,
): Promise<ScheduleState> {
  const begun = { ...state, running: scheduled, unfinished: null };
  await writeState(folder, begun);
  const started = clock.now();
  const ending = await run(scheduled);
  await logRun(folder, {
    ...scheduled,
    started_at: started.toISOString(),
    ended_at: clock.now().toISOString(),
    ending,
  });
  // A stopped run keeps its state and resumes when the schedule starts again.
  if (ending === 'stopped') return begun;
  const ended: ScheduleState = {
    ...begun,
    handled: scheduled.due,
    running: null,
    unfinished: ending === 'unfinished' ? scheduled : null,
    runs: state.runs + 1,
  };
  await writeState(folder, ended);
  return ended;
}
