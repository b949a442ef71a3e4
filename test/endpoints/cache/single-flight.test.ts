import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSingleFlight } from '../../../src/endpoints/cache/single-flight.ts';

const { signal } = new AbortController();

test('callers that come while the work goes on share it, later ones start anew', async () => {
  const flights = createSingleFlight<number>();
  let calls = 0;
  const work = async (): Promise<number> => {
    calls += 1;
    await sleep(10);
    return calls;
  };
  const together = await Promise.all([1, 2, 3].map(() => flights.join('k', signal, work)));
  assert.deepEqual(together, [
    { value: 1, joined: false },
    { value: 1, joined: true },
    { value: 1, joined: true },
  ]);
  assert.deepEqual(await flights.join('k', signal, work), { value: 2, joined: false });
  assert.equal(calls, 2);
});

test('a failure reaches all that wait, and is not kept', async () => {
  const flights = createSingleFlight<number>();
  const fail = async (): Promise<number> => {
    throw new Error('no');
  };
  const outcomes = await Promise.allSettled([1, 2].map(() => flights.join('k', signal, fail)));
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.deepEqual(await flights.join('k', signal, async () => 5), { value: 5, joined: false });
});

test('one that gives up leaves the others their work', async () => {
  const flights = createSingleFlight<string>();
  const controller = new AbortController();
  const work = async (inner: AbortSignal): Promise<string> => {
    await sleep(20, undefined, { signal: inner });
    return 'done';
  };
  const first = flights.join('k', controller.signal, work);
  const second = flights.join('k', signal, work);
  controller.abort();
  await assert.rejects(first, { code: 'LB_ABORTED' });
  assert.deepEqual(await second, { value: 'done', joined: true });
});

test('when all give up the work is given up, and who comes then starts anew', async () => {
  const flights = createSingleFlight<string>();
  const controller = new AbortController();
  let abandoned = false;
  const first = flights.join('k', controller.signal, async (inner) => {
    await new Promise((_, reject) => inner.addEventListener('abort', reject));
    return 'never';
  });
  const watched = flights.join('k', controller.signal, async () => 'not called');
  controller.signal.addEventListener('abort', () => {
    abandoned = true;
  });
  controller.abort();
  await assert.rejects(first, { code: 'LB_ABORTED' });
  await assert.rejects(watched, { code: 'LB_ABORTED' });
  assert.ok(abandoned);
  assert.deepEqual(await flights.join('k', signal, async () => 'new'), { value: 'new', joined: false });
  await assert.rejects(
    flights.join('k', controller.signal, async () => 'x'),
    { code: 'LB_ABORTED' },
  );
});
