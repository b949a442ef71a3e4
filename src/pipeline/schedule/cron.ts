// Cron expressions in a time zone: the next time, and the last one that is due. Croner knows the calendar: a time that a
// change to summer time leaves out comes at the end of the hour left out, one that comes twice in autumn counts once.
import { Cron } from 'croner';
import { LateBenchError } from '../../errors.ts';
import { didYouMean } from '../../records/nearest-name.ts';

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

function patternOf(cron: string, timezone: string): Cron {
  return new Cron(cron, { timezone, paused: true, mode: '5-part' });
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with a schedule; null where it has a next time. */
export function calendarProblem(
  cron: string,
  timezone = 'UTC',
): { readonly field: 'cron' | 'timezone'; readonly message: string } | null {
  if (!isTimezone(timezone)) {
    const near = didYouMean(timezone, Intl.supportedValuesOf('timeZone'));
    return { field: 'timezone', message: `there is no timezone ${timezone}${near}` };
  }
  const wrong = (message: string) => ({ field: 'cron', message }) as const;
  if (cron.trim().split(/\s+/).length !== 5) {
    return wrong(
      `${cron === '' ? 'it is empty' : `${cron} has not five fields`}; write five fields such as 0 2 * * *`,
    );
  }
  try {
    const next = patternOf(cron, timezone).nextRun();
    return next === null ? wrong(`no day of the calendar fits ${cron}`) : null;
  } catch (cause) {
    return wrong(`${(cause as Error).message}; write five fields such as 0 2 * * *`);
  }
}

/** Throws LB_CONFIG for an expression or a timezone that cannot be read. */
export function calendarOf(cron: string, timezone = 'UTC'): Calendar {
  const problem = calendarProblem(cron, timezone);
  if (problem !== null) {
    throw new LateBenchError(
      'LB_CONFIG',
      `schedule ${JSON.stringify(cron)} (${timezone}): ${problem.message}`,
    );
  }
  const pattern = patternOf(cron, timezone);
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
