// The numbers of a dataset's card against the records themselves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStatistics } from '../../src/publish/dataset-statistics.ts';
import type { PublishedRecord } from '../../src/publish/publication.ts';

const record = (...steps: string[]): PublishedRecord =>
  ({
    id: steps.join('/'),
    dataset: 'd',
    problem: 'p',
    steps,
    error_steps: [],
    publication: { part: 'clean', split: 'train', licence: 'mit' },
  }) as unknown as PublishedRecord;

test('steps and characters are those of the records: not rounded, and the median of four is between the middle two', () => {
  const statistics = createStatistics();
  for (const [steps, length] of [
    [1, 12],
    [2, 20],
    [5, 31],
    [6, 1049],
  ] as const) {
    // Line feeds between the steps count.
    statistics.add(
      record(...Array.from({ length: steps - 1 }, () => 'x'), 'y'.repeat(length - 2 * (steps - 1))),
    );
  }
  const { steps, characters } = statistics.result();
  assert.deepEqual(steps, { least: 1, median: 3.5, mean: 3.5, most: 6 });
  assert.deepEqual(characters, { least: 12, median: 25.5, mean: 278, most: 1049 });
});

test('errors that a source had injected are counted among the natural ones', () => {
  const statistics = createStatistics();
  for (const error_source of ['natural', 'injected', 'injected']) {
    const natural = { part: 'natural', split: 'train', licence: 'mit' };
    statistics.add({
      ...record('a', 'b'),
      ...{ error_steps: [1], error_source, publication: natural },
    } as unknown as PublishedRecord);
  }
  const { parts, injected_before } = statistics.result();
  assert.deepEqual([parts.natural, injected_before], [3, 2]);
});

test('the median of an odd number of records is that of the one in the middle', () => {
  const statistics = createStatistics();
  for (const steps of [3, 4, 4, 7, 9]) statistics.add(record(...Array.from({ length: steps }, () => 'x')));
  assert.equal(statistics.result().steps?.median, 4);
});
