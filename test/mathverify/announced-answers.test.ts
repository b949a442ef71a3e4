// Replies whose answer comes first, and whose explanation, conditions or remarks hold other numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from '../../src/mathverify/index.ts';
import { areEqual } from './pairs.ts';

function finds(cases: readonly (readonly [gold: string, reply: string])[]): void {
  for (const [gold, reply] of cases) {
    const { verdict, reason } = verify(gold, reply);
    assert.equal(verdict, 'equal', `${gold} and ${reply}: ${verdict}, ${reason}`);
  }
}

test('what is announced in plain text is the answer, whatever formulas explain it', () => {
  finds([
    ['42', '**Answer: 42**\n\nExplanation: since $x=3$ and $y=14$, we get $xy = 42$. Note that 14 is even.'],
    ['10', '**Final Answer**\n\n10\n\nWe used $n = 3$.'],
    ['10', 'The answer is 10. Note that for n = 3 the value is 4.'],
    ['10', 'The final answer is 10.\n\nNote that for n = 3 the value is 4.'],
    ['5', 'The answer is $5$, where we used that $n=7$.'],
    ['5', 'The answer is $5$, using $n=7$.'],
    ['10', 'The answer is $10$ (see the remark about $n=3$).'],
    ['7', 'Answer: 3 + 4 = 7'],
    ['7', 'The answer is $3 + 4 = 7$.'],
    ['3', 'The answer for $n=3$ is 3'],
  ]);
});

test('where a value is attained, and between what something is counted, is no answer', () => {
  finds([
    ['10', 'The minimum value of $f$ is $10$ when $x=3$, $y=4$.'],
    ['10', 'The minimum value of $f$ is $10$ when $x=3$ and $y=4$.'],
    ['10', 'The minimum value is 10, when x=3 and y=4.'],
    ['17', 'There are **17** such integers between 1 and 100.'],
    ['17', 'Thus there are 17 such integers from 1 to 100, inclusive.'],
  ]);
  assert.equal(verify('7', 'The value of f is 5 for x=3, so the sum is 7.').verdict, 'equal');
});

test('a choice is found behind an announcement, and before "is correct"', () => {
  areEqual([
    ['B', 'The best answer is option (B): 42.'],
    ['B', '**Answer:** B) 42'],
    ['B', 'Therefore, **B**.'],
    ['B', 'B is correct.'],
    ['B', 'So the correct answer is B.'],
  ]);
  for (const reply of ['The best answer is option (C): 42.', 'C is correct.', '**Answer:** C) 42'])
    assert.equal(verify('B', reply).equal, false, reply);
});
