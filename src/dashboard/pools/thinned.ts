// Values thinned to what a screen can show: of each stretch the smallest and the largest stay, so that no dip is lost.
// The browser loads this as well.

const maxPoints = 1500;

export type Stretch = readonly [at: number, low: number, high: number];

/** The values from a place up to another, in at most `max` stretches; `offset` is the place of the first on the axis. */
export function thinned(
  values: ArrayLike<number | null>,
  [first, end]: readonly [number, number],
  offset: number,
  max = maxPoints,
): Stretch[] {
  const [from, to] = [Math.max(0, first), Math.min(values.length, end)];
  const length = Math.max(1, Math.ceil((to - from) / max));
  const stretches: Stretch[] = [];
  for (let start = from; start < to; start += length) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let at = start; at < Math.min(to, start + length); at += 1) {
      const value = values[at]!;
      if (value === null || Number.isNaN(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (low <= high) stretches.push([offset + start, low, high]);
  }
  return stretches;
}
