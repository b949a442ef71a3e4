// What was asked for and what came back, by model: the figures behind progress, summary and spend.

export interface ModelLedger {
  calls: number;
  failed: number;
  /** Replies that cost nothing: from the journal, the cache, or a call that was in flight. */
  hits: number;
  retries: number;
  promptTokens: number;
  completionTokens: number;
}

export interface Ledger {
  readonly byModel: ReadonlyMap<string, ModelLedger>;
  of(model: string): ModelLedger;
  total(): ModelLedger;
}

export function createLedger(): Ledger {
  const byModel = new Map<string, ModelLedger>();
  const fresh = (): ModelLedger => ({
    calls: 0,
    hits: 0,
    failed: 0,
    retries: 0,
    promptTokens: 0,
    completionTokens: 0,
  });
  return {
    byModel,
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
        for (const key of Object.keys(sum) as (keyof ModelLedger)[]) sum[key] += entry[key];
      }
      return sum;
    },
  };
}
