// How often each entry was met in one search, and which were met most. Common phrases lead to thousands of entries, of
// which a few are compared: counts are in one array for all searches, and nothing is sorted but those few.

export interface CandidateCounts {
  count(entry: number): void;
  /** Those that were counted most often, most first, of equal ones the earlier; all counts are 0 again. */
  take(): readonly number[];
}

const firstLength = 1 << 10;
const mostCounted = 0xffff;

/** Holds 2 bytes an entry. */
export function createCandidateCounts(most: number): CandidateCounts {
  let counts = new Uint16Array(firstLength);
  let met: number[] = [];
  return {
    count(entry) {
      if (entry >= counts.length) {
        const larger = new Uint16Array(Math.max(2 * counts.length, entry + 1));
        larger.set(counts);
        counts = larger;
      }
      const before = counts[entry]!;
      if (before === 0) met.push(entry);
      if (before < mostCounted) counts[entry] = before + 1;
    },
    take() {
      const taken: number[] = [];
      const isBefore = (one: number, other: number): boolean =>
        counts[one] === counts[other] ? one < other : counts[one]! > counts[other]!;
      for (const entry of met) {
        if (taken.length === most && !isBefore(entry, taken[most - 1]!)) continue;
        let at = taken.length === most ? most - 1 : taken.length;
        for (; at > 0 && isBefore(entry, taken[at - 1]!); at -= 1) taken[at] = taken[at - 1]!;
        taken[at] = entry;
      }
      for (const entry of met) counts[entry] = 0;
      met = [];
      return taken;
    },
  };
}
