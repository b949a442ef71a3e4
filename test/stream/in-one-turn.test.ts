// What is asked in one turn of the event loop is answered together.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inOneTurn } from '../../src/stream/in-one-turn.ts';

test('what is asked in one turn of the event loop is answered once, and what comes later is another turn', async () => {
  const turns: (readonly number[])[] = [];
  const doubled = inOneTurn((all: readonly number[]) => {
    turns.push(all);
    return all.map((one) => 2 * one);
  });
  const late = Promise.resolve()
    .then(() => {})
    .then(() => doubled(3));
  assert.deepEqual(await Promise.all([doubled(1), doubled(2), late]), [2, 4, 6]);
  assert.equal(await doubled(4), 8);
  assert.deepEqual(turns, [[1, 2, 3], [4]]);
});

test('an answer that fails is told to all who asked, and the next turn is another', async () => {
  let fails = true;
  const answer = inOneTurn((all: readonly string[]) => {
    if (fails) throw new Error('the disk is full');
    return all;
  });
  const asked = ['a', 'b'].map((one) => assert.rejects(answer(one), /the disk is full/));
  await Promise.all(asked);
  fails = false;
  assert.equal(await answer('c'), 'c');
});
