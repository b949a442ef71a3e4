import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchPriceOf, parsePrice, priceOf, requirePrice } from '../../../src/endpoints/budget/price.ts';
import { listPrices, pricesWith } from '../../../src/endpoints/budget/price-table.ts';
import { replyLimits } from '../../../src/endpoints/budget/reply-limits.ts';

test('a model is found by its name, and a dated snapshot by the name before the date', () => {
  assert.deepEqual(priceOf(listPrices, 'gpt-4o-mini'), listPrices.models['gpt-4o-mini']);
  assert.deepEqual(priceOf(listPrices, 'gpt-4o-mini-2024-07-18'), listPrices.models['gpt-4o-mini']);
  assert.equal(priceOf(listPrices, 'gpt-4o-2024-05-13')?.in, 5, 'a snapshot with a price of its own');
});

test('every price of the table is positive, dated, and not cheaper for completions', () => {
  for (const [model, price] of Object.entries(listPrices.models)) {
    assert.ok(price.in > 0 && price.out >= price.in, model);
    assert.match(price.read, /^20\d\d-\d\d$/, model);
  }
});

test('simulated models cost nothing, unknown ones are not known', () => {
  assert.deepEqual(priceOf(listPrices, 'latebench-sim/critic'), { in: 0, out: 0 });
  for (const model of ['my-model', 'openai/gpt-4o', 'toString', '__proto__', '']) {
    assert.equal(priceOf(listPrices, model), null, model);
  }
});

test('a price that the user gives goes before all others', () => {
  const prices = { ...listPrices, override: { in: 1, out: 2 } };
  for (const model of ['gpt-4o', 'my-model', 'latebench-sim/critic']) {
    assert.deepEqual(priceOf(prices, model), { in: 1, out: 2 });
  }
});

test('a batch takes half the list price, and what the user gave as it is', () => {
  assert.deepEqual(batchPriceOf(listPrices, 'o3'), { in: 1, out: 4 });
  assert.deepEqual(batchPriceOf(pricesWith('in=3,out=5'), 'o3'), { in: 3, out: 5 });
  assert.equal(batchPriceOf(listPrices, 'my-model'), null);
  assert.equal(priceOf(pricesWith(undefined), 'o3')?.out, 8);
});

test('only the date at the end of a name is a snapshot', () => {
  for (const model of [
    'gpt-4o-2024-07-18-mini',
    'gpt-4o-2024-07-1',
    'gpt-4o-24-07-18',
    'my-latebench-sim/a',
  ]) {
    assert.equal(priceOf(listPrices, model), null, model);
  }
});

test('the longest reply is known of every model of OpenAI that has a list price', () => {
  const models = Object.keys(listPrices.models).filter((model) => !model.startsWith('deepseek'));
  assert.deepEqual(Object.keys(replyLimits).sort(), models.sort());
});

test('an unknown price says how to give it', () => {
  assert.throws(() => requirePrice(listPrices, 'my-model'), {
    code: 'LB_CONFIG',
    message: /my-model.*--price in=.*--budget-tokens/,
  });
});

test('--price is read in either order, and anything else is refused', () => {
  assert.deepEqual(parsePrice('in=0.15,out=0.6'), { in: 0.15, out: 0.6 });
  assert.deepEqual(parsePrice(' out = 1 , in = .55 '), { in: 0.55, out: 1 });
  assert.deepEqual(parsePrice('in=0,out=0'), { in: 0, out: 0 });
  assert.deepEqual(parsePrice('  in =  12.25,out=\t10'), { in: 12.25, out: 10 });
  for (const text of [
    '',
    'x in=1,out=2',
    'in=1,out=2 USD',
    'in=1.,out=2',
    'in=,out=2',
    'inn=1,out=2',
    'in=1,out=2,in=3',
    'out=1,out=2,in=3',
    'in=1,,out=2',
    'in=1',
    'in=1,in=2',
    'in=1,out=-2',
    'in=1,out=2,out=3',
    'in=1;out=2',
    'in=a,out=2',
  ]) {
    assert.throws(() => parsePrice(text), { code: 'LB_USAGE', message: /in=0\.15,out=0\.6/ }, text);
  }
});
