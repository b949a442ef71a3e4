// The majority over votes for the first erroneous step. Votes come in sample order, never in order of arrival:
// ties are broken by it, and arrival is random.

export const tieRules = ['first', 'smallest', 'no_error', 'abstain'] as const;
/**
 * Who wins a tie: the answer seen first; the smallest step (-1 is not a step, so it loses); -1 where it is among
 * the leaders, else the smallest step; or none.
 */
export type TieRule = (typeof tieRules)[number];

export interface Majority {
  /** 0-based step, -1 = no error, null = no valid vote, or a tie that abstains. */
  value: number | null;
  tie: boolean;
  /** Votes for a leading answer. */
  top: number;
  valid: number;
  /** Unreadable or impossible votes: dropped. */
  invalid: number;
  /** top / valid; null without a valid vote. */
  agreement: number | null;
}

/** `votes`: 0-based step, -1 = no error, null = unreadable. Whole numbers from -1 to steps - 1 are valid. */
export function majority(votes: readonly (number | null)[], steps: number, tieRule: TieRule): Majority {
  const counts = new Map<number, number>();
  let valid = 0;
  for (const vote of votes) {
    if (vote === null || !Number.isInteger(vote) || vote < -1 || vote >= steps) continue;
    counts.set(vote, (counts.get(vote) ?? 0) + 1);
    valid += 1;
  }
  const invalid = votes.length - valid;
  if (valid === 0) return { value: null, tie: false, top: 0, valid, invalid, agreement: null };
  const top = Math.max(...counts.values());
  // A Map keeps the order of first insertion, so the leaders are in sample order.
  const leaders = [...counts].filter(([, count]) => count === top).map(([answer]) => answer);
  const tie = leaders.length > 1;
  return { value: leader(leaders, tieRule), tie, top, valid, invalid, agreement: top / valid };
}

function leader(leaders: readonly number[], tieRule: TieRule): number | null {
  if (leaders.length === 1 || tieRule === 'first') return leaders[0]!;
  if (tieRule === 'abstain') return null;
  if (tieRule === 'no_error' && leaders.includes(-1)) return -1;
  return Math.min(...leaders.filter((answer) => answer >= 0));
}
