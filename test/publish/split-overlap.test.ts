// A problem that stands nearly the same in two splits is named, whatever let it through.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PublishedRecord } from '../../src/publish/publication.ts';
import { createSplitOverlap } from '../../src/publish/split-overlap.ts';
import type { Split } from '../../src/publish/splits.ts';
import { rowsOf } from './building.ts';

function published(record: ReturnType<typeof rowsOf>[number], split: Split, id = record.id): PublishedRecord {
  const source = { file: 'rows.jsonl', row_sha256: '0' };
  return {
    ...record,
    id,
    publication: { part: 'clean', split, family: id, source, licence: null, decisions: [] },
  };
}

test('near copies in two splits are named by id, copies within one split and other problems are not', () => {
  const overlap = createSplitOverlap(0.8);
  const [one, two, ...others] = rowsOf(40, 6);
  assert.ok(one && two);
  for (const [at, record] of others.entries())
    overlap.add(published(record, at % 2 === 0 ? 'train' : 'test'));
  overlap.add(published(one, 'train'));
  overlap.add(published({ ...one, problem: ` ${one.problem.toUpperCase()}` }, 'test', 'copy in test'));
  overlap.add(published(two, 'dev'));
  overlap.add(published(two, 'dev', 'copy in dev'));
  assert.deepEqual(overlap.result(), { records: 42, across_splits: ['copy in test'] });
});
