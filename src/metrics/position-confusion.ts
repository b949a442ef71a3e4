// Where the first error is against where the critic says it is, by tenth of the solution.

/** Rows: the ten tenths, then correct solutions. Columns: the ten tenths, then "no error", then unreadable. */
export type PositionConfusion = number[][];

const tenths = 10;

export function emptyPositions(): PositionConfusion {
  return Array.from({ length: tenths + 1 }, () => new Array<number>(tenths + 2).fill(0));
}

/** `label` and `answer`: 0-based, -1 = no error; a null answer was not readable. */
export function addPosition(
  counts: PositionConfusion,
  { label, answer, steps }: { label: number; answer: number | null; steps: number },
): void {
  const tenthOf = (step: number) => Math.min(tenths - 1, Math.max(0, Math.floor((step / steps) * tenths)));
  const row = label === -1 ? tenths : tenthOf(label);
  const column = answer === null ? tenths + 1 : answer === -1 ? tenths : tenthOf(answer);
  counts[row]![column]! += 1;
}

export function mergePositions(into: PositionConfusion, from: PositionConfusion): void {
  for (const [i, row] of into.entries()) for (const j of row.keys()) row[j]! += from[i]![j]!;
}
