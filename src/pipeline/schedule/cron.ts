// Cron expressions in a time zone: the next time, and the last one that is due. Croner knows the calendar: a time that a
// change to summer time leaves out comes an hour later, one that comes twice in autumn counts once.
import { Cron } from 'croner';
import { LateBenchError } from '../../errors.ts';

export interface Calendar {
  readonly cron: string;
  readonly timezone: string;
  /** The first time after this one. */
  next(after: Date): Date | null;
  /** The last time that is not after `now`. */
  last(now: Date): Date | null;
  /** How many times lie between the two, both ends left out; counted up to 1,000. */
  between(from: Date, to: Date): number;
}

const maxCounted = 1000;

export function calendarOf(cron: string, timezone = 'UTC'): Calendar {
  const refuse = (cause: unknown): LateBenchError =>
    new LateBenchError(
      'LB_CONFIG',
      `schedule ${JSON.stringify(cron)} (${timezone}): ${(cause as Error).message}; write five fields such as 0 2 * * *`,
      { cause },
    );
  let pattern: Cron;
  try {
    pattern = new Cron(cron, { timezone, paused: true, mode: '5-part' });
    pattern.nextRun();
  } catch (cause) {
    throw refuse(cause);
  }
  return {
    cron,
    timezone,
    next: (after) => pattern.nextRun(after),
    last: (now) =>
      // Reference times count as over only from the second after them.
      pattern.previousRuns(2, new Date(now.getTime() + 1000)).find((time) => time <= now) ?? null,
    between(from, to) {
      let count = 0;
      for (let time = pattern.nextRun(from); time !== null && time < to && count < maxCounted; count += 1) {
        time = pattern.nextRun(time);
      }
      return count;
    },
  };
}
