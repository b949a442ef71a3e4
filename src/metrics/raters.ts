// Agreement of any number of raters on the same records: critics, people, or both.
import type { RatersAgreement } from '../records/comparison.ts';
import {
  addRatings,
  type Coincidences,
  emptyCoincidences,
  krippendorffAlpha,
} from '../statistics/agreement.ts';

export interface RatersTally {
  names: Record<string, true>;
  n: number;
  /** Records on which two name a step. */
  nPositions: number;
  anyError: Coincidences;
  firstError: Coincidences;
  /** First errors of those who name one. */
  positions: Coincidences;
}

export function emptyRaters(): RatersTally {
  return {
    names: Object.create(null) as Record<string, true>,
    n: 0,
    nPositions: 0,
    anyError: emptyCoincidences(),
    firstError: emptyCoincidences(),
    positions: emptyCoincidences(),
  };
}

/** `answers`: the first error by rater, -1 = none; those who gave no readable answer are left out. */
export function addRaters(tally: RatersTally, answers: ReadonlyMap<string, number>): void {
  for (const name of answers.keys()) tally.names[name] = true;
  if (answers.size < 2) return;
  tally.n += 1;
  const given = [...answers.values()];
  addRatings(
    tally.anyError,
    given.map((answer) => Number(answer !== -1)),
  );
  addRatings(tally.firstError, given);
  const positions = given.filter((answer) => answer !== -1);
  if (positions.length >= 2) tally.nPositions += 1;
  addRatings(tally.positions, positions);
}

/** Null when no record was rated by two. */
export function ratersAgreement({
  names,
  n,
  nPositions,
  anyError,
  firstError,
  positions,
}: RatersTally): RatersAgreement | null {
  if (n === 0) return null;
  return {
    raters: Object.keys(names).sort(),
    n,
    any_error: { alpha_nominal: krippendorffAlpha(anyError, 'nominal') },
    first_error: {
      alpha_nominal: krippendorffAlpha(firstError, 'nominal'),
      alpha_ordinal: krippendorffAlpha(positions, 'ordinal'),
      alpha_interval: krippendorffAlpha(positions, 'interval'),
      n_positions: nPositions,
    },
  };
}
