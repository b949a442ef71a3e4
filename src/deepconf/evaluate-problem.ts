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
  /** What weighs in place of a score, where a score itself cannot: below 0 it weighs nothing. */
  readonly weights?: ReadonlyMap<string, Float64Array> | undefined;
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
  /** As asked for. */
  readonly k: number;
  /** Traces of each set: k, or all that the problem has. */
  readonly size: number;
  /** Class of the first trace of each set: Pass@1. */
  readonly first: Int32Array;
  /** Right traces of each set, out of `size`; all 0 where the truth is unknown. */
  readonly right: Int32Array;
  /** Traces with an answer in each set. */
  readonly valid: Int32Array;
  readonly methods: readonly MethodVotes[];
  /** Methods that this problem has no vote of: none of its traces has the score that they rest on. */
  readonly absent: readonly Method[];
}

/** Whether any trace of the problem has this score: without one there is no vote by it. */
export function hasScore({ scores }: Pick<Voters, 'scores'>, metric: string | null): boolean {
  return metric === null || scores.get(metric)!.some((value) => !Number.isNaN(value));
}

/** Returns a function that votes with sets of k traces, or of all where there are fewer. */
export function problemEvaluator(
  voters: Voters,
  asked: readonly Method[],
  { seed, repeats, rule, ranks = ranksOf(voters) }: SetSettings & { ranks?: ReturnType<typeof ranksOf> },
): (k: number) => ProblemVotes {
  const { classes, sampleIds, isRight, position } = voters;
  const n = sampleIds.length;
  const methods = asked.filter(({ metric }) => hasScore(voters, metric));
  const absent = asked.filter((method) => !methods.includes(method));
  const votesOf = setVoter(voters, methods, { rule, ranks });
  const places = new Int32Array(n);
  const valid = new Int32Array(n);
  return (k) => {
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
      const set = drawWorkingSet({ seed, k, repeat, position }, n, places);
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
      for (const [at, vote] of votesOf(valid.subarray(0, members)).entries()) {
        const into = votes[at]!;
        into.winners[repeat] = vote.winner;
        into.ties[repeat] = vote.tie ? 1 : 0;
        into.voters[repeat] = vote.valid;
      }
    }
    return { k, size: Math.min(k, n), first, right, valid: validCounts, methods: votes, absent };
  };
}

export type SetVote = Pick<Vote, 'winner' | 'tie' | 'valid'>;

/**
 * Returns a function from the members of a set (places of traces with an answer) to the vote of each method in turn.
 * The filtered members of a metric and eta are found once for both its methods.
 */
export function setVoter(
  voters: Voters,
  methods: readonly Method[],
  { rule, ranks = ranksOf(voters) }: { rule: FilterRule; ranks?: ReturnType<typeof ranksOf> },
): (members: Int32Array) => SetVote[] {
  const { classes, scores, weights, sampleIds } = voters;
  const count = ballotCounter(classes);
  const kept = new Int32Array(sampleIds.length);
  return (members) => {
    let sortedFor: string | null = null;
    let sorted: Int32Array = new Int32Array(0);
    let keptFor: string | null = null;
    let top = members;
    return methods.map(({ metric, eta, weighted }) => {
      if (metric === null) return plain(count(members));
      const conf = scores.get(metric)!;
      const weight = weights?.get(metric) ?? conf;
      if (eta === null) return plain(count(members, weight));
      const rank = ranks.get(metric)!;
      if (sortedFor !== metric) {
        sorted = sortedRanks(members, rank);
        sortedFor = metric;
      }
      const filter = `${metric} ${eta}`;
      if (keptFor !== filter) {
        // Best of N: an eta of 0 keeps one trace.
        const by = eta === 0 ? 'ceil' : rule;
        top = keepTop({ members, ranks: rank, conf, sorted }, { eta, rule: by }, kept);
        keptFor = filter;
      }
      return plain(count(top, weighted ? weight : null));
    });
  };
}

/** A plain loop: this is where an evaluation spends its time. */
function sortedRanks(members: Int32Array, ranks: Int32Array): Int32Array {
  const sorted = new Int32Array(members.length);
  for (let i = 0; i < members.length; i += 1) sorted[i] = ranks[members[i]!]!;
  return sorted.sort();
}

function plain({ winner, tie, valid }: Vote): SetVote {
  return { winner, tie, valid };
}
