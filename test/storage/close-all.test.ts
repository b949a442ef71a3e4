import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeAll } from '../../src/storage/close-all.ts';

test('all are closed in their order, and the first failure is thrown after the last', async () => {
  const closed: string[] = [];
  const failing = (name: string) => async (): Promise<void> => {
    closed.push(name);
    throw new Error(name);
  };
  const closers = [() => void closed.push('a'), failing('b'), failing('c'), () => void closed.push('d')];
  await assert.rejects(closeAll(closers), { message: 'b' });
  assert.deepEqual(closed, ['a', 'b', 'c', 'd']);
});
