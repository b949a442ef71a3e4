import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { compose } from '../../src/stream/compose.ts';
import { drop, isDrop, type Stage } from '../../src/stream/stage.ts';
import { collect } from '../support/bytes.ts';

const schema = z.object({ n: z.int() });
type N = z.infer<typeof schema>;

function stage(name: string, run: Stage<N, N>['run']): Stage<N, N> {
  return {
    name,
    version: '1',
    input: schema,
    output: schema,
    config: { of: name },
    key: ({ n }) => `${name}${n}`,
    run,
  };
}

const twice = stage('twice', ({ n }) => [{ n }, { n: n * 10 }]);
const odd = stage('odd', ({ n }) => [n % 2 === 1 ? { n } : drop('even')]);
const later = stage('later', async function* ({ n }) {
  yield { n: n + 1 };
});

test('passes every output of one stage through the next, and drops as they come', async () => {
  const composed = compose(twice, odd, later);
  const results = await collect(
    composed.run({ n: 3 }, { signal: new AbortController().signal }) as AsyncIterable<N>,
  );
  assert.deepEqual(
    results.map((result) => (isDrop(result) ? result.reason : result.n)),
    [4, 'even'],
  );
});

test('is named, versioned and keyed by all its stages', () => {
  const composed = compose(twice, odd);
  assert.deepEqual(
    [composed.name, composed.version, composed.key({ n: 3 })],
    ['twice+odd', '1+1', 'twice3+odd3'],
  );
  assert.deepEqual(composed.config, { twice: { of: 'twice' }, odd: { of: 'odd' } });
});
