// Answers that break off behind an operator or a relation: the value before it is not the answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '../../src/mathverify/index.ts';
import { areEqual } from './pairs.ts';

test('an operator or a relation that nothing follows leaves no answer', () => {
  const ends = ['=', '= ?', '*', '·', '×', '+', '-', '/', '^', '<', '>', '≤', '≈', '±', '\\times', '\\le'];
  for (const value of ['5', '5!', '3.5', '2 + 3', '1,000'])
    for (const end of ends)
      for (const text of [
        `${value} ${end}`,
        `$${value} ${end}$`,
        `\\boxed{${value} ${end}}`,
        `The answer is ${value} ${end}`,
        `We count the pairs one by one until each of them was seen, and get ${value} ${end}`,
      ])
        assert.equal(parse(text).value, null, text);
  for (const text of ['5*', '$5*$', '\\boxed{5*}', '(5)*', 'x*', 'x*y*', 'The answer is 5*', 'x = 5 ='])
    assert.equal(parse(text).value, null, text);
});

test('stars of Markdown around an answer are no times signs', () => {
  areEqual([
    ['5', '*5*'],
    ['5', '**5**'],
    ['5', '5**'],
    ['5', '*The answer is 5*'],
    ['5', '- *Answer: 5.*'],
    ['x+1', '*The answer is x+1*'],
    ['x+1', '**Answer: x+1**'],
    ['12', '3*4'],
    ['\\mathbb{R}^*', '$\\mathbb{R}^*$'],
  ]);
});
