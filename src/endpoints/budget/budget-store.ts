// What has been spent and what is reserved, and whether another call fits. The rule stands here once, for stores in
// memory and for those that processes share.
import { type Amount, nothing, plus } from './amount.ts';

/** Infinity where there is no limit. */
export interface Limit {
  readonly nanoUsd: number;
  readonly tokens: number;
}

export interface Totals {
  readonly spent: Amount;
  readonly reserved: Amount;
}

/** `later`: it would fit if calls under way turn out cheaper than reserved. */
export type Refusal = 'never' | 'later';

export interface BudgetStore {
  /**
   * An id for the reservation, or why there is none. Looking and writing are one step. `name`: the reservation is kept when the store is closed, and asking under the same name again gives the same one, as `held`.
   */
  reserve(
    ask: Amount,
    limit: Limit,
    name?: string,
  ): Promise<{ readonly id: string; readonly held?: boolean } | { readonly refused: Refusal }>;
  /** Ends a reservation; `spent` is what it came to. */
  end(id: string, spent: Amount): Promise<void>;
  /**
   * Ends a reservation of any process, whose reply was found: `spent` takes the place of what was reserved or counted for
   * it, once. Absent where ids mean nothing to other processes.
   */
  reconcile?(id: string, spent: Amount): Promise<void>;
  totals(): Promise<Totals>;
  /** Gives back what is still reserved here without a name. */
  close(): Promise<void>;
}

export const emptyTotals: Totals = { spent: nothing, reserved: nothing };

function within(amount: Amount, limit: Limit): boolean {
  return amount.nanoUsd <= limit.nanoUsd && amount.tokens <= limit.tokens;
}

/** Null when the call fits beside everything that is spent and reserved. */
export function refusalOf({ spent, reserved }: Totals, ask: Amount, limit: Limit): Refusal | null {
  const alone = plus(spent, ask);
  if (within(plus(alone, reserved), limit)) return null;
  return within(alone, limit) ? 'later' : 'never';
}
