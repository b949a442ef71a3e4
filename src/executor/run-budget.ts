// The budget of a run. With a run folder it is kept there, shared by all processes of the run and by its resumes; the
// machines of a queued run keep it on Redis, and its coordinator writes it down in the folder.
import { type Budget, openBudget } from '../endpoints/budget/budget.ts';
import type { BudgetStore } from '../endpoints/budget/budget-store.ts';
import { pricesWith } from '../endpoints/budget/price-table.ts';

/** A count that machines keep together. */
export interface CountOnRedis {
  readonly redis: string;
  /** As the coordinator named it; null for the coordinator, which names it in its folder. */
  readonly name: string | null;
}

export interface RunBudgetOptions {
  readonly usd?: number | undefined;
  readonly tokens?: number | undefined;
  /** As `in=0.15,out=0.6`. */
  readonly price?: string | undefined;
  /** Where the count is kept, for all who name this folder. */
  readonly folder?: string | undefined;
  readonly onRedis?: CountOnRedis | undefined;
}

async function countOnRedis(
  count: CountOnRedis,
  folder: string | undefined,
  say: (line: string) => void,
): Promise<BudgetStore | undefined> {
  if (folder === undefined && count.name === null) return undefined;
  return (await import('./queue/count-on-redis.ts')).countOnRedis(count, folder, say);
}

/** Always there: without limits it only counts what is spent. `say` is told where its count cannot be reached. */
export async function openRunBudget(
  { usd, tokens, price, folder, onRedis }: RunBudgetOptions,
  say: (line: string) => void,
): Promise<Budget> {
  const limited = usd !== undefined || tokens !== undefined;
  return openBudget({
    usd,
    tokens,
    prices: pricesWith(price),
    store: limited && onRedis !== undefined ? await countOnRedis(onRedis, folder, say) : undefined,
    share: limited && folder !== undefined ? { folder, name: 'run' } : undefined,
  });
}
