// The endpoints of a session that makes calls: opened when the first one is asked for.
import { join } from 'node:path';
import { reserveFrom } from '../endpoints/call-budget.ts';
import { profilePlaces } from './check-endpoint.ts';
import { type Endpoints, openEndpoints } from './open-endpoint.ts';
import { tellBudget } from './progress-events.ts';
import { openRunBudget } from './run-budget.ts';
import type { SessionOptions } from './session.ts';

export async function openCalls(options: SessionOptions): Promise<Endpoints> {
  const { config, mode, cacheMode = 'on', batchFolder, say, budget: limits = {} } = options;
  const budget = await openRunBudget({ ...limits, folder: limits.folder ?? options.budgetFolder });
  const reserve = reserveFrom(budget);
  const endpoints = openEndpoints({
    journalFolder: options.journalFolder,
    cacheFolder: join(config.get('home')?.value ?? '.latebench', 'cache'),
    cacheMode,
    offline: mode === 'offline',
    profiles: profilePlaces(options),
    tpm: options.tpm,
    shared: options.shared,
    reserve,
    batch: batchFolder === undefined ? undefined : { run: batchFolder, reserve: reserveFrom(budget, false) },
    replies: options.replies,
    allowDegenerate: options.allowDegenerate,
    say,
  });
  const lastWord = tellBudget(budget, { usd: limits.usd, tokens: limits.tokens });
  return {
    counters: endpoints.counters,
    batchClients: endpoints.batchClients,
    open: endpoints.open,
    async close() {
      await endpoints.close();
      await lastWord();
      await budget.close();
    },
  };
}
