// A separate process that makes calls on a shared budget until it is exhausted. Prints one JSON line: how many
// calls, what they cost, and the most that it ever saw spent and reserved. With `hold`, it reserves and waits to be
// killed.
import { setTimeout as sleep } from 'node:timers/promises';
import { openBudget } from '../../../src/endpoints/budget/budget.ts';
import { isLateBenchError } from '../../../src/errors.ts';

const [folder = '', tokensText = '0', how] = process.argv.slice(2);
const share = { folder, name: 'run' };
const budget = await openBudget({ tokens: Number(tokensText), prices: { models: {} }, share });
const call = { model: 'm', promptTokens: 10, maxCompletionTokens: 40 };

if (how === 'hold') {
  await budget.reserve(call);
  process.stdout.write('held\n');
  await sleep(600_000);
}

let [calls, spent, max] = [0, 0, 0];
async function work(seed: number): Promise<void> {
  for (let turn = seed; ; turn += 1) {
    const reservation = await budget.reserveWhenFree(call);
    const { spentTokens, reservedTokens } = await budget.totals();
    max = Math.max(max, spentTokens + reservedTokens);
    await sleep(turn % 3);
    if (turn % 7 === 0) {
      await reservation.cancel();
      continue;
    }
    const usage = { promptTokens: 10, completionTokens: turn % 41 };
    await reservation.settle(usage);
    calls += 1;
    spent += usage.promptTokens + usage.completionTokens;
  }
}
const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, seed) => work(seed)));
const codes = outcomes.map((outcome) =>
  outcome.status === 'rejected' && isLateBenchError(outcome.reason) ? outcome.reason.code : 'none',
);
await budget.close();
process.stdout.write(`${JSON.stringify({ calls, spent, max, codes: [...new Set(codes)] })}\n`);
