// Ranks critics: their scores, which of them do not differ significantly, and the cost of a found error. Takes one
// record at a time; the comparison behind it keeps a few sums a problem and pair of critics.

import type { Critique } from '../records/critique.ts';
import type { SubjectScore } from '../records/score.ts';
import type { Solution } from '../records/solution.ts';
import { addUsage, noUsage, type Usage } from '../records/usage.ts';
import { checkObject } from '../records/wrong-argument.ts';
import { createComparison } from './comparison.ts';
import { firstErrorOf, goldOf } from './gold.ts';
import { createScore } from './score.ts';

export interface LeaderboardRow {
  /** From 1; critics that do not differ significantly from the first of their group share its rank. */
  readonly place: number;
  readonly score: SubjectScore;
  readonly model: string | null;
  readonly usage: Usage;
  /** Errors named exactly. */
  readonly found: number;
  /** Tokens, prompts included, for each of them; null where none was found. */
  readonly tokens_per_found: number | null;
  /** Null where no price is known, or none was found. */
  readonly usd_per_found: number | null;
  readonly usd: number | null;
}

export interface LeaderboardResult {
  readonly records: number;
  /** Best first. */
  readonly critics: readonly LeaderboardRow[];
  readonly baselines: readonly SubjectScore[];
}

/** Ranks critics, and prices what each error that they found has cost. */
export interface Leaderboard {
  /** Adds a judged record; its critiques carry the tokens that they took. */
  add(record: Solution): void;
  /** Critics, best first, and the baselines, of the records so far. */
  result(): LeaderboardResult;
}

export interface LeaderboardOptions {
  /** Of the random baseline and the intervals; 0 by default. */
  readonly seed?: number | undefined;
  /** USD of a model's tokens; null where its price is not known, as all are by default. */
  readonly priceOf?: ((model: string, usage: Usage) => number | null) | undefined;
}

interface Spent {
  usage: Usage;
  found: number;
  model: string | null;
}

/**
 * Ranks all critics in the records, with the cost of a found error in USD and in tokens. Memory does not grow with
 * the number of records.
 *
 * @param options `seed` of the random baseline; `priceOf` gives USD for a model's tokens, or null for an unknown
 * price: its costs are then null.
 * @example
 * const board = createLeaderboard({ seed: 0, priceOf: () => null });
 * for (const record of records) board.add(record);
 * const [best] = board.result().critics;
 */
export function createLeaderboard(options: LeaderboardOptions = {}): Leaderboard {
  checkObject('createLeaderboard', 'options, an object', options);
  const { seed = 0, priceOf = () => null } = options;
  const score = createScore({ seed });
  const comparison = createComparison({ seed });
  const spent = new Map<string, Spent>();
  const count = ({ critic, usage, model, status, first_error }: Critique, label: number): void => {
    const entry = spent.get(critic) ?? { usage: noUsage, found: 0, model: null };
    spent.set(critic, entry);
    if (usage != null) entry.usage = addUsage(entry.usage, usage);
    entry.model = model ?? entry.model;
    if (status === 'ok' && label !== -1 && first_error === label) entry.found += 1;
  };
  return {
    add(record) {
      score.add(record);
      comparison.add(record);
      const gold = goldOf(record);
      for (const critique of record.critiques ?? []) count(critique, gold === null ? -1 : firstErrorOf(gold));
    },
    result() {
      const { critics, baselines, records } = score.result();
      const { tied } = comparison.result();
      let place = 1;
      const rows = tied.flatMap((group) => {
        const first = place;
        place += group.length;
        return group.map((name): LeaderboardRow => {
          const { usage, found, model } = spent.get(name)!;
          const tokens = usage.prompt_tokens + usage.completion_tokens;
          const usd = model === null ? null : priceOf(model, usage);
          return {
            place: first,
            score: critics.find(({ critic }) => critic === name)!,
            model,
            usage,
            found,
            usd,
            tokens_per_found: found === 0 ? null : tokens / found,
            usd_per_found: found === 0 || usd === null ? null : usd / found,
          };
        });
      });
      return { records, critics: rows, baselines };
    },
  };
}
