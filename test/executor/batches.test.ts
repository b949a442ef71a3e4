// How a run by batches comes to its end: passes until no call is missing, batches that are left for another day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BatchClient } from '../../src/endpoints/batch/batch-client.ts';
import { LateBenchError } from '../../src/errors.ts';
import { type Counted, settleBatches, silentPolicy } from '../../src/executor/settle-batches.ts';

interface Fake {
  readonly name: string;
  outstanding?: number;
  settled?: () => boolean;
  fails?: () => void;
}

/** Settles batches of clients that only write down what is asked of them. */
function settling(
  clients: readonly Fake[],
  pass: (context: Counted, nth: number) => void,
  maxMs = 60_000,
  ended = new AbortController(),
) {
  const heard: string[] = [];
  const reasons: string[] = [];
  const waits: number[] = [];
  const abandon = new AbortController();
  const batchClients = clients.map(
    ({ name, outstanding = 0, settled = () => true, fails }) =>
      ({
        role: name,
        outstanding,
        startPass: () => void heard.push(`${name} starts`),
        async submit(signal: AbortSignal) {
          heard.push(`${name} submits${signal === abandon.signal ? ' what was noted' : ''}`);
          fails?.();
        },
        async settle(waitMs: number) {
          heard.push(`${name} settles`);
          waits.push(waitMs);
          return settled();
        },
      }) as Partial<BatchClient> as BatchClient,
  );
  let passes = 0;
  const done = settleBatches({
    batchClients,
    maxMs,
    signal: ended.signal,
    abandon: abandon.signal,
    onStop(reason) {
      reasons.push(reason.code);
      ended.abort();
    },
    async pass(context) {
      heard.push('pass');
      passes += 1;
      pass(context, passes);
    },
  });
  return { done, heard, reasons, waits, ended };
}

test('a run by batches makes passes until no record waits for a reply', async () => {
  const { done, heard, waits } = settling([{ name: 'a' }, { name: 'b' }], ({ tally }, nth) => {
    tally.pending = nth < 3 ? 5 : 0;
  });
  await done;
  const round = ['a submits', 'b submits', 'a settles', 'b settles', 'a starts', 'b starts', 'pass'];
  assert.deepEqual(heard, [...round, ...round, ...round, 'a starts', 'b starts']);
  for (const wait of waits) assert.ok(wait > 50_000 && wait <= 60_000, `${wait} ms`);
});

test('batches that have not ended in time are left, with how many calls wait and how to pick them up', async () => {
  const clients = [
    { name: 'a', outstanding: 1200 },
    { name: 'b', outstanding: 34, settled: () => false },
  ];
  const { done, heard } = settling(clients, () => assert.fail('there is nothing to pass'));
  await assert.rejects(done, {
    code: 'LB_PENDING',
    message:
      '1,234 calls are in batches that have not ended; run the command again, any day, to pick them up',
  });
  assert.deepEqual(heard, ['a submits', 'b submits', 'a settles', 'b settles']);
  const one = settling([{ name: 'a', outstanding: 1, settled: () => false }], () => {}, 0);
  await assert.rejects(one.done, { code: 'LB_PENDING', message: /^1 call is in batches/ });
  assert.deepEqual(one.waits, [0], 'no time is left, and none is owed');
  const over = settling([{ name: 'a', outstanding: 1, settled: () => false }], () => {}, -50);
  await assert.rejects(over.done, { code: 'LB_PENDING' });
  assert.deepEqual(over.waits, [0]);
});

test('an error of a batch ends the run as it is, unless the run is to end anyway', async () => {
  const fails = (): never => {
    throw new LateBenchError('LB_ENDPOINT_SERVER', 'it has broken');
  };
  await assert.rejects(settling([{ name: 'a', fails }], () => {}).done, { code: 'LB_ENDPOINT_SERVER' });
  const ended = new AbortController();
  const stopped = settling(
    [
      {
        name: 'a',
        fails() {
          ended.abort();
          fails();
        },
      },
    ],
    () => {},
    60_000,
    ended,
  );
  await assert.rejects(stopped.done, { code: 'LB_PENDING' });
});

test('a pass that is stopped sends what it has noted, and the first reason is the one that counts', async () => {
  const { done, heard, reasons } = settling([{ name: 'a' }, { name: 'b' }], ({ onStop, tally }) => {
    tally.pending = 2;
    onStop(new LateBenchError('LB_BUDGET', 'it is spent'));
    onStop(new LateBenchError('LB_ENDPOINT_AUTH', 'a wrong key'));
  });
  await assert.rejects(done, { code: 'LB_BUDGET' });
  assert.deepEqual(reasons, ['LB_BUDGET', 'LB_ENDPOINT_AUTH']);
  assert.deepEqual(heard.slice(-3), ['pass', 'a submits what was noted', 'b submits what was noted']);
  const ended = new AbortController();
  const signalled = settling([{ name: 'a', outstanding: 3 }], () => ended.abort(), 60_000, ended);
  await assert.rejects(signalled.done, { code: 'LB_PENDING', message: /^3 calls are/ });
});

test('passes before the one that counts skip invalid records and say nothing of them', () => {
  const policy = silentPolicy();
  for (let nth = 0; nth < 3; nth += 1) {
    policy.reject({ code: 'LB_JSON', message: 'no JSON', where: {}, raw: '' });
  }
  policy.finish();
  assert.equal(policy.rejected, 3);
});
