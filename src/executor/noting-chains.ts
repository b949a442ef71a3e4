// Which stages a pass goes through that notes calls for a batch. A record stops at the first call that has no reply yet, so
// that critics in a row would need a batch each, one after the other. They see nothing of one another: each gets a pass of
// its own, and one batch takes the calls of all.
import type { PlannedStage } from './build-plan.ts';

/** Lists of positions in `stages`; the last of them has all. */
export function notingChains(stages: readonly Pick<PlannedStage, 'stage'>[]): readonly (readonly number[])[] {
  const isCritic = (at: number): boolean => {
    const stage = stages[at]?.stage;
    return stage?.kind === 'map' && stage.adds === 'critique';
  };
  const all = [...stages.keys()];
  const alone = all.filter((at) => isCritic(at) && (isCritic(at - 1) || isCritic(at + 1)));
  const chains = alone.map((at) => {
    let first = at;
    while (isCritic(first - 1)) first -= 1;
    return [...all.slice(0, first), at];
  });
  return [...chains, all];
}
