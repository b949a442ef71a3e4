// Times of Arrow columns as ISO 8601 text with every digit that they have. A column counts them in its own unit, from
// seconds to nanoseconds, and a number of milliseconds, as JavaScript has it, would lose the last digits.
import type { TimeUnit } from 'apache-arrow';

/** Whole seconds and the digits behind them: at least three, and no zeros at the end beyond those. */
function inSeconds(value: bigint, unit: TimeUnit): { readonly seconds: bigint; readonly digits: string } {
  const places = unit * 3;
  const perSecond = 10n ** BigInt(places);
  const part = ((value % perSecond) + perSecond) % perSecond;
  const digits = places === 0 ? '' : String(part).padStart(places, '0');
  return {
    seconds: (value - part) / perSecond,
    digits: digits.slice(0, 3).padEnd(3, '0') + digits.slice(3).replace(/0+$/, ''),
  };
}

/** A moment such as 2024-02-29T01:02:03.004005Z; one that no calendar has (DuckDB's infinity) is its number. */
export function momentText(value: bigint, unit: TimeUnit): string {
  const { seconds, digits } = inSeconds(value, unit);
  const date = new Date(Number(seconds) * 1000);
  return Number.isNaN(date.getTime()) ? String(value) : date.toISOString().replace(/000Z$/, `${digits}Z`);
}

function withPart(digits: string): string {
  return Number(digits) === 0 ? '' : `.${digits.replace(/0+$/, '')}`;
}

/** A time of day such as 01:02:03 or 01:02:03.000004. */
export function timeOfDayText(value: bigint, unit: TimeUnit): string {
  const { seconds, digits } = inSeconds(value, unit);
  const parts = [seconds / 3600n, (seconds / 60n) % 60n, seconds % 60n];
  return parts.map((part) => String(part).padStart(2, '0')).join(':') + withPart(digits);
}

/** A length of time in seconds, such as PT86400S or -PT0.5S. */
export function durationText(value: bigint, unit: TimeUnit): string {
  const { seconds, digits } = inSeconds(value < 0n ? -value : value, unit);
  return `${value < 0n ? '-' : ''}PT${seconds}${withPart(digits)}S`;
}
