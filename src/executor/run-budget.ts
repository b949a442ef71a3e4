// The budget of a run. With a run folder it is kept there, shared by all processes of the run and by its resumes.
import { type Budget, openBudget } from '../endpoints/budget/budget.ts';
import { pricesWith } from '../endpoints/budget/price-table.ts';

export interface RunBudgetOptions {
  readonly usd?: number | undefined;
  readonly tokens?: number | undefined;
  /** As `in=0.15,out=0.6`. */
  readonly price?: string | undefined;
  /** Where the count is kept, for all who name this folder. */
  readonly folder?: string | undefined;
}

/** Always there: without limits it only counts what is spent. */
export function openRunBudget({ usd, tokens, price, folder }: RunBudgetOptions): Promise<Budget> {
  const limited = usd !== undefined || tokens !== undefined;
  return openBudget({
    usd,
    tokens,
    prices: pricesWith(price),
    share: limited && folder !== undefined ? { folder, name: 'run' } : undefined,
  });
}
