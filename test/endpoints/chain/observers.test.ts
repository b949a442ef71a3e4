// Links that look on: in which order they are asked, what becomes of what they throw, and how a place is held by one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createAdaptiveConcurrency,
  inFlightLimit,
} from '../../../src/endpoints/chain/adaptive-concurrency.ts';
import { chain, type Link, observing, type Reply } from '../../../src/endpoints/chain/chain.ts';
import { LateBenchError } from '../../../src/errors.ts';
import { callOf, reply } from './a-call.ts';

const other: Reply = { ...reply, reply: { ...reply.reply, content: 'other' } };
const busy = (): LateBenchError => new LateBenchError('LB_ENDPOINT_SERVER', 'busy', { retry: 'transient' });

test('observers begin from the outside in and hear of the end from the inside out, waits included', async () => {
  const seen: string[] = [];
  const pass = async (inner: Partial<Record<'begin' | 'ended', 'waits' | 'fails' | 'fails later'>> = {}) => {
    seen.length = 0;
    const act = async (how: string | undefined): Promise<void> => {
      await new Promise(setImmediate);
      seen.push('waited');
      if (how === 'fails later') throw busy();
    };
    const at = (name: string, how: typeof inner = {}): Link<Reply> =>
      observing<Reply>({
        begin() {
          seen.push(name);
          if (how.begin === 'fails') throw busy();
          return how.begin === undefined ? undefined : act(how.begin);
        },
        ended(_, obtained) {
          seen.push(`${name} ended`);
          if (how.ended === 'fails') throw busy();
          return how.ended === undefined ? obtained : act(how.ended).then(() => other);
        },
        failed: () => void seen.push(`${name} failed`),
      });
    let calls = 0;
    const through = chain<Reply>([at('a'), at('b', inner), at('c')], async () => {
      calls += 1;
      return reply;
    });
    const outcome = await through(callOf()).then(
      (obtained) => obtained.reply.content,
      ({ code }) => code,
    );
    return [outcome, calls, seen.join(', ')];
  };
  const begun = 'a, b, c, c ended, b ended';
  assert.deepEqual(await pass(), ['4', 1, `${begun}, a ended`]);
  assert.deepEqual(await pass({ begin: 'waits' }), [
    ...['4', 1, 'a, b, waited, c, c ended, b ended, a ended'],
  ]);
  assert.deepEqual(await pass({ ended: 'waits' }), ['other', 1, `${begun}, waited, a ended`]);
  const down = 'LB_ENDPOINT_SERVER';
  // What has not begun is told nothing.
  assert.deepEqual(await pass({ begin: 'fails' }), [down, 0, 'a, b, a failed']);
  assert.deepEqual(await pass({ begin: 'fails later' }), [down, 0, 'a, b, waited, a failed']);
  assert.deepEqual(await pass({ ended: 'fails' }), [down, 1, `${begun}, a failed`]);
  assert.deepEqual(await pass({ ended: 'fails later' }), [down, 1, `${begun}, waited, a failed`]);
});

test('a place is given back once, by calls that failed and by those that were given up as well', async () => {
  const through = chain<Reply>([inFlightLimit(createAdaptiveConcurrency(1))], async ({ key }) => {
    await new Promise(setImmediate);
    if (key === 'fails') throw busy();
    return reply;
  });
  const given = new AbortController();
  const first = through(callOf({ key: 'fails' }));
  const waits = through(callOf({ key: 'gives up', waiting: given.signal }));
  const third = through(callOf({ key: 'third' }));
  given.abort();
  await assert.rejects(waits, { code: 'LB_ABORTED' });
  await assert.rejects(first, { code: 'LB_ENDPOINT_SERVER' });
  assert.equal(await third, reply);
  let inFlight = 0;
  const alone = chain<Reply>([inFlightLimit(createAdaptiveConcurrency(1))], async () => {
    inFlight += 1;
    assert.equal(inFlight, 1);
    await new Promise(setImmediate);
    inFlight -= 1;
    return reply;
  });
  await Promise.all(['a', 'b', 'c', 'd'].map((key) => alone(callOf({ key }))));
});
