// Problems in many words and in few, written for these tests.

export const wordProblems: readonly string[] = [
  'A baker sells 14 loaves each morning and 9 more in the afternoon at 3 dollars each. How much does she take in a week of 6 days?',
  'Find the largest integer $n$ such that $n^2 + 5n \\le 300$ and $n$ is not a multiple of $4$.',
  'Let $ABC$ be a triangle with $AB = 13$, $BC = 14$ and $CA = 15$. Find the area of the circle that touches all three sides.',
  'How many four-digit numbers have digits with a sum of 9 and no digit equal to 0?',
  'Marta has 24 stamps. She gives a third of them to Jonas and then buys 7 more stamps at the market. How many stamps does Marta have now?',
  'Determine all real numbers $x$ for which $\\frac{x+1}{x-2} + \\frac{3}{x} = 4$.',
  'A fair die is thrown 5 times. What is the probability that the largest number thrown is exactly 4?',
  'Let $f(x) = x^3 - 6x + 2$. Find the sum of the squares of the three roots of $f$.',
  'A tank holds 480 litres. One pipe fills it in 6 hours and a second pipe empties it in 8 hours. How long does it take to fill the tank when both are open?',
  'Suppose that $a$, $b$ and $c$ are positive real numbers with $a + b + c = 12$. Find the maximum of $a^2 b c$.',
  'What is the remainder when $7^{100}$ is divided by $13$?',
  'Two trains leave towns that are 350 km apart at the same time and meet after 2 hours. One of them is 15 km per hour faster. How fast is the slower train?',
  'For how many integers $k$ with $1 \\le k \\le 200$ is $\\gcd(k, 30) = 1$?',
  'The sequence $a_1, a_2, \\ldots$ satisfies $a_1 = 2$ and $a_{n+1} = 3a_n - 1$ for all $n \\ge 1$. Compute $a_8$.',
];
