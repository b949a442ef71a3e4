import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPrices } from '../../src/endpoints/budget/price-table.ts';
import { planCascade } from '../../src/metrics/cascade/cascade.ts';
import { createCascadeRecords } from '../../src/metrics/cascade/collect.ts';
import { createComparison } from '../../src/metrics/comparison.ts';
import { cascadeRules } from '../../src/records/cascade.ts';
import { cascadeHtml } from '../../src/report/cascade-tables.ts';
import { comparisonTables } from '../../src/report/comparison-tables.ts';
import { isSimulated, simulationNotice } from '../../src/report/simulation.ts';
import { cascadeRecords } from '../support/cascade-critics.ts';

test('a simulated model is known by the beginning of its name, alone or in a list', () => {
  for (const name of [
    'latebench-sim/critic',
    'LateBench-Sim/critic/first_error/v8',
    'gpt-4o, latebench-sim/critic',
  ]) {
    assert.equal(isSimulated(name), true, name);
  }
  for (const name of ['gpt-4o', '', 'latebench-simple/critic', 'my-latebench-sim/critic']) {
    assert.equal(isSimulated(name), false, name);
  }
});

test('critics of the simulation that were given names of their own are still said to be simulated', () => {
  const simulated = [...cascadeRecords(60, 5)].map((record) => ({
    ...record,
    critiques: record.critiques!.map((critique) => ({ ...critique, model: 'latebench-sim/critic' })),
  }));
  const real = [...cascadeRecords(60, 5)];
  const notices = [simulated, real].map((records) => {
    const comparison = createComparison({ bootstrap: 0 });
    const given = { cheapPrice: null, strongPrice: null, cheap: null, strong: null };
    const cascade = createCascadeRecords({ parse: 'robust', prices: listPrices, ...given });
    for (const record of records) {
      comparison.add(record);
      cascade.add(record);
    }
    const choice = { metric: 'f1', rules: cascadeRules, cost: null, devShare: 0.5 } as const;
    const settings = { ...choice, choice: { max_loss: 0 }, seed: 1, bootstrap: 0 };
    const texts = [
      JSON.stringify(comparisonTables(comparison.result())),
      cascadeHtml(planCascade(cascade.result(), settings), 'x'),
    ];
    return texts.map((text) => text.includes(simulationNotice));
  });
  assert.deepEqual(notices, [
    [true, true],
    [false, false],
  ]);
});
