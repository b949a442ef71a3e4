// The limits of a queued run as its folder tells them to workers: the command line's, else those that were declared.
import { resolve } from 'node:path';
import type { RunBudgetOptions } from '../executor/run-budget.ts';
import type { QueueFile } from '../pipeline/queued/queue-file.ts';
import type { Call } from './command.ts';

export function queueLimits(
  { options }: Pick<Call, 'options'>,
  rpm: QueueFile['rpm'],
  declared: Omit<RunBudgetOptions, 'folder'> = {},
): Pick<QueueFile, 'tpm' | 'rpm' | 'budget'> {
  const folder = options.text('budget-folder');
  return {
    tpm: options.whole('tpm', 1) ?? null,
    rpm,
    budget: {
      usd: options.number('budget-usd', 0, 1e9) ?? declared.usd,
      tokens: options.whole('budget-tokens', 0) ?? declared.tokens,
      price: options.text('price') ?? declared.price,
      // Workers may have been started in another folder.
      folder: folder === undefined ? null : resolve(folder),
    },
  };
}

/** Said once where it matters: the count of a budget is of one machine. */
export function budgetNote({ usd, tokens }: QueueFile['budget']): string | undefined {
  if (usd === undefined && tokens === undefined) return undefined;
  return 'the budget is counted on this machine; a worker on another one needs a share of its own (--budget-usd, --budget-tokens)';
}
