// Brings errors and clean records to the share that was asked for, once it is known which injections came off. First
// within each stratum, so that what is left of the injections and their controls is alike but for the errors; then over
// all, from the strata that have most of the surplus, by rank, natural errors (which cost nothing) before injected ones.
import type { Candidate } from './candidates.ts';
import { type Part, strataOf } from './choose.ts';
import { matchedControls } from './matched-controls.ts';

export interface Placed extends Candidate {
  readonly part: Part;
  /** `surfaceOf` the steps that would be published; null for a failed or rejected injection. */
  readonly looks: Float64Array | null;
}

export type Standing = Placed & { readonly looks: Float64Array };

export const stands = (placed: Placed): placed is Standing => placed.looks !== null;

const dropOrder: readonly Part[] = ['natural', 'general', 'manual', 'clean'];

/** Clean controls whose injections were lost: a stratum keeps as large a share of the ones as of the others, and of the
 * controls those that are most similar to the accepted errors. */
function unmatched(placed: readonly Placed[]): string[] {
  return strataOf(placed).flatMap(([, group]) => {
    const asked = group.filter(({ part }) => part === 'general');
    const clean = group.filter(({ part }) => part === 'clean').filter(stands);
    if (asked.length === 0) return [];
    const standing = asked.filter(stands);
    const requested = Math.round((clean.length * standing.length) / asked.length);
    if (requested === clean.length) return [];
    const published = clean.filter(({ kept }) => kept !== null);
    const others = clean.filter(({ kept }) => kept === null);
    const left = Math.max(0, requested - published.length);
    const stay = new Set(
      left >= others.length ? others.map(({ id }) => id) : matchedControls(standing, others, left),
    );
    return others.flatMap(({ id }) => (stay.has(id) ? [] : [id]));
  });
}

/** The ids to drop, none of a published record. With only errors, or only clean records, there is nothing to balance. */
export function surplusOf(all: readonly Placed[], errorShare: number | null): Set<string> {
  if (errorShare === null) return new Set();
  const dropped = new Set(unmatched(all));
  const placed = all.filter((one) => stands(one) && !dropped.has(one.id));
  const clean = placed.filter(({ part }) => part === 'clean').length;
  const errors = placed.length - clean;
  if (clean === 0 || errors === 0) return dropped;
  const odds = errorShare / (1 - errorShare);
  const tooManyErrors = errors > clean * odds;
  const surplus = tooManyErrors ? errors - Math.round(clean * odds) : clean - Math.round(errors / odds);
  const excessOf = (part: Part): number => {
    if (part === 'clean') return tooManyErrors ? -odds : odds;
    return tooManyErrors ? 1 : -1;
  };
  const strata = strataOf(placed).map(([, group]) => ({
    excess: group.reduce((sum, { part }) => sum + excessOf(part), 0),
    droppable: group
      .filter(({ part, kept }) => kept === null && (part !== 'clean') === tooManyErrors)
      // Removed from the end: the first to go is last.
      .sort((a, b) => dropOrder.indexOf(b.part) - dropOrder.indexOf(a.part) || a.rank - b.rank),
  }));
  for (let left = surplus; left > 0; left -= 1) {
    const open = strata.filter(({ droppable }) => droppable.length > 0);
    if (open.length === 0) break;
    // What a person asked for goes only when nothing else is left.
    const others = open.filter(({ droppable }) => droppable.at(-1)!.part !== 'manual');
    const fullest = (others.length > 0 ? others : open).reduce((best, one) =>
      one.excess > best.excess ? one : best,
    );
    dropped.add(fullest.droppable.pop()!.id);
    fullest.excess -= tooManyErrors ? 1 : odds;
  }
  return dropped;
}
