// What replies say around their answer: the sentence that announces it, reasons, decimals and checks behind it.
import { test } from 'node:test';
import { areEqual, areUnequal } from './pairs.ts';

test('an announced sentence ends in the answer, not in what the answer is about', () => {
  areEqual([
    [
      '5, -2',
      '**Final Answer:** The values of \\(x\\) where \\(f(x) = g(x)\\) are \\(x = 5\\) and \\(x = -2\\).',
    ],
    ['5', 'Answer: The value of \\(x\\) is \\(5\\).'],
    ['2, 3', '**Answer:** The values of $x$ are $2$ and $3$.'],
    ['5', 'The answer to the question for $n=3$ is $5$.'],
    ['5', 'The answer, when $n$ is $3$, is $5$.'],
    ['5', 'The answer is $5$ because $n$ is $3$.'],
    ['5', 'Answer: 5 for n = 3.'],
    ['-1, 0, 1', 'Thus, the integer values of \\(x\\) are \\(-1, 0,\\) and \\(1\\).'],
    ['3, 1', 'The maximum of the sums is \\(\\boxed{3}\\), and the minimum of them is \\(\\boxed{1}\\).'],
  ]);
  areUnequal([
    ['3', 'The answer to the question for $n=3$ is $5$.'],
    ['1', 'The maximum of the sums is \\(\\boxed{3}\\), and the minimum of them is \\(\\boxed{1}\\).'],
  ]);
});

test('a reason behind an answer, and where it is attained, are no answers', () => {
  areEqual([
    ['13', 'The maximum value is $13$, attained at $x = 2$.'],
    [
      '13',
      'Thus, the maximum of \\(15 - \\frac{y}{x}\\) is **13**, occurring where \\(y\\) is small beside \\(x\\).',
    ],
    ['13', 'Thus, the maximum value is \\(13\\), which occurs when \\(x=2\\).'],
    ['5', 'Therefore, $x = 5$, because $x = -3$ is negative.'],
    ['5', 'Therefore, $x = 5$ since $x > 0$.'],
    ['5', 'Hence $x=5$ (as $x=-3$ is not positive).'],
    ['5', 'Hence the number of solutions is $5$ for $n = 10$.'],
    ['20', 'Therefore, 20 workers are needed to make \\(\\frac{720}{K}\\) widgets in 4 hours.'],
    ['34', 'So, she spends a total of 34 hours on yoga in 4 weeks.'],
    // The place is what was asked for.
    ['3', 'Thus $f(x) = 0$ if $x = 3$.'],
    ['7', 'The minimum is attained at x = 7.'],
    ['4', 'The train arrives in 4 hours.'],
    ['7', 'x is 5 because 2x = 10, so y = 7'],
  ]);
  areUnequal([['2', 'The maximum value is $13$, attained at $x = 2$.']]);
});

test('what an exact value is about is no answer beside it, unless the gold answer is that', () => {
  areEqual([
    ['\\frac23', 'The answer is $\\frac{2}{3}$, which is approximately $0.667$.'],
    ['\\frac23', 'The answer is $\\frac{2}{3}$ ≈ 0.667.'],
    ['\\frac23', 'So the probability is 2/3, or about 66.7%.'],
    ['\\frac23', 'So the probability is $\\frac{2}{3}$ (approximately $0.667$).'],
    ['\\sqrt2', '**Answer:** √2 (≈ 1.41)'],
    ['\\sqrt2', 'The side is $\\sqrt{2}$ cm, which is about 1.41 cm.'],
    ['\\frac13', 'So it is $\\frac{1}{3}$. As a decimal, this is $0.333$.'],
    ['1.41', 'The side is √2, which is about 1.41.'],
  ]);
  areUnequal([['1.42', 'The side is √2, which is about 1.41.']]);
});

test('a check behind an answer is not the answer', () => {
  areEqual([
    ['9', 'Thus x = 9. Checking, 9+3=12 ✓'],
    ['9', 'Therefore, $x = 9$. (Check: $9+3=12$.)'],
    ['9', 'So $x=9$.\n\n**Verification:**\n- $9 + 3 = 12$ ✓\n- The equation holds.'],
    ['9', 'Thus $x = 9$. To check, substitute: $9 + 3 = 12$, which is correct.'],
    ['9', 'Therefore the number is 9. Checking: 9 + 3 = 12, which matches the given total.'],
    // A check that finds something.
    ['9', 'Let $x = 2$. Checking, $2 + 3 = 5 \\neq 12$. So $x = 9$.'],
    ['12', 'We get $x = 9$. Checking the second case gives $x = 12$.'],
    ['9', 'We try $x = 2$. Checking gives $4$, not $5$. Trying $x = 9$ works.'],
    ['6', 'Let me check: 2 + 4 = 6'],
  ]);
  areUnequal([['12', 'Thus x = 9. Checking, 9+3=12 ✓']]);
});

test('a box with what the box before it is about does not replace it', () => {
  areEqual([
    ['\\sqrt2', '\\boxed{\\sqrt2} which is approximately \\boxed{1.41}'],
    ['\\sqrt2', '$\\boxed{\\sqrt{2}}$, or about $\\boxed{1.414}$.'],
    ['\\frac13', 'It is $\\boxed{\\frac{1}{3}} \\approx \\boxed{0.333}$'],
    ['\\sqrt2', '\\[\\boxed{\\sqrt2}\\] \\[\\approx \\boxed{1.41}\\]'],
    ['1.41', '\\boxed{√2} (approximately \\boxed{1.41})'],
    ['3', '\\boxed{\\sqrt2} approximately \\boxed{1.41}, so the answer is \\boxed{3}'],
  ]);
  areUnequal([
    ['1.42', '\\boxed{\\sqrt2} which is approximately \\boxed{1.41}'],
    ['\\sqrt3', '\\boxed{\\sqrt2} which is approximately \\boxed{1.41}'],
  ]);
});
