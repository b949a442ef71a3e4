// One list of steps out of several votes that are each a list of steps. Knows nothing of critics.

export const combineRules = ['majority', 'union', 'intersection'] as const;
/** A step counts when more than half of the lists have it, when any has it, or when all have it. */
export type CombineRule = (typeof combineRules)[number];

/** 0-based steps, ascending, each once; null without a list. */
export function combineSteps(lists: readonly (readonly number[])[], rule: CombineRule): number[] | null {
  if (lists.length === 0) return null;
  const counts = new Map<number, number>();
  for (const step of lists.flatMap((list) => [...new Set(list)])) {
    counts.set(step, (counts.get(step) ?? 0) + 1);
  }
  const enough = { union: 1, intersection: lists.length, majority: Math.floor(lists.length / 2) + 1 }[rule];
  return [...counts]
    .filter(([, count]) => count >= enough)
    .map(([step]) => step)
    .sort((a, b) => a - b);
}
