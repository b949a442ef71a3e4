// What a run says of its progress and of its cost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUsageCounters } from '../../src/endpoints/usage-counters.ts';
import { calls, passing, rows, running } from './running.ts';

test('a dry run says what it would cost, unless whoever runs it says that', async () => {
  const plan = { stages: [passing('any', { needs: calls })] };
  const { said, sink } = await running(rows(2), plan, { mode: 'dry' });
  assert.ok(said.includes('  dry run: 0 calls, nothing written'), said.join('\n'));
  assert.deepEqual(sink, []);
  const untold = await running(rows(2), { ...plan, tellsDryRun: false }, { mode: 'dry' });
  assert.equal(untold.said.length, 2, 'the summary alone');
});

test('the progress line has the details of three stages, the number of the others, and what keeps calls waiting', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const counters = createUsageCounters();
  counters.trouble.retried('answered 503');
  const line = (text: string) => ({ add: () => {}, line: () => text });
  const shown = async (names: readonly string[], needs = calls, counted = counters) => {
    let printed = false;
    const tick = {
      add: () => {
        if (!printed) t.mock.timers.tick(30_000);
        printed = true;
      },
    };
    const { stderr } = await running(
      rows(1),
      { stages: [passing('any', { needs })], observers: [...names.map(line), tick] },
      { counters: counted },
    );
    return stderr;
  };
  assert.match(await shown(['a 1', 'b 2', 'c 3']), /^toy: .*; a 1; b 2; c 3; retrying: answered 503; /);
  const many = await shown(['a 1', 'b 2', 'c 3', 'd 4', 'e 5']);
  assert.match(many, /; a 1; b 2; c 3; 2 more stages; retrying: /);
  assert.match(many, /; 0 API calls/);
  assert.doesNotMatch(await shown(['a 1'], []), /API calls/, 'nobody is called');
  const untroubled = await shown(['a 1', '', 'c 3'], calls, createUsageCounters());
  assert.match(untroubled, /; a 1; c 3; /);
  assert.doesNotMatch(untroubled, /; ;|retrying/);
});

test('a share of the work that a plan knows better than its input is the one that is shown', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const asked: unknown[] = [];
  const tick = { add: () => t.mock.timers.tick(30_000) };
  await running(rows(1), {
    ...{ stages: [passing('any')], observers: [tick] },
    doneShare(source, tally) {
      asked.push([source.share(), tally.read]);
      return 0.5;
    },
  });
  assert.deepEqual(asked[0], [1, 1]);
});
