// Runs of small numbers, read by the reader of pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PageBytes } from '../../../../src/storage/columnar/encode/page-bytes.ts';
import { addNumbers, RunWriter } from '../../../../src/storage/columnar/encode/runs.ts';
import { Hybrid } from '../../../../src/storage/columnar/pages/hybrid.ts';

/** Short and long runs of numbers of so many bits, in any order. */
const runs = fc.integer({ min: 1, max: 24 }).chain((width) =>
  fc.record({
    width: fc.constant(width),
    runs: fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 2 ** width - 1 }),
        fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 3000 })),
      ),
      { maxLength: 400 },
    ),
  }),
);

function read(out: PageBytes, width: number, count: number): number[] {
  const reader = new Hybrid(out.filled(), width);
  return Array.from({ length: count }, () => reader.next());
}

function numbersOf(given: readonly (readonly [number, number])[]): number[] {
  return given.flatMap(([value, count]) => new Array<number>(count).fill(value));
}

test('runs come back as their numbers', () => {
  fc.assert(
    fc.property(runs, ({ width, runs: given }) => {
      const out = new PageBytes();
      const writer = new RunWriter(out, width);
      for (const [value, count] of given) writer.add(value, count);
      writer.end();
      const numbers = numbersOf(given);
      assert.deepEqual(read(out, width, numbers.length), numbers);
    }),
    { numRuns: 60 },
  );
});

test('numbers come back, whether they are one or different', () => {
  fc.assert(
    fc.property(runs, ({ width, runs: given }) => {
      const out = new PageBytes();
      const numbers = numbersOf(given);
      addNumbers(out, Int32Array.from(numbers), width);
      assert.deepEqual(read(out, width, numbers.length), numbers);
    }),
    { numRuns: 60 },
  );
});

test('a long run takes a few bytes, also behind numbers that fill no group', () => {
  const out = new PageBytes();
  const writer = new RunWriter(out, 1);
  writer.add(0, 1);
  writer.add(1, 1_000_000);
  writer.end();
  assert.ok(out.length < 10, `${out.length} bytes`);
  const numbers = read(out, 1, 1_000_001);
  assert.deepEqual([numbers[0], numbers.indexOf(0, 1)], [0, -1]);
});
