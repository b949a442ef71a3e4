// Cron expressions in a time zone: the next time, and the last one that is due. Croner knows the calendar, and local-time.ts
// the changes of the clock: a time that a change to summer time leaves out comes at the end of the hour left out, one that
// comes twice in autumn counts once. An expression of every hour is one of real time: it counts in both hours.
import { Cron } from 'croner';
import { LateBenchError } from '../../errors.ts';
import { didYouMean } from '../../records/nearest-name.ts';
import { zoneOf } from './local-time.ts';

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
  const { next, last } = isOfEveryHour(cron) ? realTimes(cron, timezone) : localTimes(cron, timezone);
  return {
    cron,
    timezone,
    next,
    last,
    between(from, to) {
      let count = 0;
      for (let time = next(from); time !== null && time < to && count < maxCounted; count += 1) {
        time = next(time);
      }
      return count;
    },
  };
}

function isOfEveryHour(cron: string): boolean {
  return /^\s*\S+\s+(?:\*(?:\/1)?|0-23)\s/.test(cron);
}

type Times = Pick<Calendar, 'next' | 'last'>;

function realTimes(cron: string, timezone: string): Times {
  const pattern = patternOf(cron, timezone);
  return { next: (after) => pattern.nextRun(after), last: (now) => lastOf(pattern, now, now) };
}

/** Of the times of a pattern before `from`, the last that is not after `now`, as `timeOf` has them. */
function lastOf(pattern: Cron, from: Date, now: Date, timeOf = (time: Date): Date => time): Date | null {
  // Reference times count as over only from the second after them.
  let [found] = pattern.previousRuns(1, new Date(from.getTime() + 1000));
  while (found !== undefined && timeOf(found) > now) [found] = pattern.previousRuns(1, found);
  return found === undefined ? null : timeOf(found);
}

/** The clocks of no country are set back by more. */
const mostSetBackMs = 3 * 60 * 60_000;

/** The pattern is looked up as if the clock on the wall showed UTC, on which no hour is missing and none comes twice. */
function localTimes(cron: string, timezone: string): Times {
  const pattern = patternOf(cron, 'UTC');
  const zone = zoneOf(timezone);
  return {
    next(after) {
      let wall = pattern.nextRun(zone.wallOf(after));
      while (wall !== null && zone.timeOf(wall) <= after) wall = pattern.nextRun(wall);
      return wall === null ? null : zone.timeOf(wall);
    },
    last: (now) => lastOf(pattern, new Date(zone.wallOf(now).getTime() + mostSetBackMs), now, zone.timeOf),
  };
}
