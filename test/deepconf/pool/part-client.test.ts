import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { PartClient } from '../../../src/deepconf/pool/part-client.ts';

test('a request that cannot be passed on fails, and the thread answers the next', async (t) => {
  const client = new PartClient();
  t.after(() => client.stop());
  const memory = new ArrayBuffer(8);
  await assert.rejects(client.ask({ kind: 'end' }, [memory, memory]), { name: 'DataCloneError' });
  assert.ok(client.isFree, 'nothing is waited for');
  assert.ok('id' in (await client.ask({ kind: 'end' })));
});

test('a thread that ends fails what is waited for, and what is asked later', async () => {
  const client = new PartClient();
  const asked = assert.rejects(client.ask({ kind: 'end' }), { code: 'LB_PARQUET', message: /ended early/ });
  await client.stop();
  await asked;
  assert.ok(!client.isFree);
  await assert.rejects(client.ask({ kind: 'end' }), { code: 'LB_PARQUET' });
  // A rejection that nobody listens to would fail this test.
  await sleep(0);
});
