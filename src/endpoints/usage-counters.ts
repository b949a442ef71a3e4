// What was asked for and what came back, by model: the numbers behind progress, summary and spend.

import { createFailureTally, type FailureTally } from './failure-tally.ts';
import { createTrouble, type Trouble } from './trouble.ts';

export interface ModelCounters {
  calls: number;
  failed: number;
  /** Replies that cost nothing: from the journal, the cache, or a call that was in flight. */
  hits: number;
  retries: number;
  promptTokens: number;
  completionTokens: number;
  /** Of the completion tokens, where the server reports them. */
  reasoningTokens: number;
  /** Calls whose tokens the server did not report, or not all of them. */
  unreported: number;
  /** What calls cost in US dollars, failed attempts included, where the price is known. */
  usd: number;
  /** Attempts that were billed at a price that is not known. */
  unpriced: number;
}

/** Calls and tokens by model, failures and waits. Endpoints may share it. */
export interface UsageCounters {
  /** By the model's name; live. */
  readonly byModel: ReadonlyMap<string, ModelCounters>;
  /** The counters of one model, from 0 where it was not called. */
  of(model: string): ModelCounters;
  /** The sums over all models. */
  total(): ModelCounters;
  /** What failed calls of all models met. */
  readonly failures: FailureTally;
  /** What keeps calls waiting now. */
  readonly trouble: Trouble;
}

/** Counts calls and tokens by model, from 0, for endpoints that share it. */
export function createUsageCounters(): UsageCounters {
  const byModel = new Map<string, ModelCounters>();
  const fresh = (): ModelCounters => ({
    calls: 0,
    hits: 0,
    failed: 0,
    retries: 0,
    promptTokens: 0,
    completionTokens: 0,
    reasoningTokens: 0,
    unreported: 0,
    usd: 0,
    unpriced: 0,
  });
  return {
    byModel,
    failures: createFailureTally(),
    trouble: createTrouble(),
    of(model) {
      let entry = byModel.get(model);
      if (entry === undefined) {
        entry = fresh();
        byModel.set(model, entry);
      }
      return entry;
    },
    total() {
      const sum = fresh();
      for (const entry of byModel.values()) {
        for (const key of Object.keys(sum) as (keyof ModelCounters)[]) sum[key] += entry[key];
      }
      return sum;
    },
  };
}
