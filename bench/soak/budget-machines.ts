// Three machines with separate folders on one budget of 1,000 calls' worth, each killed ten times while its calls are in
// flight and started again.
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { startBillingServer } from '../../test/support/billing-server.ts';
import { fleetBudget } from '../../test/support/fleet-budget.ts';
import { withoutRedis } from '../../test/support/redis.ts';
import { atMost, equal, type Soak } from './soak.ts';

const calls = 1_000;
const kills = 10;

export const soakBudgetMachines: Soak = {
  title: `A budget of ${calls} calls' worth on three machines, each killed ${kills} times`,
  minutes: 15,
  async run(folder) {
    if (withoutRedis !== false) {
      console.log(`skipped: ${withoutRedis}`);
      return [];
    }
    const server = await startBillingServer();
    const seed = Date.now() % 1_000_000;
    try {
      const inside = await mkdtemp(join(folder, 'budget-'));
      const report = await fleetBudget(server, { folder: inside, seed, calls, kills });
      console.log(`seed ${seed}: ${JSON.stringify(report)}`);
      return [
        // One that starts late may find the budget spent by the others.
        { what: 'kills', measured: `${report.kills}`, goal: `over ${kills}`, met: report.kills > kills },
        atMost('billed', report.billed, report.max, 'tokens'),
        atMost('counted', report.spent, report.max, 'tokens'),
        atMost('billed and not counted', Math.max(0, report.billed - report.spent), 0, 'tokens'),
        atMost('counted and not billed', report.spent - report.billed, report.inFlight, 'tokens'),
        atMost('calls without a reply', report.lost, report.kills * report.atOnce, 'calls'),
        equal('still reserved', report.reserved, 0),
      ];
    } finally {
      await server.close();
    }
  },
};
