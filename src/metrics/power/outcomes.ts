// What critics made of a pilot's records, as columns of bits: which class a record is of and who was right, problem by
// problem, with the votes as they are and with the first votes alone.

import { LateBenchError } from '../../errors.ts';
import type { Critique } from '../../records/critique.ts';
import { checkNames } from '../../records/missing-name.ts';
import { nameList } from '../../records/name-list.ts';
import type { Parse } from '../../records/score.ts';
import type { Solution } from '../../records/solution.ts';
import { seedFrom } from '../../statistics/random.ts';
import { firstErrorOf, goldOf } from '../gold.ts';
import { predictionOf } from '../prediction.ts';
import { firstOfVotes } from '../vote-curve.ts';

/** Two critics, or one, on the records that all of them judged. Records of a problem are next to each other. */
export interface Outcomes {
  /** Record index where each problem begins, and the number of records at the end. */
  readonly starts: Int32Array;
  /** 1 = the solution is erroneous. */
  readonly erroneous: Uint8Array;
  /** 1 = the first critic is right. */
  readonly a: Uint8Array;
  /** 1 = the second critic is right; null where there is one critic. */
  readonly b: Uint8Array | null;
}

/** What a critic spent on the records at hand, by vote. */
export interface Spending {
  readonly critic: string;
  readonly model: string | null;
  /** Votes of a record at most. */
  readonly votes: number;
  /** Calls of a record; 0 for a critic that asks nobody, null where the records do not say. */
  readonly calls: number | null;
  /** Tokens of one call; null where the records do not say. */
  readonly prompt: number | null;
  readonly completion: number | null;
}

export interface Pilot {
  readonly critics: readonly string[];
  readonly outcomes: Outcomes;
  readonly spending: readonly Spending[];
  /** Outcomes with the first `votes` votes alone, and the calls of a record with so many, by critic. */
  readonly byVotes: readonly {
    readonly votes: number;
    readonly calls: readonly number[];
    readonly outcomes: Outcomes;
  }[];
  /** Records that only one of the critics judged. */
  readonly left: number;
}

interface Seen {
  /** A hash of the problem, as the comparison clusters by. */
  readonly problem: number;
  readonly erroneous: boolean;
  /** By critic: the final answer is right, and the answer of the first k votes, from 1. */
  readonly right: ReadonlyMap<string, { readonly whole: boolean; readonly first: readonly boolean[] }>;
}

interface Spent {
  model: string | null;
  votes: number;
  /** Records that say what they took. */
  counted: number;
  calls: number;
  prompt: number;
  completion: number;
}

export interface PilotCollector {
  add(record: Solution): void;
  /** `critics`: which ones, in their order; all when empty, of which there may be two. */
  result(critics: readonly string[]): Pilot;
}

/** Votes beyond are planned with the last of these. */
const alternatives = [1, 3, 5, 9, 17, 33];

export function createPilot({ parse }: { readonly parse: Parse }): PilotCollector {
  const seen: Seen[] = [];
  const spent = new Map<string, Spent>();
  return {
    add(record) {
      const gold = goldOf(record);
      if (gold === null) return;
      const label = firstErrorOf(gold);
      const right = new Map<string, { whole: boolean; first: boolean[] }>();
      for (const critique of record.critiques ?? []) {
        right.set(critique.critic, rightness(critique, label, record.steps.length, parse));
        addSpent(spent, critique);
      }
      if (right.size > 0) seen.push({ problem: seedFrom(record.problem), erroneous: label !== -1, right });
    },
    result(requested) {
      const names = [...spent.keys()].sort();
      const critics = requested.length > 0 ? requested : names;
      const nothing = 'no labelled record was judged by a critic of that name';
      checkNames(critics, names, { option: '--critics', nothing });
      if (critics.length === 0 || critics.length > 2) {
        const message = `a pilot has one or two critics: choose with --critics A,B (found: ${nameList(names)})`;
        throw new LateBenchError('LB_USAGE', message);
      }
      const both = seen
        .filter(({ right }) => critics.every((name) => right.has(name)))
        .sort((one, other) => one.problem - other.problem);
      const judged = seen.filter(({ right }) => critics.some((name) => right.has(name))).length;
      const spending = critics.map((name) => spendingOf(name, spent.get(name)!));
      const fewest = Math.min(...spending.map(({ votes }) => votes));
      const counts = [...new Set([...alternatives.filter((count) => count < fewest), fewest])];
      return {
        critics,
        outcomes: outcomesOf(both, critics, null),
        spending,
        byVotes:
          fewest < 2
            ? []
            : counts.map((votes) => ({
                votes,
                calls: critics.map((name) => callsOf(both, name, votes)),
                outcomes: outcomesOf(both, critics, votes),
              })),
        left: judged - both.length,
      };
    },
  };
}

function rightness(critique: Critique, label: number, steps: number, parse: Parse) {
  const votes = critique.votes ?? [];
  return {
    whole: predictionOf(critique, parse).first_error === label,
    first:
      votes.length < 2
        ? []
        : votes.map((_, at) => firstOfVotes(votes.slice(0, at + 1), critique, steps, parse) === label),
  };
}

function addSpent(spent: Map<string, Spent>, { critic, model, votes, usage }: Critique): void {
  const known = spent.get(critic) ?? {
    model: null,
    votes: 1,
    counted: 0,
    calls: 0,
    prompt: 0,
    completion: 0,
  };
  spent.set(critic, known);
  known.model ??= model ?? null;
  known.votes = Math.max(known.votes, votes?.length ?? 1);
  known.counted += usage == null ? 0 : 1;
  known.calls += usage?.calls ?? 0;
  known.prompt += usage?.prompt_tokens ?? 0;
  known.completion += usage?.completion_tokens ?? 0;
}

function spendingOf(critic: string, { model, votes, counted, calls, prompt, completion }: Spent): Spending {
  return {
    critic,
    model,
    votes,
    calls: counted === 0 ? null : calls / counted,
    prompt: calls === 0 ? null : prompt / calls,
    completion: calls === 0 ? null : completion / calls,
  };
}

/** `votes`: the first so many of each record, all of its own where it has fewer; null: the answer as it is. */
function outcomesOf(seen: readonly Seen[], critics: readonly string[], votes: number | null): Outcomes {
  const starts: number[] = [];
  for (const [at, { problem }] of seen.entries())
    if (at === 0 || problem !== seen[at - 1]!.problem) starts.push(at);
  const bits = (of: (one: Seen) => boolean) => Uint8Array.from(seen, (one) => Number(of(one)));
  const rightOf = (name: string) =>
    bits(({ right }) => {
      const { whole, first } = right.get(name)!;
      return votes === null || first.length <= votes ? whole : first[votes - 1]!;
    });
  const [a, b] = critics;
  return {
    starts: Int32Array.from([...starts, seen.length]),
    erroneous: bits(({ erroneous }) => erroneous),
    a: rightOf(a!),
    b: b === undefined ? null : rightOf(b),
  };
}

/** Voting may have stopped early. */
function callsOf(seen: readonly Seen[], critic: string, votes: number): number {
  let calls = 0;
  for (const { right } of seen) calls += Math.min(votes, Math.max(1, right.get(critic)!.first.length));
  return seen.length === 0 ? 0 : calls / seen.length;
}
