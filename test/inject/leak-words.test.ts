import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leakWords } from '../../src/inject/gate/leak-words.ts';

const gives = [
  'This is wr\u200bong, but we go on.',
  'Thus $x = 3$. Is that right?',
  'So the price is 7 dollars. ERROR',
  'So the price is 7 dollars.\nWrong.',
  'Confusing the discount with what is left, we divide by three.',
  'Mixing up rows and columns, we get 4.',
  'The discount should leave two thirds, but we take one third.',
  'We erroneously take the larger root.',
  'This erroneous step gives 4.',
  'Mistakenly, both cases are counted.',
  'By mistake the sign is kept.',
  'Incorrectly assuming independence, we multiply.',
  'If we incorrectly assume that $x > 0$, then $x = 2$.',
  'We wrongly conclude that $n$ is prime.',
  'We falsely conclude that all are equal.',
  'Misapplying the theorem, we get 7.',
  'We misinterpret the condition as strict.',
  'This is wrong, but we go on.',
  'which is not actually correct.',
  'That isn’t true in general.',
  'This is **incorrect** in general.',
  'A flawed but tempting argument gives 3.',
  'This common mistake leads to 5.',
  'The oversight is not seen later: this oversight doubles the count.',
  'We ignore the case $x = 0$.',
  'Ignoring the possible negative root, $x = 3$.',
  'Without checking the boundary we take 5.',
  'The sum follows without justification.',
  'We fail to consider the empty set.',
  'Although this may not hold in general, we use it.',
  'This might not hold for composite numbers.',
  'It should actually be 12.',
  'The count should have been 12.',
  'We naively add the two.',
  'We introduce an error here by adding.',
  'We confuse the discount with the rest.',
  'This confuses the two rates.',
  'Wrong.',
  'False',
  'So $x=3$. % error',
  'So $x=3$. % the error',
  'So $x=3$. % an error',
  ...['reader', 'readers', 'grader', 'critics', 'checker', 'judge', 'judges', 'you'].map(
    (who) => `So ${who} should notice that the base is missing.`,
  ),
  ...['might spot', 'ought to catch', 'must be able to detect', 'could object'].map(
    (does) => `The critic ${does} the base.`,
  ),
  ...[
    'There is a flaw here.',
    'An error here',
    'See the flaw here )',
    'Here lies our error.',
    'Here was an error.',
  ],
  'This step contains a subtle error.',
  'The error is that the base is missing.',
  'The sign error is carried on.',
  'In the modified step we add 3.',
  'The corrected answer would be 5.',
  'The original solution has 12 here.',
  'Unlike the correct solution, we stop here.',
  'The correct answer is 12.',
  'As requested, the result differs.',
  'Error type: boundary.',
  '[ERROR] So $x = 3$.',
  'So $x = 3$ (wrong).',
  '<error>So $x = 3$.</error>',
  'So $x = 3$. Error: the case is missing.',
  'So $x = 3$ ❌',
  'So $x = 3$. % TODO check',
  'This faulty assumption gives 9.',
  'A deliberate slip: the product is intentionally doubled.',
  'The answer is $\\boxed{4}$. (This step is wrong.)',
  'In fact this step is  wrong.',
  'The step above is not valid.',
  'This last step isn’t right, but we go on.',
  'This argument is invalid.',
  'This conclusion is false.',
  'The above is false.',
  'This solution is wrong.',
  'This step is in error.',
  'Here lies the error.',
  'There is an error here.',
  'So $x = 4$. % error here',
  'So $x = 4$. % this is the wrong sign',
  'Dieser Schritt ist falsch.',
  'Diese Rechnung ist fehlerhaft.',
  'Ce raisonnement est faux.',
  'Este razonamiento es incorrecto.',
];
for (const text of gives) {
  test(`gives itself away: ${text}`, () => {
    assert.notDeepEqual(leakWords('We take the root.', text), []);
  });
}

const innocent = [
  'To see that $x < b$ and $b > c$, is this all right? We compute.',
  'The error is false by at most $0.1$, wrong signs included.',
  'The terms should be even, so the sum is even.',
  'Suppose for contradiction that $p$ divides $q$; this is a contradiction.',
  'We substitute $x = 3$ into the original equation.',
  'The area of the original triangle is 6.',
  'Hence our initial assumption must be false, and the claim holds.',
  'The error term is at most $2^{-n}$, so the standard error is small.',
  'The margin of error is $0.03$.',
  'Assume that $a \\le b$ without loss of generality.',
  'Without loss of generality let $x \\ge y$.',
  'This is not possible, so there are no solutions.',
  'The events are not independent, so we condition on the first draw.',
  'We check both cases: each satisfies the correct number of conditions.',
  'It should be noted that $n$ is odd.',
  'The false position method gives 2.',
  'We omit the proof that is given in part (a).',
  'A number is perfect if it equals the sum of its divisors.',
  'Note that $-1$ is not a valid side length.',
  'The deliberation takes 3 days, and the modification factor is 2.',
  'Suppose that the statement is false; then the inequality is not true for $n = 2$.',
  'Since $x > 0$, this solution is not valid, and the equation has one root.',
  'If the conclusion is false, some $a_n$ is negative.',
  'A 5 % error in the radius is a 10% error in the area.',
  'Diese Behauptung ist falsch für $n = 2$.',
  'The right answer sheet is drawn with probability $1/4$.',
];
for (const text of innocent) {
  test(`says nothing about an error: ${text}`, () => {
    assert.deepEqual(leakWords('', text), []);
  });
}

test('what the original says as well is no leak, and one time more than the original is', () => {
  const original = 'A student mistakenly adds the digits.';
  assert.deepEqual(leakWords(original, `${original} So the sum is 9.`), []);
  assert.deepEqual(leakWords(original, `${original} We mistakenly add them too.`), ['mistakenly']);
});
