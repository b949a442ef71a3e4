import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreementOf } from '../../src/dashboard/analysis/agreement.ts';
import type { PublishedRecord } from '../../src/publish/publication.ts';
import { createQuality } from '../../src/publish/quality.ts';
import type { Annotation, Decision } from '../../src/records/annotation.ts';
import { referee } from '../../src/records/gold-labels.ts';

test('the dashboard and a dataset report the same agreement, and the referee is no annotator', () => {
  const about: readonly (readonly [string, Readonly<Record<string, Decision>>])[] = [
    ['a', { ann: 'yes', bob: 'yes' }],
    ['b', { ann: 'yes', bob: 'no', [referee]: 'no' }],
    ['c', { bob: 'maybe', ann: 'no', carl: 'no' }],
    ['d', { carl: 'yes', ann: 'yes' }],
    ['e', { carl: 'no' }],
  ];
  const quality = createQuality({ seed: 0, tellLimit: 0.6, familyThreshold: 0.8, exclude: [] });
  const annotations: Annotation[] = [];
  for (const [id, decisions] of about) {
    const given = Object.entries(decisions).map(([annotator, decision]) => ({ annotator, decision }));
    const publication = { part: 'clean', split: 'test', family: id, decisions: given };
    const record = { id, problem: id, steps: ['x'], error_steps: [], publication };
    quality.add(record as unknown as PublishedRecord, []);
    annotations.push(...given.map((one) => ({ record_id: id, kind: 'decision' as const, ...one })));
  }
  const shown = agreementOf(annotations);
  const { agreement } = quality.result();
  assert.equal(agreement.alpha, shown.alphaDecision);
  assert.deepEqual([agreement.decided, agreement.doubly_decided], [5, 4]);
  assert.deepEqual(
    agreement.pairs,
    shown.pairs.map(({ first, second, n, kappa }) => ({ annotators: [first, second], records: n, kappa })),
  );
  assert.deepEqual(
    agreement.pairs.map(({ annotators, records }) => [...annotators, records]),
    [
      ['ann', 'bob', 3],
      ['ann', 'carl', 2],
      ['bob', 'carl', 1],
    ],
  );
});
