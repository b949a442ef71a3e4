// What the clock on the wall of a time zone shows, and when it shows it. Times of the wall are dates whose UTC fields are
// those of the wall.

export interface Zone {
  wallOf(time: Date): Date;
  /** The first time at which the wall shows this; where it never does, the end of the hour that is left out. */
  timeOf(wall: Date): Date;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export function zoneOf(timezone: string): Zone {
  const format = new Intl.DateTimeFormat('en', {
    ...{ timeZone: timezone, hourCycle: 'h23' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  /** How far the wall is ahead of UTC, in milliseconds. */
  const offsetAt = (time: number): number => {
    const whole = Math.floor(time / 1000) * 1000;
    const parts = new Map(format.formatToParts(whole).map(({ type, value }) => [type, Number(value)]));
    const [year, month, day] = [parts.get('year')!, parts.get('month')!, parts.get('day')!];
    const [hour, minute, second] = [parts.get('hour')!, parts.get('minute')!, parts.get('second')!];
    return Date.UTC(year, month - 1, day, hour, minute, second) - whole;
  };
  return {
    wallOf: (time) => new Date(time.getTime() + offsetAt(time.getTime())),
    timeOf(wall) {
      const shown = wall.getTime();
      const [before, after] = [offsetAt(shown - dayMs), offsetAt(shown + dayMs)];
      const fitting = [shown - before, shown - after].filter((time) => time + offsetAt(time) === shown);
      if (fitting.length > 0) return new Date(Math.min(...fitting));
      // The clock is set forward between these two, at a full minute.
      let [early, late] = [shown - after, shown - before];
      while (late - early > minuteMs) {
        const middle = Math.round((early + late) / 2 / minuteMs) * minuteMs;
        if (offsetAt(middle) === before) early = middle;
        else late = middle;
      }
      return new Date(late);
    },
  };
}
