import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { combineRules, combineSteps } from '../../src/statistics/combine-steps.ts';

test('a step that exactly half of the lists have is not in the majority, and one more makes it so', () => {
  assert.deepEqual(combineSteps([[3], []], 'majority'), []);
  assert.deepEqual(combineSteps([[3], [3], [], []], 'majority'), []);
  assert.deepEqual(combineSteps([[3], [3], [3], []], 'majority'), [3]);
  assert.deepEqual(combineSteps([[3], [3], []], 'majority'), [3]);
  assert.deepEqual(combineSteps([[3], [], []], 'majority'), []);
  assert.deepEqual(combineSteps([[3]], 'majority'), [3]);
});

test('the union has what any list has, and the intersection what all have', () => {
  const lists = [
    [2, 10, 1],
    [10, 2],
    [4, 2],
  ];
  assert.deepEqual(combineSteps(lists, 'union'), [1, 2, 4, 10]);
  assert.deepEqual(combineSteps(lists, 'majority'), [2, 10]);
  assert.deepEqual(combineSteps(lists, 'intersection'), [2]);
  assert.deepEqual(combineSteps([[], ...lists], 'intersection'), []);
});

test('a list that names a step twice has one vote for it', () => {
  assert.deepEqual(combineSteps([[5, 5], [], []], 'majority'), []);
  assert.deepEqual(combineSteps([[5, 5], []], 'intersection'), []);
});

test('without a list nothing can be combined, which is not the same as no step', () => {
  for (const rule of combineRules) {
    assert.equal(combineSteps([], rule), null);
    assert.deepEqual(combineSteps([[]], rule), []);
  }
});

test('each rule counts the lists that have a step, whatever their order', () => {
  const lists = fc.array(fc.array(fc.nat(12), { maxLength: 8 }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(lists, (votes) => {
      const having = (step: number): number => votes.filter((list) => list.includes(step)).length;
      const expected = {
        majority: (count: number) => count > votes.length / 2,
        union: (count: number) => count > 0,
        intersection: (count: number) => count === votes.length,
      };
      for (const rule of combineRules) {
        const steps = Array.from({ length: 13 }, (_, step) => step).filter((step) =>
          expected[rule](having(step)),
        );
        assert.deepEqual(combineSteps(votes, rule), steps, rule);
        assert.deepEqual(combineSteps(votes.toReversed(), rule), steps, rule);
      }
    }),
  );
});
