// One problem's traces, voted on in many working sets by every method.
import { ballotCounter, type Classes, type Vote } from './ballot.ts';
import { confidenceRanks, type FilterRule, keepTop } from './confidence-filter.ts';
import type { Method } from './methods.ts';
import { drawWorkingSet } from './working-set.ts';

/** All that a vote needs to know of a problem's traces: no text, no tokens. Places are rows in sample order. */
export interface Voters {
  /** Position of the problem in the pool, from 0. */
  readonly position: number;
  readonly sampleIds: Int32Array;
  readonly classes: Classes;
  /** Whether each class is right; null where the problem has no reference answer. */
  readonly isRight: Uint8Array | null;
  /** Confidence of each trace by metric; NaN = missing. */
  readonly scores: ReadonlyMap<string, Float64Array>;
}

/** Ranks of the traces under each metric: the same for every working set. */
export function ranksOf({ scores, sampleIds }: Voters): ReadonlyMap<string, Int32Array> {
  return new Map([...scores].map(([metric, conf]) => [metric, confidenceRanks(conf, sampleIds)]));
}

export interface SetSettings {
  readonly seed: number;
  readonly repeats: number;
  readonly rule: FilterRule;
}

/** What a method answered, one entry a repeat. */
export interface MethodVotes {
  readonly method: Method;
  /** Class, -1 = unanswered. */
  readonly winners: Int32Array;
  readonly ties: Uint8Array;
  /** Traces that voted. */
  readonly voters: Int32Array;
}

export interface ProblemVotes {
  readonly k: number;
  /** Traces of each set: k, or all that the problem has where those are fewer. */
  readonly drawn: number;
  /** Class of the first trace of each set: Pass@1. */
  readonly first: Int32Array;
  /** Right traces of each set, out of k; all 0 where the truth is unknown. */
  readonly right: Int32Array;
  /** Traces with an answer in each set. */
  readonly valid: Int32Array;
  readonly methods: readonly MethodVotes[];
}

/** Returns a function that votes with sets of k traces, or of all where there are fewer. */
export function problemEvaluator(
  voters: Voters,
  methods: readonly Method[],
  { seed, repeats, rule, ranks = ranksOf(voters) }: SetSettings & { ranks?: ReturnType<typeof ranksOf> },
): (k: number) => ProblemVotes {
  const { classes, scores, sampleIds, isRight, position } = voters;
  const n = sampleIds.length;
  const count = ballotCounter(classes);
  const places = new Int32Array(n);
  const valid = new Int32Array(n);
  const kept = new Int32Array(n);
  return (k) => {
    const drawn = Math.min(k, n);
    const votes = methods.map((method) => ({
      method,
      winners: new Int32Array(repeats),
      ties: new Uint8Array(repeats),
      voters: new Int32Array(repeats),
    }));
    const first = new Int32Array(repeats);
    const right = new Int32Array(repeats);
    const validCounts = new Int32Array(repeats);
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const set = drawWorkingSet({ seed, k: drawn, repeat, position }, n, places);
      first[repeat] = classes.of[set[0]!]!;
      let members = 0;
      for (const place of set) {
        const choice = classes.of[place]!;
        if (choice < 0) continue;
        valid[members] = place;
        members += 1;
        right[repeat] = right[repeat]! + (isRight?.[choice] ?? 0);
      }
      validCounts[repeat] = members;
      for (const [at, vote] of votesOf(methods, valid.subarray(0, members)).entries()) {
        const into = votes[at]!;
        into.winners[repeat] = vote.winner;
        into.ties[repeat] = vote.tie ? 1 : 0;
        into.voters[repeat] = vote.valid;
      }
    }
    return { k, drawn, first, right, valid: validCounts, methods: votes };
  };

  /** The vote of each method in turn; the filtered members of a metric and eta are found once for both its methods. */
  function votesOf(
    requested: readonly Method[],
    members: Int32Array,
  ): Pick<Vote, 'winner' | 'tie' | 'valid'>[] {
    let sortedFor: string | null = null;
    let sorted: Int32Array = new Int32Array(0);
    let keptFor: string | null = null;
    let top = members;
    return requested.map(({ metric, eta, weighted, name }) => {
      const conf = metric === null ? null : scores.get(metric)!;
      if (metric === null || conf === null || eta === null) return plain(count(members, conf));
      const rank = ranks.get(metric)!;
      if (sortedFor !== metric) {
        sorted = sortedRanks(members, rank);
        sortedFor = metric;
      }
      if (keptFor !== name) {
        top = keepTop({ members, ranks: rank, conf, sorted }, { eta, rule }, kept);
        keptFor = name;
      }
      return plain(count(top, weighted ? conf : null));
    });
  }
}

/** A plain loop: this is where an evaluation spends its time. */
function sortedRanks(members: Int32Array, ranks: Int32Array): Int32Array {
  const sorted = new Int32Array(members.length);
  for (let i = 0; i < members.length; i += 1) sorted[i] = ranks[members[i]!]!;
  return sorted.sort();
}

function plain({ winner, tie, valid }: Vote): Pick<Vote, 'winner' | 'tie' | 'valid'> {
  return { winner, tie, valid };
}
