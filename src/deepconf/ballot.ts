// Counting votes: each trace votes for the class of its answer, with weight 1 or its confidence.

/** The classes of answers on one problem, as small integers in the order in which ties are decided: 0 wins first. */
export interface Classes {
  /** The class of each trace; -1 for a trace without an answer. */
  readonly of: Int32Array;
  /** How each class is written. */
  readonly labels: readonly string[];
}

export interface Vote {
  /** -1 without a vote. */
  readonly winner: number;
  /** Whether another class had as much. */
  readonly tie: boolean;
  readonly valid: number;
  /** Weight of each class; the counter's own memory, valid until its next vote. */
  readonly totals: Float64Array;
}

/**
 * Returns a function that counts one vote. Members are places of traces that have an answer; weights are added in
 * the order of the members (the last bit depends on it). A weight that is missing (NaN) is 0. Ties, also at 0 or
 * below, go to the smallest class that has a voter.
 */
export function ballotCounter({
  of,
  labels,
}: Classes): (members: Int32Array, weights?: Float64Array | null) => Vote {
  const totals = new Float64Array(labels.length);
  const voters = new Int32Array(labels.length);
  return (members, weights = null) => {
    totals.fill(0);
    voters.fill(0);
    for (let i = 0; i < members.length; i += 1) {
      const place = members[i]!;
      const choice = of[place]!;
      const weight = weights === null ? 1 : weights[place]!;
      voters[choice] = voters[choice]! + 1;
      if (!Number.isNaN(weight)) totals[choice] = totals[choice]! + weight;
    }
    let winner = -1;
    let tie = false;
    for (let choice = 0; choice < totals.length; choice += 1) {
      if (voters[choice] === 0) continue;
      if (winner === -1 || totals[choice]! > totals[winner]!) {
        winner = choice;
        tie = false;
      } else if (totals[choice] === totals[winner]) tie = true;
    }
    return { winner, tie, valid: members.length, totals };
  };
}
