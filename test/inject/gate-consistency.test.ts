// Second errors that are no false equation of whole numbers: decimals, inequalities, claims in words, changed premises.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consistencyCheck } from '../../src/inject/gate/consistency.ts';
import { rejectionOfSteps } from './sound-injection.ts';

const changed = 'So each of them gets $12$ in all.';
const problem = 'A box has 7 rows of 36 eggs. How many are there?';
const second = (before: string, after: string, first = changed): string | null =>
  rejectionOfSteps(
    consistencyCheck,
    ['So each of them gets $11$ in all.', before, 'It is $20$.'],
    [first, after, 'It is $19$.'],
    { problem },
  );

test('a false decimal, inequality, approximation or claim in words is a second error', () => {
  for (const later of [
    'We have $2.5 \\cdot 4 = 12$ of these.',
    'This is possible, since $17 < 15$.',
    'The side is $\\sqrt{2} \\approx 1.7$.',
    'Now 91 is prime, so there are no others.',
    'As $15$ is an even number, we go on.',
    'As $48$ is a perfect square, we go on.',
    'But 7 divides 30.',
    '$30$ is divisible by $4$ here.',
  ]) {
    assert.match(second('We count on.', later) ?? '', /^step 2 has a second error: .* does not hold$/, later);
    assert.equal(second(later, later), null, `${later} was there before`);
    assert.equal(second('We count on.', later, later), null, `${later} is the error itself`);
  }
});

test('a second error is named as it is written', () => {
  for (const [later, claim] of [
    ['This is possible, since $17 < 15$.', '17 < 15'],
    ['As $15$ is an even number, we go on.', '15 is an even number'],
    ['But 7 divides 30.', '7 divides 30'],
  ] as const)
    assert.equal(second('We count on.', later), `step 2 has a second error: ${claim} does not hold`);
});

test('what is true, supposed, denied, or of more than one number is none', () => {
  for (const later of [
    'We have $2.5 \\cdot 4 = 10$ and $10 / 3 \\approx 3.33$ with $15 < 17$.',
    'Now 97 is prime, 91 is composite, 15 is odd, 49 is a perfect square, 7 divides 28 and 28 is divisible by 4.',
    'Now 28 is divisible by 4.',
    'Now 28 is a multiple of 7.',
    'Now 7 divides 28.',
    'If 91 is prime, we are done.',
    'It is not so that 91 is prime.',
    'Here $x + 91$ is prime, and 2, 15 is even.',
    'Here $2^{15}$ is even and $k \\cdot 15$ is even.',
    '7 divides 30 + 5, and 7 divides 3.5 of them.',
    '15 is even-handed.',
    'But 15 is even smaller than that, and now 9 is odd one out.',
    'Now 7 divides 30!, and 30 is divisible by 4 times something.',
    'Then 7 divides 30 \\cdot 7 and 7 divides 30(n + 1) and 7 divides $30 k$.',
    'Then 7 divides 30 choose 2.',
    'The sum of 3 and 5 is even, and the product of 7 and 13 is composite.',
    'The remainder by 8 is odd, and 3 of 15 is an odd share.',
  ])
    assert.equal(second('We count on.', later), null, later);
});

test('another number in place of one that the problem gives is a second error', () => {
  const was = 'There are 36 eggs in a row.';
  assert.equal(
    second(was, 'There are 38 eggs in a row.'),
    'step 2 has a second error: 38 in place of 36, which the problem gives',
  );
  const kept = 'So each of the 36 gets $12$ in all.';
  assert.match(second(was, 'There are 38 eggs in a row.', kept) ?? '', /38 in place of 36/);
  // It may follow from the error.
  assert.equal(second(was, 'There are 38 eggs in a row.', 'So each of them gets $38$ in all.'), null);
  assert.equal(second('There are 7 rows.', 'There are 8 rows.', 'So eight of them get $12$ in all.'), null);
  const dropped = rejectionOfSteps(
    consistencyCheck,
    ['So 36 of them get $11$ in all.', was, 'It is $20$.'],
    ['So a few of them get $12$ in all.', 'There are 38 eggs in a row.', 'It is $19$.'],
    { problem },
  );
  assert.equal(dropped, null, 'the step with the error had the given number, and has it no more');
  assert.equal(second('That makes $x = 36$ eggs.', 'That makes $x = 38$ eggs.'), null, 'a result');
  assert.equal(second('There are 35 left.', 'There are 38 left.'), null, 'the problem does not give it');
  assert.equal(second(was, 'There are 38 eggs in each row.'), null, 'in other words');
});
