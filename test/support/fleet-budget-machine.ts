// One of several machines that make calls on one budget until it is spent: started with the addresses of Redis and of
// the server, its folder, its name, the budget and a lease. Started again in its folder, it begins with the same calls.
import { openBudget } from '../../src/endpoints/budget/budget.ts';
import { openCacheAccess } from '../../src/endpoints/cache/cache-mode.ts';
import { reserveFrom } from '../../src/endpoints/call-budget.ts';
import { createChatEndpoint } from '../../src/endpoints/client.ts';
import { createReplyStore } from '../../src/endpoints/reply-store.ts';
import { createUsageCounters } from '../../src/endpoints/usage-counters.ts';
import { isLateBenchError } from '../../src/errors.ts';
import { openSharedBudget } from '../../src/queue/shared-budget.ts';
import { openJournal } from '../../src/storage/journal/journal.ts';
import { fleetCalls, fleetRequest } from './fleet-budget-calls.ts';

const [redis = '', baseUrl = '', folder = '', name = '', tokens = '', lease = ''] = process.argv.slice(2);
const store = await openSharedBudget(redis, { name: 'b', leaseMs: Number(lease) });
const budget = await openBudget({ tokens: Number(tokens), prices: { models: {} }, store });
const journal = await openJournal(folder, { reservedBytes: 0 });
const endpoint = createChatEndpoint({
  ...{ baseUrl, name: 'fleet', model: 'served-here', concurrency: fleetCalls },
  counters: createUsageCounters(),
  replyStore: createReplyStore(journal, await openCacheAccess('off', '')),
  reserve: reserveFrom(budget),
});
const { signal } = new AbortController();
let next = 0;
let isSpent = false;

async function work(): Promise<void> {
  while (!isSpent) {
    next += 1;
    try {
      await endpoint.chat(fleetRequest(name, next), { signal });
    } catch (error) {
      if (!isLateBenchError(error) || error.code !== 'LB_BUDGET') throw error;
      isSpent = true;
    }
  }
}

await Promise.all(Array.from({ length: fleetCalls }, work));
await endpoint.close();
await budget.close();
await journal.close();
