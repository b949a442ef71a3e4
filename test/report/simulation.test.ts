import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSimulated } from '../../src/report/simulation.ts';

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
