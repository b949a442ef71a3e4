// The endpoints of a session that makes calls: opened when the first one is asked for.

import { join } from 'node:path';
import { homeOf } from '../config/shared-settings.ts';
import { usdText } from '../endpoints/budget/amount.ts';
import { type LimitListener, reserveFrom } from '../endpoints/call-budget.ts';
import { failureLines } from '../endpoints/failure-tally.ts';
import { formatCount } from '../report/format.ts';
import { closeAll } from '../storage/close-all.ts';
import { profilePlaces } from './check-endpoint.ts';
import { type Endpoints, type EndpointsOptions, openEndpoints } from './open-endpoint.ts';
import { tellBudget } from './progress-events.ts';
import { openRunBudget, type RunBudgetOptions } from './run-budget.ts';
import type { SessionOptions } from './session.ts';

/** Replies are cut there, and the budget has room for so many calls at a time: both are worth knowing beforehand, once. */
function limitNotice({ usd }: RunBudgetOptions, say: (line: string) => void): LimitListener {
  const told = new Set<string>();
  return (model, { tokens, from }, worstUsd) => {
    const why = from === 'model' ? `the most that ${model} writes` : 'the default';
    const room =
      usd === undefined || !worstUsd
        ? ''
        : `; a call may take ${usdText(worstUsd * 1e9)}, so that ${formatCount(Math.floor(usd / worstUsd))} fit at a time`;
    const line = `budget: replies are limited to ${formatCount(tokens)} tokens (${why}; --max-tokens where the command has it)${room}`;
    if (told.has(line)) return;
    told.add(line);
    say(line);
  };
}

export interface OpenCalls extends Endpoints {
  /** Writes what is spent of the budget by now into the events. */
  tellBudget(): Promise<void>;
}

export async function openCalls(
  options: SessionOptions & Pick<EndpointsOptions, 'counters'>,
): Promise<OpenCalls> {
  const { config, mode, cacheMode = 'on', batchFolder, say, budget: limits = {} } = options;
  const budget = await openRunBudget({ ...limits, folder: limits.folder ?? options.budgetFolder }, say);
  const onLimit = limitNotice(limits, say);
  const reserve = reserveFrom(budget, { onLimit });
  const endpoints = openEndpoints({
    counters: options.counters,
    journalFolder: options.journalFolder,
    cacheFolder: join(homeOf(config), 'cache'),
    cacheMode,
    offline: mode === 'offline',
    freshRun: options.freshRun,
    profiles: profilePlaces(options),
    tpm: options.tpm,
    shared: options.shared,
    drain: options.drain,
    reserve,
    batch:
      batchFolder === undefined
        ? undefined
        : { run: batchFolder, reserve: reserveFrom(budget, { wait: false, byBatch: true, onLimit }) },
    replies: options.replies,
    store: options.store,
    allowDegenerate: options.allowDegenerate,
    say,
  });
  const telling = tellBudget(budget, { usd: limits.usd, tokens: limits.tokens });
  return {
    counters: endpoints.counters,
    batchClients: endpoints.batchClients,
    open: endpoints.open,
    tellBudget: telling.tell,
    close: () =>
      closeAll([
        () => endpoints.close(),
        async () => {
          await telling.tell();
          telling.stop();
          for (const line of [...(await budget.remarks()), ...failureLines(endpoints.counters.failures)])
            say(line);
        },
        () => budget.close(),
      ]),
  };
}
