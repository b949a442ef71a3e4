// Numbers that are merged from sorted runs on the disk: as if all of them had been in memory.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SortedRuns } from '../../src/deepconf/sorted-runs.ts';

const numbers = fc.array(
  fc.double({ noNaN: true }).map((value) => value + 0),
  { maxLength: 60 },
);

test('groups come merged in ascending order, each value once with how many of each group it is', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(numbers, numbers),
      fc.integer({ min: 1, max: 20 }),
      async (groups, runLength) => {
        const runs = new SortedRuns(2, runLength);
        try {
          // Equal values across groups too.
          const given = [groups[0], [...groups[1], ...groups[0].slice(0, 3)]];
          for (const [group, values] of given.entries()) {
            await runs.add(group, Float64Array.from(values.slice(0, 5)));
            await runs.add(group, Float64Array.from(values.slice(5)));
          }
          const merged: number[][] = [[], []];
          const distinct: number[] = [];
          for await (const { value, counts } of runs.ascending()) {
            distinct.push(value);
            for (const [group, count] of counts.entries()) {
              for (let i = 0; i < count; i += 1) merged[group]!.push(value);
            }
          }
          const sorted = given.map((values) => [...Float64Array.from(values).sort()]);
          assert.deepEqual(merged, sorted);
          assert.deepEqual(distinct, [...new Set([...Float64Array.from(given.flat()).sort()])]);
          const unordered: number[][] = [[], []];
          for await (const { group, values } of runs.unordered()) unordered[group]!.push(...values);
          assert.deepEqual(
            unordered.map((values) => [...Float64Array.from(values).sort()]),
            sorted,
          );
          assert.deepEqual(
            given.map((values) => values.length),
            [runs.count(0), runs.count(1)],
          );
        } finally {
          runs.close();
        }
      },
    ),
    { numRuns: 60 },
  );
});
