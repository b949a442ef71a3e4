// Selection in linear time on average: the k-th smallest of many numbers without sorting them (Hoare's quickselect).

/** The `k`-th smallest, from 1, of the first `count` values. Moves them about; none may be NaN. */
export function kthSmallest(values: Float64Array, count: number, k: number): number {
  const target = k - 1;
  let from = 0;
  let to = count - 1;
  while (from < to) {
    const pivot = middleOfThree(values[from]!, values[(from + to) >>> 1]!, values[to]!);
    let left = from;
    let right = to;
    while (left <= right) {
      while (values[left]! < pivot) left += 1;
      while (values[right]! > pivot) right -= 1;
      if (left > right) break;
      const swapped = values[left]!;
      values[left] = values[right]!;
      values[right] = swapped;
      left += 1;
      right -= 1;
    }
    if (target <= right) to = right;
    else if (target >= left) from = left;
    else break;
  }
  return values[target]!;
}

function middleOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
