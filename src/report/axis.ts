// Round numbers for an axis that begins at 0.

export interface Axis {
  /** The end of the axis: a round number at or above the largest value. */
  readonly max: number;
  /** From 0 to max, both included. */
  readonly ticks: readonly number[];
}

/** Two to six ticks at steps of 1, 2, 2.5 or 5 times a power of ten; `whole` keeps them integers. */
export function axis(largest: number, whole = false): Axis {
  const top = largest > 0 && Number.isFinite(largest) ? largest : 1;
  const power = 10 ** Math.floor(Math.log10(top / 5));
  const steps = (whole ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10]).map((step) => step * power);
  // A little room for rounding: 0.3 / 0.1 is 2.9999999999999996 one way and 3.0000000000000004 another.
  const fits = steps.find((step) => top / step <= 5 + 1e-9) ?? power * 10;
  const step = whole ? Math.max(1, fits) : fits;
  const count = Math.max(1, Math.ceil(top / step - 1e-9));
  const ticks = Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)));
  return { max: ticks[count]!, ticks };
}

/** The axis of shares: never beyond 1. */
export function shareAxis(shares: readonly (number | null)[]): Axis {
  return axis(Math.min(1, Math.max(0, ...shares.map((share) => share ?? 0))));
}
