// How far raters agree beyond chance: Cohen's kappa for two, Krippendorff's alpha for any number of raters and with
// gaps. Both are 1 for full agreement and 0 for chance; below 0 they agree less than chance.

/** Ratings of units by two raters, as counts that add up. Plain data. */
export interface RatingPairs {
  n: number;
  same: number;
  /** How often each rater used each category. */
  first: Record<string, number>;
  second: Record<string, number>;
}

export function emptyRatingPairs(): RatingPairs {
  return { n: 0, same: 0, first: Object.create(null), second: Object.create(null) };
}

export function addRatingPair(pairs: RatingPairs, first: string | number, second: string | number): void {
  pairs.n += 1;
  pairs.same += Number(first === second);
  pairs.first[first] = (pairs.first[first] ?? 0) + 1;
  pairs.second[second] = (pairs.second[second] ?? 0) + 1;
}

export function mergeRatingPairs(into: RatingPairs, from: RatingPairs): void {
  into.n += from.n;
  into.same += from.same;
  for (const rater of ['first', 'second'] as const) {
    for (const [category, count] of Object.entries(from[rater])) {
      into[rater][category] = (into[rater][category] ?? 0) + count;
    }
  }
}

/**
 * kappa = (p_o - p_e) / (1 - p_e) (Cohen 1960). Null without units, and where both raters used one and the same
 * category throughout: then chance agreement is 1 and kappa is undefined.
 */
export function cohenKappa({ n, same, first, second }: RatingPairs): number | null {
  if (n === 0) return null;
  const chance = Object.entries(first).reduce(
    (sum, [category, count]) => sum + count * (second[category] ?? 0),
    0,
  );
  // In whole numbers as long as can be: n^2 p_o and n^2 p_e.
  return chance === n * n ? null : (same * n - chance) / (n * n - chance);
}

/**
 * Fleiss' kappa (1971) of units that several raters rated, by how often each category was given; units with fewer than two
 * ratings say nothing about agreement. Raters of a unit are exchangeable, and their number may differ (Fleiss, Levin and
 * Paik 2003). Null where chance agreement is 1 or no unit was rated twice.
 */
export function fleissKappa(units: readonly (readonly number[])[]): number | null {
  const totals: number[] = [];
  let [rated, ratings, observed] = [0, 0, 0];
  for (const counts of units) {
    const n = counts.reduce((sum, count) => sum + count, 0);
    if (n < 2) continue;
    rated += 1;
    ratings += n;
    observed += counts.reduce((sum, count) => sum + count * (count - 1), 0) / (n * (n - 1));
    for (const [category, count] of counts.entries()) totals[category] = (totals[category] ?? 0) + count;
  }
  if (rated === 0 || totals.some((total) => total === ratings)) return null;
  const chance = totals.reduce((sum, total) => sum + (total / ratings) ** 2, 0);
  return (observed / rated - chance) / (1 - chance);
}

export const alphaLevels = ['nominal', 'ordinal', 'interval'] as const;
export type AlphaLevel = (typeof alphaLevels)[number];

/** Coincidences of values (Krippendorff 2011), which add up unit by unit. Plain data. */
export interface Coincidences {
  /** By "value value", both orders counted. */
  pairs: Record<string, number>;
}

export function emptyCoincidences(): Coincidences {
  return { pairs: Object.create(null) as Record<string, number> };
}

/** Adds the ratings of one unit: numbers, in any order, without those that are missing. */
export function addRatings({ pairs }: Coincidences, ratings: readonly number[]): void {
  for (const [i, a] of ratings.entries()) {
    for (const [j, b] of ratings.entries()) {
      if (i === j) continue;
      const key = `${a} ${b}`;
      pairs[key] = (pairs[key] ?? 0) + 1 / (ratings.length - 1);
    }
  }
}

/** alpha = 1 - D_o / D_e; null without a unit that two rated, and where all ratings are one and the same value. */
export function krippendorffAlpha({ pairs }: Coincidences, level: AlphaLevel): number | null {
  const margins = new Map<number, number>();
  const observed: [a: number, b: number, count: number][] = [];
  for (const [key, count] of Object.entries(pairs)) {
    const [a, b] = key.split(' ').map(Number) as [number, number];
    margins.set(a, (margins.get(a) ?? 0) + count);
    observed.push([a, b, count]);
  }
  const values = [...margins].sort(([a], [b]) => a - b);
  const n = values.reduce((sum, [, count]) => sum + count, 0);
  if (n === 0) return null;
  const distance = distances(values, level);
  const disagreement = observed.reduce((sum, [a, b, count]) => sum + count * distance(a, b), 0) / n;
  let chance = 0;
  for (const [a, countA] of values) {
    for (const [b, countB] of values) chance += countA * countB * distance(a, b);
  }
  chance /= n * (n - 1);
  return chance === 0 ? null : 1 - disagreement / chance;
}

/** Squared distance of two values: whether they differ, how many ratings lie between them, or their difference. */
function distances(
  values: readonly (readonly [number, number])[],
  level: AlphaLevel,
): (a: number, b: number) => number {
  if (level === 'nominal') return (a, b) => Number(a !== b);
  if (level === 'interval') return (a, b) => (a - b) ** 2;
  const below = new Map<number, number>();
  let sum = 0;
  for (const [value, count] of values) {
    below.set(value, sum + count / 2);
    sum += count;
  }
  return (a, b) => (below.get(a)! - below.get(b)!) ** 2;
}
