import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFirstError } from '../../src/critic/parse-first-error.ts';
import { statedAnswer } from '../../src/datasets/stated-answer.ts';
import { compareAnswers } from '../../src/inject/gate/answers.ts';
import { boxesIn, innermostBoxes, lastBoxed } from '../../src/mathverify/boxes.ts';
import { extractAnswer } from '../../src/mathverify/index.ts';
import { areEqual, areUnequal } from './pairs.ts';

const contents = (text: string): string[] => boxesIn(text).map(({ content }) => content);

test('boxes are found in order of opening, with balanced braces, however they are written', () => {
  assert.deepEqual(contents(String.raw`\boxed{a\{b} \fbox {\frac{1}{2}}`), [
    String.raw`a\{b`,
    String.raw`\frac{1}{2}`,
  ]);
  assert.deepEqual(contents('\\boxed\n{1} \boxed{2} \fbox{3} \\boxed 4'), ['1', '2', '3']);
  assert.deepEqual(contents(String.raw`\boxed{a \fbox{b}} {\boxed{c}`), [String.raw`a \fbox{b}`, 'b', 'c']);
  // A line break before a group is no escaped brace.
  assert.deepEqual(contents(String.raw`\boxed{\begin{array}1\\{2}\end{array}} so {`), [
    String.raw`\begin{array}1\\{2}\end{array}`,
  ]);
  assert.deepEqual(
    innermostBoxes(String.raw`\boxed{\boxed{1}} \boxed{2`).map(({ content, closed }) => [content, closed]),
    [
      ['1', true],
      ['2', false],
    ],
  );
});

test('the last box is null where it is empty, absent or cut off', () => {
  assert.equal(lastBoxed(String.raw`\boxed{1} \boxed{ x^{2} }`), 'x^{2}');
  for (const text of ['', '42', '\\boxed{}', '\\boxed{1} and \\boxed{2'])
    assert.equal(lastBoxed(text), null, text);
});

test('critics, data sets, the gate and traces read the same boxes', () => {
  for (const box of ['\\boxed{3}', '\\fbox {3}', '\\boxed\n{3}', '\boxed{3}', '\fbox{3}']) {
    const text = `It is 4, no: ${box}.`;
    assert.equal(parseFirstError(text, 5).value, 3, box);
    assert.equal(statedAnswer([text]), '3', box);
    assert.equal(compareAnswers(text, '3'), 'same', box);
    if (!/[\b\f]/.test(box)) assert.deepEqual(extractAnswer(text), { answer: 3, source: 'boxed' }, box);
  }
});

test('dollar signs around the mathematics in a box are no money', () => {
  areEqual([
    ['5.4 cents', '\\boxed{$5.4 \\text{ cents}$}'],
    ['15 cm', '\\fbox{$15$ cm}'],
    ['15\\mbox{ cm}^2', '\\boxed{$15\\mbox{ cm}^2$}'],
    ['25^{\\circ} \\mathrm{C}', 'It is \\boxed{$25^{\\circ} \\mathrm{C}$}.'],
    ['3, 4', '\\boxed{$3$ and $4$}'],
    ['\\$15', '\\boxed{$15}'],
    ['15, 20', '\\boxed{$15 and $20}'],
  ]);
  areUnequal([
    ['15 cm', '\\boxed{$15}'],
    ['15 cents', '\\boxed{$15}'],
  ]);
});

test('the sign before a box in mathematics is not passed over', () => {
  areUnequal([
    ['60', '$-\\boxed{60}$'],
    ['60', '$x = -\\boxed{60}$'],
    ['60', '$$ -\\boxed{60} $$'],
    ['60', '\\[ -\\boxed{60} \\]'],
    ['60', '$x=\\pm\\boxed{60}$'],
  ]);
  areEqual([
    ['60', '- \\boxed{60}'],
    ['60', 'We get $x=5$ - \\boxed{60}'],
    ['60', 'The answer:\n- $\\boxed{60}$'],
  ]);
});
