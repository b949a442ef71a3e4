// The count of a queued run's budget: on Redis for all its machines, and written down by the coordinator beside the run,
// where a resume on one machine finds it, and the count on Redis begins again should Redis lose it.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { BudgetStore } from '../../endpoints/budget/budget-store.ts';
import { openSharedBudgetStore } from '../../endpoints/budget/shared-budget-store.ts';
import { openSharedBudget } from '../../queue/shared-budget.ts';
import { writeFileAtomic } from '../../storage/atomic-write.ts';
import { createFolder } from '../../storage/make-folder.ts';
import { readTextIfPresent } from '../../storage/read-text.ts';
import type { CountOnRedis } from '../run-budget.ts';

/** What the count of a folder is called on Redis; the same for all who come to it. */
export async function budgetName(folder: string): Promise<string> {
  const path = join(folder, 'budget-name');
  const known = (await readTextIfPresent(path))?.trim();
  if (known !== undefined && known !== '') return known;
  const name = randomBytes(8).toString('hex');
  await createFolder(folder);
  await writeFileAtomic(path, `${name}\n`);
  return name;
}

export async function countOnRedis(
  { redis, name }: CountOnRedis,
  folder: string | undefined,
  say: (line: string) => void,
): Promise<BudgetStore> {
  if (name !== null || folder === undefined) return openSharedBudget(redis, { name: name ?? '', say });
  const local = await openSharedBudgetStore(folder, 'run');
  return openSharedBudget(redis, {
    name: await budgetName(folder),
    say,
    durable: { totals: local.totals, add: (spent) => local.end('', spent), close: local.close },
  });
}
