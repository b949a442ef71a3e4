// One budget for several processes: together they never pass the limit, and the dead give back what they had reserved.
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

async function shared(t: TestContext, folder: string, tokens: number, name = 'run'): Promise<Budget> {
  const budget = await openBudget({ tokens, prices: { models: {} }, share: { folder, name } });
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

test('what a killed process had reserved is given back to those who need it', async (t) => {
  const folder = await temporaryFolder(t);
  const budget = await shared(t, folder, 60);
  const holder = startSpending(folder, 60, 'hold');
  assert.ok(holder.stdout);
  await once(holder.stdout, 'data');
  await assert.rejects(budget.reserve(call), { code: 'LB_BUDGET' });
  const ended = once(holder, 'exit');
  holder.kill('SIGKILL');
  await ended;
  const reservation = await budget.reserve(call);
  assert.deepEqual(await budget.totals(), {
    spentUsd: 0,
    reservedUsd: null,
    spentTokens: 0,
    reservedTokens: 50,
  });
  await reservation.cancel();
});

test('what was spent stays for the next process of the run, by name', async (t) => {
  const folder = await temporaryFolder(t);
  const first = await openBudget({ tokens: 100, prices: { models: {} }, share: { folder, name: 'run' } });
  await (await first.reserve(call)).settle({ promptTokens: 10, completionTokens: 30 });
  await first.reserve(call);
  await first.close();
  const resumed = await shared(t, folder, 100);
  assert.equal((await resumed.totals()).spentTokens, 40);
  assert.equal((await resumed.totals()).reservedTokens, 0, 'closing gives back');
  const other = await shared(t, folder, 100, 'another run');
  assert.equal((await other.totals()).spentTokens, 0);
});
