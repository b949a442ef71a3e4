// A provider of batches that is away for a while: batches take a day, and whoever waits for them is not sent away by an
// hour without it. One that has never answered is not waited for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count, setting } from './batch-setting.ts';
import { type Answer, lost, page, type Step } from './lying-batches.ts';

/** More than are tried in the first minute. */
const many = 10;

for (const [away, answer, what] of [
  ['look', page, 'pages'],
  ['look', lost, 'no answer'],
  ['download', page, 'pages'],
] satisfies [Step, Answer, string][]) {
  test(`an outage of minutes at a ${away} (${what}) is waited for, and told once`, async (t) => {
    const { server, runFast } = await setting(t, ({ step, times }) =>
      step === away && times <= many ? answer : undefined,
    );
    const { code, stderr } = await runFast();
    assert.equal(code, 0, stderr);
    assert.equal(server.bought(), count);
    assert.equal(
      stderr.match(/trying again in \d+ s, then every minute until it answers/g)?.length,
      1,
      stderr,
    );
    assert.equal(stderr.match(/trying again/g)?.length, 6, stderr);
    assert.match(stderr, /answers again/);
  });
}

test('--batch-wait ends the wait in an outage too, and the next run has what was paid for', async (t) => {
  let isAway = true;
  const { server, runFast, run } = await setting(t, ({ step }) =>
    step === 'look' && isAway ? page : undefined,
  );
  const begun = performance.now();
  const { code, stderr } = await runFast(['--batch-wait', '600']);
  assert.equal(code, 1, stderr);
  assert.match(stderr, /then every minute until it answers[\s\S]*run the command again to resume/);
  // Ten minutes in two seconds.
  assert.ok(performance.now() - begun > 1_500, stderr);
  isAway = false;
  assert.equal((await run()).code, 0);
  assert.equal(server.bought(), count);
});

test('a provider that has never answered is tried six times', async (t) => {
  let asked = 0;
  const { runFast } = await setting(t, () => {
    asked += 1;
    return page;
  });
  const { code, stderr } = await runFast();
  assert.notEqual(code, 0, stderr);
  assert.match(stderr, /run the command again to resume/);
  assert.doesNotMatch(stderr, /every minute/);
  assert.ok(asked <= 8, `${asked} requests`);
});

test('a provider that asks to be left alone for 20 minutes is', async (t) => {
  const { server, runFast } = await setting(t, ({ step, times }) =>
    step === 'look' && times === 1 ? { ...page, headers: { 'retry-after': '1200' } } : undefined,
  );
  const { code, stderr } = await runFast();
  assert.equal(code, 0, stderr);
  assert.match(stderr, /trying again in 1200 s\n/);
  assert.equal(server.bought(), count);
});
