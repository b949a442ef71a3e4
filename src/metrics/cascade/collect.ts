// What two critics made of each record, and what it took them: all that a cascade of the two is worked out from.

import { type Price, type PriceTable, priceOf } from '../../endpoints/budget/price.ts';
import { LateBenchError } from '../../errors.ts';
import type { CheapVerdict, CostMeasure } from '../../records/cascade.ts';
import type { Critique } from '../../records/critique.ts';
import { checkNames } from '../../records/missing-name.ts';
import { nameList } from '../../records/name-list.ts';
import type { Parse } from '../../records/score.ts';
import type { Solution } from '../../records/solution.ts';
import { seedFrom } from '../../statistics/random.ts';
import { evaluateFlags } from '../deltabench.ts';
import { firstErrorOf, goldOf } from '../gold.ts';
import type { Side } from '../pair-tally.ts';
import { predictionOf } from '../prediction.ts';
import { sufficientStatistics } from '../sufficient-statistics.ts';

/** What a critique took, by measure; null where the record does not say. */
export type Spent = Readonly<Record<CostMeasure, number | null>>;

export interface Judged extends Side, CheapVerdict {
  readonly spent: Spent;
}

export interface JudgedRecord {
  /** A hash of the problem. */
  readonly problem: number;
  readonly cheap: Judged;
  readonly strong: Judged;
}

export interface CascadeRecords {
  readonly cheap: string;
  readonly strong: string;
  readonly records: readonly JudgedRecord[];
  /** Labelled records that only one of the two judged. */
  readonly left: number;
  /** The models of the two, where the records name them. */
  readonly models: readonly string[];
}

export interface CascadeSettings {
  readonly parse: Parse;
  readonly prices: PriceTable;
  /** Prices of the two critics, where they are not those of their models. */
  readonly cheapPrice: Price | null;
  readonly strongPrice: Price | null;
  /** Their names; null: of two critics, the one that takes less is the cheap one. */
  readonly cheap: string | null;
  readonly strong: string | null;
}

export interface CascadeCollector {
  add(record: Solution): void;
  result(): CascadeRecords;
}

/** Before prices are known. */
interface Unpriced extends Omit<Judged, 'spent'> {
  readonly model: string | null;
  readonly calls: number | null;
  readonly tokens: { readonly prompt: number; readonly completion: number } | null;
}

interface Seen {
  readonly problem: number;
  readonly by: ReadonlyMap<string, Unpriced>;
}

export function createCascadeRecords(settings: CascadeSettings): CascadeCollector {
  const { parse, prices, cheapPrice, strongPrice } = settings;
  const seen: Seen[] = [];
  const names = new Set<string>();
  return {
    add(record) {
      const gold = goldOf(record);
      if (gold === null) return;
      const label = firstErrorOf(gold);
      const goldSteps = gold.kind === 'error' ? gold.errorSteps : [];
      const by = new Map<string, Unpriced>();
      for (const critique of record.critiques ?? []) {
        const prediction = predictionOf(critique, parse);
        const evaluation = evaluateFlags(record.steps.length, goldSteps, prediction.error_steps, 'first');
        names.add(critique.critic);
        by.set(critique.critic, {
          row: sufficientStatistics({ label, prediction, evaluation }),
          answer: prediction.first_error,
          first_error: prediction.first_error,
          agreement: critique.agreement ?? null,
          model: critique.model ?? null,
          ...tookOf(critique),
        });
      }
      if (by.size > 0) seen.push({ problem: seedFrom(record.problem), by });
    },
    result() {
      const { cheap, strong } = namedCritics(settings, seen, [...names].sort());
      const both = seen.filter(({ by }) => by.has(cheap) && by.has(strong));
      const either = seen.filter(({ by }) => by.has(cheap) || by.has(strong)).length;
      return {
        cheap,
        strong,
        records: both.map(({ problem, by }) => ({
          problem,
          cheap: priced(by.get(cheap)!, prices, cheapPrice),
          strong: priced(by.get(strong)!, prices, strongPrice),
        })),
        left: either - both.length,
        models: modelsOf(both.flatMap(({ by }) => [by.get(cheap)!, by.get(strong)!])),
      };
    },
  };
}

function modelsOf(judged: readonly Unpriced[]): string[] {
  return [...new Set(judged.flatMap(({ model }) => model ?? []))].sort();
}

function tookOf({ usage, votes }: Critique): Pick<Unpriced, 'calls' | 'tokens'> {
  if (usage == null) return { calls: votes?.length ?? null, tokens: null };
  const { calls, prompt_tokens: prompt, completion_tokens: completion } = usage;
  return { calls, tokens: { prompt, completion } };
}

/** What asks nobody costs nothing, whatever its price. */
function priced(
  { model, calls, tokens, ...judged }: Unpriced,
  prices: PriceTable,
  given: Price | null,
): Judged {
  const price = given ?? (model === null ? null : priceOf(prices, model));
  const sum = tokens === null ? null : tokens.prompt + tokens.completion;
  const usd =
    tokens === null || (price === null && sum !== 0)
      ? null
      : (tokens.prompt * (price?.in ?? 0) + tokens.completion * (price?.out ?? 0)) / 1e6;
  return { ...judged, spent: { usd, tokens: sum, calls } };
}

function namedCritics(
  { cheap, strong }: CascadeSettings,
  seen: readonly Seen[],
  names: readonly string[],
): { cheap: string; strong: string } {
  const found = nameList(names);
  const nothing = 'no labelled record was judged by a critic of that name';
  if (cheap !== null) checkNames([cheap], names, { option: '--cheap', nothing });
  if (strong !== null) checkNames([strong], names, { option: '--strong', nothing });
  if (cheap !== null && strong !== null && cheap !== strong) return { cheap, strong };
  const others = names.filter((name) => name !== cheap && name !== strong);
  const [one, other, more] = [
    ...(cheap === null ? [] : [cheap]),
    ...(strong === null ? [] : [strong]),
    ...others,
  ];
  if (
    one === undefined ||
    other === undefined ||
    more !== undefined ||
    (cheap === strong && cheap !== null)
  ) {
    const message = `a cascade has two critics: name them with --cheap and --strong (found: ${found})`;
    throw new LateBenchError('LB_USAGE', message);
  }
  if (cheap !== null) return { cheap, strong: other };
  if (strong !== null) return { cheap: other, strong };
  const [mean, otherMean] = [meanSpent(seen, one), meanSpent(seen, other)];
  return mean <= otherMean ? { cheap: one, strong: other } : { cheap: other, strong: one };
}

/** Tokens, or calls where tokens are not known: enough to tell the cheap critic from the strong one. */
function meanSpent(seen: readonly Seen[], name: string): number {
  let [sum, n] = [0, 0];
  for (const { by } of seen) {
    const one = by.get(name);
    if (one === undefined) continue;
    sum += one.tokens === null ? (one.calls ?? 0) : one.tokens.prompt + one.tokens.completion;
    n += 1;
  }
  return n === 0 ? 0 : sum / n;
}
