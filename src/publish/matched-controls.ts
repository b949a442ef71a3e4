// Chooses the clean controls that are most similar to the accepted errors. Injections do not succeed at random: certain
// lengths and marks favour them, so randomly drawn controls could be detected from surface features.
import { unlikeness } from './surface-features.ts';

/** A solution as it would be published. */
export interface Looks {
  readonly id: string;
  readonly rank: number;
  /** `surfaceOf` its steps. */
  readonly looks: Float64Array;
}

/** Beyond these, a group is matched in parts that are drawn by rank: the time grows with the square of a part. */
const maxTogether = 1000;

/** Errors take turns, the one of the lowest rank first; each takes the control that looks most like it of those left. */
function taken(errors: readonly Looks[], controls: readonly Looks[], requested: number): string[] {
  const left = [...controls];
  const order: string[] = [];
  while (order.length < requested && left.length > 0) {
    const error = errors[order.length % errors.length]!;
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (const [at, control] of left.entries()) {
      const apart = unlikeness(error.looks, control.looks);
      if (apart < least) [nearest, least] = [at, apart];
    }
    order.push(left[nearest]!.id);
    left.splice(nearest, 1);
  }
  return order;
}

/** The ids of `wanted` controls, the best matches of every error before the second best. Both lists in rank order. */
export function matchedControls(
  errors: readonly Looks[],
  controls: readonly Looks[],
  requested: number,
): string[] {
  if (errors.length === 0) return [];
  const parts = 2 ** Math.max(0, Math.ceil(Math.log2((errors.length + controls.length) / maxTogether)));
  const partOf = ({ rank }: Looks): number => rank % parts;
  const chosen: string[] = [];
  for (let part = 0; part < parts; part += 1) {
    const own = controls.filter((one) => partOf(one) === part);
    const share = Math.round((requested * own.length) / Math.max(1, controls.length));
    const beside = errors.filter((one) => partOf(one) === part);
    chosen.push(...taken(beside.length === 0 ? errors : beside, own, share));
  }
  return chosen;
}
