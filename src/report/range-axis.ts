// Round numbers for an axis that begins where the data do: for lines, whose height above 0 says nothing.

export interface RangeAxis {
  readonly min: number;
  readonly max: number;
  /** From min to max, both included. */
  readonly ticks: readonly number[];
}

/** Three to six ticks at steps of 1, 2, 2.5 or 5 times a power of ten around the values; null without any. */
export function rangeAxis(values: readonly number[]): RangeAxis | null {
  if (values.length === 0) return null;
  const low = values.reduce((a, b) => Math.min(a, b));
  const high = values.reduce((a, b) => Math.max(a, b));
  // Values that differ by rounding only are one value.
  const size = Math.max(Math.abs(low), Math.abs(high));
  const span = high - low > 1e-9 * Math.max(size, 1) ? high - low : Math.max(size * 0.1, 0.1);
  const power = 10 ** Math.floor(Math.log10(span / 5));
  const step = [1, 2, 2.5, 5, 10].map((times) => times * power).find((one) => span / one <= 5 + 1e-9)!;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
  return { min: ticks[0]!, max: ticks.at(-1)!, ticks };
}
