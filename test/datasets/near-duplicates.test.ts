// Duplicates are found as people mean them: whatever the notation, and not where a number or the question is another.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unique } from '../../src/datasets/quality/duplicates.ts';
import { problemForm } from '../../src/datasets/quality/problem-form.ts';
import { createProblemIndex } from '../../src/datasets/quality/problem-index.ts';
import { syntheticRecords } from '../../src/datasets/synthetic.ts';
import { processorMs } from '../support/processor-time.ts';
import { testData } from '../support/test-data.ts';
import { described, isLetThrough, judged, publishedProblems } from './pair-results.ts';
import { otherDress, otherProblem, pairsOf, sameProblem, variants } from './problem-pairs.ts';
import { wordProblems } from './word-problems.ts';

const problems = [
  ...wordProblems,
  ...[...syntheticRecords({ count: 300, seed: 24 })].map(({ problem }) => problem),
];

test('of 1,000 hidden duplicates and 1,000 look-alikes, at least 98 % are told apart', (t) => {
  const same = pairsOf(problems, { ...sameProblem, ...otherDress }, { count: 1000, seed: 1 });
  const different = pairsOf(problems, otherProblem, { count: 1000, seed: 2 });
  assert.deepEqual([same.length, different.length], [1000, 1000]);
  const { recall, precision, missed, dropped } = judged(same, different);
  t.diagnostic(`recall ${recall.toFixed(4)}, precision ${precision.toFixed(4)}`);
  assert.ok(recall >= 0.98, described(missed));
  assert.ok(precision >= 0.98, described(dropped));
});

test('the same holds for problems of published datasets', (t) => {
  const published = publishedProblems();
  if (published === null) {
    t.skip(`${testData}/data is absent: no published problem was compared`);
    return;
  }
  const same = pairsOf(published, { ...sameProblem, ...otherDress }, { count: 1000, seed: 3 });
  const different = pairsOf(published, otherProblem, { count: 1000, seed: 4 });
  const { recall, precision, missed, dropped } = judged(same, different);
  t.diagnostic(`recall ${recall.toFixed(4)}, precision ${precision.toFixed(4)}`);
  assert.ok(recall >= 0.98, described(missed));
  assert.ok(precision >= 0.98, described(dropped));
});

test('with other numbers a problem is a variant whatever else was changed, in each of 1,000 cases', () => {
  const pairs = pairsOf(problems, variants, { count: 1000, seed: 5 });
  assert.equal(pairs.length, 1000);
  const through = pairs.filter(isLetThrough);
  assert.equal(through.length, 0, described(through));
});

test('one index finds the copy of each problem among all others', () => {
  const index = createProblemIndex('near');
  for (const problem of problems) index.add(problemForm(problem));
  const same = pairsOf(problems, sameProblem, { count: 1000, seed: 6 });
  const missed = same.filter(({ other }) => !index.has(problemForm(other), 'near', 0.8));
  assert.ok(missed.length <= 20, described(missed));
});

test('what copies of published problems differ in, and what sets alike problems apart', () => {
  const isSame = (one: string, other: string): boolean => {
    const check = unique({ kind: 'near' });
    check.reason({ id: 'one', problem: one });
    return check.reason({ id: 'other', problem: other }) !== null;
  };
  const grid = (who: string, colours: string): string =>
    `${who} has a $3 \\times 4$ grid of dots. She colors each dot ${colours}. Compute the number of ways ${who} can color the grid such that no rectangle has vertices of the same color.`;
  assert.ok(isSame(grid('Dora', 'red or blue'), grid('Betty', 'red or blue')));
  assert.ok(!isSame(grid('Dora', 'red, blue, or dark gray'), grid('Betty', 'either red or maroon')));
  const system = (begin: string, end: string): string =>
    `Determine all triples of real numbers that satisfy the following ${begin} xy + z &= 2 \\\\ yz + x &= 2 \\lor x = 1 ${end}`;
  assert.ok(
    isSame(
      system('$$\\begin{aligned}', '\\end{aligned}$$'),
      system('\\begin{align*}', '\\end{align*}').replace('\\lor', '\\vee'),
    ),
  );
  const sum = (bounds: string, most: string): string =>
    `Let $x_1, \\ldots, x_9$ be nonnegative numbers with $x_i + x_{i+1} \\le 1$. Find the ${most} value of $\\sum${bounds} x_i x_{i+2}$.`;
  assert.ok(isSame(sum('_{i=1}^{9}', 'maximal'), sum('^{9}_{i=1}', 'maximum').replace('nonneg', 'non-neg')));
  assert.ok(!isSame(sum('_{i=1}^{9}', 'maximal'), sum('_{i=1}^{9}', 'minimal')));
  const fruit = (asked: string): string =>
    `A stall sells 12 apples and some oranges before noon, and twice as many oranges as apples after noon. In all 50 pieces were sold. How many ${asked} were sold before noon?`;
  assert.ok(!isSame(fruit('apples'), fruit('oranges')));
  const figure = (side: number): string =>
    `What is the area of the shaded region in the figure below? [asy] draw((0,0)--(${side},0)--(2,3)--cycle); [/asy]`;
  assert.ok(!isSame(figure(4), figure(7)));
  assert.ok(isSame(figure(4), figure(4).replace(/ \[asy\].*/, '')));
});

test('a hostile problem of 100,000 characters is put into its form in time that grows with its length', () => {
  for (const unit of ['[asy]', '(A) x (B) ', 'XX OM - ', 'Please give ', '<p ', '$a$ and ']) {
    const problem = unit.repeat(100_000 / unit.length);
    // Some 50 ms each; the squares of their lengths took 2 to 6 s.
    const limit = 1500;
    const spent = processorMs(() => problemForm(problem), limit);
    assert.ok(spent < limit, `${unit}: ${spent} ms`);
  }
});
