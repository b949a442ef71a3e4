import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { halt, mapStream } from '../../src/stream/map.ts';
import { collect } from '../support/bytes.ts';

test('gives what a plain loop gives, at any concurrency and delay', async () => {
  const item = fc.record({ delay: fc.integer({ min: -1, max: 3 }), outputs: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { maxLength: 30 }),
      fc.integer({ min: 1, max: 9 }),
      async (items, concurrency) => {
        const expected = items.flatMap(({ outputs }, index) =>
          Array.from({ length: outputs }, (_, k) => `${index}.${k}`),
        );
        const outputsOf = (index: number): string[] =>
          Array.from({ length: items[index]!.outputs }, (_, k) => `${index}.${k}`);
        const work = (index: number): string[] | Promise<string[]> => {
          const { delay } = items[index]!;
          return delay < 0 ? outputsOf(index) : sleep(delay).then(() => outputsOf(index));
        };
        const ordered = mapStream(work, { concurrency, order: 'input' });
        assert.deepEqual(await collect(Readable.from(items.keys()).pipe(ordered)), expected);
        const unordered = mapStream(work, { concurrency, order: 'any' });
        assert.deepEqual(
          (await collect(Readable.from(items.keys()).pipe(unordered))).sort(),
          [...expected].sort(),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test('keeps input order when the slow record is first, and does not in order any', async () => {
  const work = async (ms: number): Promise<number[]> => [await sleep(ms, ms)];
  const run = (order: 'input' | 'any'): Promise<unknown[]> =>
    collect(Readable.from([60, 1, 20]).pipe(mapStream(work, { concurrency: 3, order })));
  assert.deepEqual(await run('input'), [60, 1, 20]);
  assert.deepEqual(await run('any'), [1, 20, 60]);
});

test('never has more calls in flight than its concurrency', async () => {
  let running = 0;
  let highest = 0;
  const work = async (n: number): Promise<number[]> => {
    running += 1;
    highest = Math.max(highest, running);
    await sleep(1);
    running -= 1;
    return [n];
  };
  await collect(Readable.from(Array(200).keys()).pipe(mapStream(work, { concurrency: 7, order: 'input' })));
  assert.equal(highest, 7);
});

for (const order of ['input', 'any'] as const) {
  test(`a reader that does not read stops the input (order ${order})`, async () => {
    let taken = 0;
    const source = Readable.from(
      (function* () {
        for (let n = 0; n < 100_000; n += 1) {
          taken += 1;
          yield n;
        }
      })(),
      { highWaterMark: 16 },
    );
    const stream = source.pipe(mapStream(async (n: number) => [n], { concurrency: 4, order, window: 16 }));
    stream.read();
    await sleep(50);
    assert.ok(taken < 200, `took ${taken} of 100,000 with nobody reading`);
    assert.equal((await collect(stream)).length + 1 >= 99_999, true);
  });
}

test('an input that waits lets finished outputs through', async () => {
  const stream = mapStream(async (n: number) => [n], { concurrency: 4, order: 'input' });
  stream.write(1);
  stream.write(2);
  const iterator = stream[Symbol.asyncIterator]();
  assert.equal((await iterator.next()).value, 1);
  assert.equal((await iterator.next()).value, 2);
  stream.end();
  assert.equal((await iterator.next()).done, true);
});

test('a failing work fails the stream and tells what is in flight to stop', async () => {
  let abandoned = false;
  const stream = mapStream(
    async (n: number) => {
      if (n === 3) throw new Error('three');
      return [n];
    },
    { concurrency: 2, order: 'input', onAbandon: () => (abandoned = true) },
  );
  await assert.rejects(
    pipeline(Readable.from([1, 2, 3, 4]), stream, async (items) => {
      for await (const _ of items);
    }),
    /three/,
  );
  assert.equal(abandoned, true);
});

test('a halt ends the output there in input order, and the rest is let go', async () => {
  const work = async (n: number): Promise<readonly number[]> => {
    await sleep(n === 3 ? 150 : 1);
    return n === 3 ? halt : [n];
  };
  const run = (order: 'input' | 'any'): Promise<unknown[]> =>
    collect(Readable.from([1, 2, 3, 4, 5]).pipe(mapStream(work, { concurrency: 3, order })));
  assert.deepEqual(await run('input'), [1, 2]);
  assert.deepEqual((await run('any')).sort(), [1, 2, 4, 5]);
});
