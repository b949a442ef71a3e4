// One budget for several processes: together they never pass the limit, and what the dead had reserved counts as spent.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { type Budget, openBudget } from '../../../src/endpoints/budget/budget.ts';
import { compiledScript } from '../../support/compiled-script.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const script = await compiledScript(new URL('./spend.ts', import.meta.url));
const call = { model: 'm', promptTokens: 10, maxCompletionTokens: 40 };

function startSpending(folder: string, tokens: number, ...more: string[]): ChildProcess {
  const args = [script, folder, String(tokens), ...more];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

interface Spending {
  readonly calls: number;
  readonly spent: number;
  readonly max: number;
  readonly codes: readonly string[];
}

async function outcome(child: ChildProcess): Promise<Spending> {
  assert.ok(child.stdout);
  return JSON.parse(await text(child.stdout));
}

async function shared(t: TestContext, folder: string, tokens: number): Promise<Budget> {
  const share = { folder, name: 'run' };
  const budget = await openBudget({ tokens, prices: { models: {} }, share });
  t.after(() => budget.close());
  return budget;
}

test('two processes spend one budget to its end and not beyond', async (t) => {
  const folder = await temporaryFolder(t);
  const limit = 6_000;
  const [one, two] = await Promise.all([
    outcome(startSpending(folder, limit)),
    outcome(startSpending(folder, limit)),
  ]);
  assert.deepEqual([one.codes, two.codes], [['LB_BUDGET'], ['LB_BUDGET']]);
  assert.ok(Math.max(one.max, two.max) <= limit, `${one.max} ${two.max}`);
  const budget = await shared(t, folder, limit);
  const { spentTokens, reservedTokens } = await budget.totals();
  assert.equal(spentTokens, one.spent + two.spent);
  assert.equal(reservedTokens, 0);
  assert.ok(spentTokens > limit - 50 && spentTokens <= limit, `${spentTokens}`);
});

test('what a killed process had reserved counts as spent: its calls may have been billed', async (t) => {
  const folder = await temporaryFolder(t);
  const budget = await shared(t, folder, 110);
  const holder = startSpending(folder, 110, 'hold');
  assert.ok(holder.stdout);
  await once(holder.stdout, 'data');
  const second = await budget.reserve(call);
  await assert.rejects(budget.reserve(call), { code: 'LB_BUDGET' });
  const ended = once(holder, 'exit');
  holder.kill('SIGKILL');
  await ended;
  // Whoever needs the room finds out, and is refused for good where the dead one may have spent it.
  await assert.rejects(budget.reserve(call), { code: 'LB_BUDGET' });
  await second.settle({ promptTokens: 10, completionTokens: 0 });
  await (await budget.reserve(call)).settle({ promptTokens: 10, completionTokens: 0 });
  const { spentTokens, reservedTokens } = await budget.totals();
  assert.deepEqual([spentTokens, reservedTokens], [70, 0]);
  await assert.rejects(budget.reserve(call), { code: 'LB_BUDGET' });
});
