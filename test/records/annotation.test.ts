// One line of an annotation file: which values it may have, what it is about, and when it withdraws.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Annotation,
  annotationKey,
  annotationSchema,
  saysNothing,
} from '../../src/records/annotation.ts';
import { annotationVersion } from '../../src/records/annotation-version.ts';

const least: Annotation = { record_id: 'r', annotator: 'anna', kind: 'decision' };
const long = (count: number): string => 'x'.repeat(count);

const required: Readonly<Record<string, readonly [good: readonly unknown[], bad: readonly unknown[]]>> = {
  record_id: [
    ['x', long(1000)],
    ['', long(1001), 5],
  ],
  annotator: [
    ['x', long(64)],
    ['', long(65), 5],
  ],
  kind: [
    ['decision', 'comment', 'natural_error', 'critique'],
    ['', 'other'],
  ],
};
const optional: typeof required = {
  record_hash: [['', long(64)], [long(65)]],
  decision: [
    ['yes', 'maybe', 'no'],
    ['', 'other', true],
  ],
  first_error: [
    [-1, 0, 7],
    [-2, 0.5, '1'],
  ],
  propagated_steps: [
    [[], [0, 3], Array.from({ length: 10_000 }, () => 1)],
    [[-1], [0.5], Array.from({ length: 10_001 }, () => 1), 1],
  ],
  target_step: [
    [0, 7],
    [-1, 0.5],
  ],
  error_type: [['', long(100)], [long(101)]],
  comment: [['', long(20_000)], [long(20_001)]],
  critic: [['', long(500)], [long(501)]],
  step_right: [[true, false], ['yes']],
  explanation_right: [[true, false], [1]],
  seconds: [
    [0, 2.5],
    [-1, '3'],
  ],
  at: [['2026', long(40)], [long(41)]],
  blind: [[true, false], ['yes']],
  operation: [['x', long(64)], [long(65)]],
  based_on: [['x', long(64)], [long(65)]],
  by: [['x', long(64)], [long(65)]],
};

test('each field has its type and its bounds, and the message begins with its name', () => {
  const issue = (change: object): string | null => {
    const { error } = annotationSchema.safeParse({ ...least, ...change });
    return error === undefined ? null : String(error.issues[0]!.path[0]);
  };
  for (const [name, [good, bad]] of Object.entries({ ...required, ...optional })) {
    for (const value of good)
      assert.equal(issue({ [name]: value }), null, `${name} ${JSON.stringify(value).slice(0, 50)}`);
    for (const value of bad)
      assert.equal(issue({ [name]: value }), name, `${name} ${JSON.stringify(value).slice(0, 50)}`);
    for (const none of [null, undefined])
      assert.equal(issue({ [name]: none }), name in required ? name : null, name);
  }
  const more = { ...least, mine: { a: [1] } };
  assert.deepEqual(annotationSchema.parse(more), more);
});

test('lines of one person about one record, kind and, for critiques, critic replace one another', () => {
  const lines = ['anna', 'ben'].flatMap((annotator) =>
    ['r', 's'].flatMap((record_id) =>
      (['decision', 'comment', 'natural_error', 'critique'] as const).flatMap((kind) =>
        [undefined, null, 'gpt', 'qwen'].map(
          (critic): Annotation => ({ annotator, record_id, kind, critic }),
        ),
      ),
    ),
  );
  for (const a of lines) {
    for (const b of lines) {
      const same =
        a.annotator === b.annotator &&
        a.record_id === b.record_id &&
        a.kind === b.kind &&
        (a.kind !== 'critique' || (a.critic ?? '') === (b.critic ?? ''));
      assert.equal(annotationKey(a) === annotationKey(b), same, `${JSON.stringify(a)} ${JSON.stringify(b)}`);
    }
  }
});

test('a line withdraws where it states nothing, whatever else it has', () => {
  const empty: Partial<Annotation>[] = [
    ...[
      {},
      { comment: '' },
      { comment: ' \n' },
      { propagated_steps: [] },
      { decision: null, first_error: null },
    ],
    ...[
      {
        critic: 'gpt',
        seconds: 3,
        at: '2026',
        blind: true,
        operation: 'x',
        based_on: 'y',
        by: 'ben',
        record_hash: 'h',
      },
    ],
  ];
  for (const more of empty) assert.equal(saysNothing({ ...least, ...more }), true, JSON.stringify(more));
  const stating: Partial<Annotation>[] = [
    ...[
      { decision: 'no' as const },
      { first_error: 0 },
      { first_error: -1 },
      { target_step: 0 },
      { error_type: '' },
    ],
    ...[{ step_right: false }, { explanation_right: false }, { comment: 'x' }, { propagated_steps: [0] }],
  ];
  for (const more of stating) assert.equal(saysNothing({ ...least, ...more }), false, JSON.stringify(more));
});

test('a version is the operation that wrote the line, or 16 digits of the hash of all it says', () => {
  assert.equal(annotationVersion({ ...least, operation: 'op1' }), 'op1');
  const version = annotationVersion({ ...least, decision: 'yes' });
  assert.match(version, /^[0-9a-f]{16}$/);
  assert.equal(
    annotationVersion({ decision: 'yes', kind: 'decision', annotator: 'anna', record_id: 'r' }),
    version,
  );
  assert.equal(annotationVersion({ ...least, decision: 'yes', operation: null }).length, 16);
  assert.notEqual(annotationVersion({ ...least, decision: 'no' }), version);
});
