// Round numbers for axes: from 0 for bars and shares, around the data for lines, whose height above 0 says nothing.

export interface Axis {
  readonly min: number;
  /** A round number at or above the largest value. */
  readonly max: number;
  /** From min to max, both included. */
  readonly ticks: readonly number[];
}

/** The smallest of 1, 2, 2.5 or 5 times a power of ten of which five cover the span; `whole` leaves 2.5 out. */
function stepOf(span: number, whole = false): number {
  const power = 10 ** Math.floor(Math.log10(span / 5));
  const times = whole ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10];
  // A little room for rounding: 0.3 / 0.1 is 2.9999999999999996 one way and 3.0000000000000004 another.
  const step = times.map((one) => one * power).find((one) => span / one <= 5 + 1e-9) ?? power * 10;
  return whole ? Math.max(1, step) : step;
}

function axisOf(first: number, last: number, step: number): Axis {
  const ticks = Array.from({ length: last - first + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
  return { min: ticks[0]!, max: ticks.at(-1)!, ticks };
}

/** From 0, with two to six ticks; `whole` keeps them integers. */
export function axis(largest: number, whole = false): Axis {
  const top = largest > 0 && Number.isFinite(largest) ? largest : 1;
  const step = stepOf(top, whole);
  return axisOf(0, Math.max(1, Math.ceil(top / step - 1e-9)), step);
}

/** The axis of shares: never beyond 1. */
export function shareAxis(shares: readonly (number | null)[]): Axis {
  return axis(Math.min(1, Math.max(0, ...shares.map((share) => share ?? 0))));
}

/** Around the values, with three to six ticks; null without any. */
export function rangeAxis(values: readonly number[]): Axis | null {
  if (values.length === 0) return null;
  const low = values.reduce((a, b) => Math.min(a, b));
  const high = values.reduce((a, b) => Math.max(a, b));
  // Values that differ by rounding only are one value.
  const size = Math.max(Math.abs(low), Math.abs(high));
  const step = stepOf(high - low > 1e-9 * Math.max(size, 1) ? high - low : Math.max(size * 0.1, 0.1));
  const first = Math.floor(low / step + 1e-9);
  return axisOf(first, Math.max(first + 1, Math.ceil(high / step - 1e-9)), step);
}
