// 10,000 runs on a budget against servers that bill for all they write: prices, limits, lengths, faults, retries and
// resumed sessions drawn from seeds; and runs of the command that are killed.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startBillingServer } from '../../test/support/billing-server.ts';
import { type BudgetRun, budgetRun } from '../../test/support/budget-runs.ts';
import { killedOnBudget } from '../../test/support/killed-on-budget.ts';
import { atMost, equal, type Soak } from './soak.ts';

const runs = Number(process.env.LATEBENCH_SOAK_RUNS ?? 10_000);
const atOnce = 6;
const killedCommands = 20;

export const soakBudget: Soak = {
  title: `${runs} runs on a budget, and ${killedCommands} of the command that are killed`,
  minutes: 60,
  async run(folder) {
    const server = await startBillingServer();
    const done: BudgetRun[] = [];
    const failures: string[] = [];
    try {
      let next = 1;
      const work = async (): Promise<void> => {
        while (next <= runs) {
          const seed = next;
          next += 1;
          try {
            done.push(await budgetRun(server, seed, join(folder, `run-${seed}`)));
          } catch (error) {
            failures.push(`seed ${seed}: ${error instanceof Error ? error.message : error}`);
          }
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      let kills = 0;
      for (let seed = 1; seed <= killedCommands; seed += 1) {
        const cwd = join(folder, `killed-${seed}`);
        await mkdir(cwd);
        const killed = await killedOnBudget(server, { cwd, seed, kills: 3 });
        kills += killed.kills;
        if (killed.billed > killed.max) failures.push(`killed ${seed}: ${JSON.stringify(killed)}`);
      }
      for (const failure of failures.slice(0, 10)) console.log(failure);
      const count = (is: (run: BudgetRun) => boolean): number => done.filter(is).length;
      console.log(
        `${done.reduce((sum, { calls }) => sum + calls, 0)} calls; ${count(({ reached }) => reached)} runs ended by their budget, ` +
          `${count(({ stopped }) => stopped)} by a server that broke max_tokens, ${kills} kills`,
      );
      return [
        equal('runs', done.length, runs),
        equal('runs and killed commands outside their bound', failures.length, 0),
        atMost(
          'runs over the limit at servers that keep max_tokens',
          count(({ over, allowed }) => over > 0 && allowed === 0),
          0,
          'runs',
        ),
      ];
    } finally {
      await server.close();
    }
  },
};
