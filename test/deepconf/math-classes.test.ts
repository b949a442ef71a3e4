// `vote --answers math`: answers that differ by a sign, a unit, a step or a base are classes of their own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mathClasses, rightClasses } from '../../src/deepconf/math-classes.ts';

function classesOf(...answers: string[]): number[] {
  return [...mathClasses(answers).of];
}

test('answers that differ only where traps are do not share a class', () => {
  assert.deepEqual(classesOf('|x^2-4|', 'x^2-4', '|4-x^2|'), [0, 1, 0]);
  assert.deepEqual(classesOf('\\lfloor x\\rfloor+1', '\\lceil x\\rceil', '1+\\lfloor x\\rfloor'), [0, 1, 0]);
  assert.deepEqual(classesOf('\\gcd(n,6)', '1', '\\gcd(6,n)'), [0, 1, 0]);
  assert.deepEqual(classesOf('\\max(x,y)', 'x', '\\max(y,x)'), [0, 1, 0]);
  assert.deepEqual(classesOf('5\\text{ cm}', '5\\text{ m}', '0.05\\text{ m}', '50\\text{ mm}'), [0, 1, 0, 0]);
  assert.deepEqual(classesOf('123_4', '123_5', '27'), [0, 1, 0]);
  assert.deepEqual(classesOf('5 thousand', '5', '5000'), [0, 1, 0]);
  assert.deepEqual(classesOf('15 toys', '15', '15xy'), [0, 0, 1]);
});

test('an answer that is undecided beside all others is a class of its own and joins none', () => {
  const sum = '\\sum_{k=1}^\\infty \\frac{1}{k(k+1)}';
  assert.deepEqual(
    classesOf('1', sum, '2', sum.replace('\\infty', '{\\infty}'), '\\frac22'),
    [0, 1, 2, 1, 0],
  );
  assert.deepEqual([...rightClasses(mathClasses(['1', sum]), '1')], [1, 0]);
});

test('the class of a right answer is right, and only that', () => {
  const classes = mathClasses(['|x|', 'x', '\\sqrt{x^2}']);
  assert.deepEqual([...classes.of], [0, 1, 0]);
  assert.deepEqual([...rightClasses(classes, '|x|')], [1, 0]);
});
