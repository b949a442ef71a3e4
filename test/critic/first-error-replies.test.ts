// Replies beyond the golden file: those that look like an index or like "no error" and are not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFirstError } from '../../src/critic/parse-first-error.ts';

const value = (reply: string): number | null => parseFirstError(reply, 8).value;

test('a hyphen, a subtraction and a range are never read as "no error"', () => {
  for (const reply of [
    '\\boxed{paragraph-1}',
    '\\boxed{5-3}',
    '\\boxed{-1-3}',
    '\\boxed{2, -1}',
    '\\boxed{2 - }',
  ]) {
    assert.equal(value(reply), null, reply);
  }
});

test('an index with words around it is read only if they are known ones', () => {
  assert.equal(value('\\boxed{\\text{Paragraph } 4}'), 4);
  assert.equal(value('\\boxed{<paragraph_4>}'), 4);
  assert.equal(value('\\boxed{\\text{paragraphs 2 and 5}}'), 2);
  for (const reply of [
    '\\boxed{x_2}',
    '\\boxed{2nd}',
    '\\boxed{2.5}',
    '\\boxed{1,000}',
    '\\boxed{1e0}',
    '\\boxed{2 or 3}',
  ]) {
    assert.equal(value(reply), null, reply);
  }
});

test('digits and signs of full width are read as others are, and not by the strict reading', () => {
  const { value: read, strict } = parseFirstError('第2段有错误。\\boxed{２}', 8);
  assert.deepEqual([read, strict], [2, null]);
  assert.equal(value('\\boxed{－１}'), -1);
  assert.equal(value('\\boxed{１９}'), null);
  assert.equal(value('Answer: ３'), 3);
});

test('a number of errors is no index', () => {
  for (const reply of [
    '\\boxed{3 errors}',
    '\\boxed{0 errors}',
    '\\boxed{\\text{1 error found}}',
    '\\boxed{errors: 2}',
    '\\boxed{number of mistakes: 2}',
    'Answer: 3 errors',
  ]) {
    assert.equal(value(reply), null, reply);
  }
  assert.equal(value('\\boxed{first error: 3}'), 3);
  assert.equal(value('\\boxed{errors in paragraphs 2 and 5}'), 2);
  assert.equal(value('\\boxed{paragraph 3 error}'), 3);
});

test('"no error" beside an index is no verdict', () => {
  assert.equal(value('\\boxed{\\text{no error in paragraph } 2}'), null);
  assert.equal(value('\\boxed{\\text{no error, } -1}'), -1);
});

test('words that hedge, cut short or take back are not "no error"', () => {
  for (const reply of [
    'I found no errors in the first half.',
    'There are no errors, but paragraph 3 is unclear.',
    'I found no errors in the solution. On a second look the sign is wrong.',
    'If there are no errors in the solution, the answer holds.',
    'The first error is in paragraph 3. There are no errors in the solution.',
  ]) {
    assert.equal(value(reply), null, reply);
  }
});

test('a box that the text behind it takes back is no verdict, and one that it explains is', () => {
  for (const reply of [
    '\\boxed{-1}\n\nCorrection: paragraph 3 is wrong.',
    '\\boxed{-1}. Sorry, I made a mistake: step 3 is incorrect.',
    '\\boxed{-1}. Wait. Paragraph 3 has an error.',
    '\\boxed{-1} **On second thought**, there is a mistake in paragraph_3.',
    '\\boxed{4}. However, paragraph 2 has an error.',
  ]) {
    assert.equal(value(reply), null, reply);
    assert.equal(parseFirstError(reply, 8).strict, reply.includes('{4}') ? 4 : -1);
  }
  for (const [reply, is] of [
    ['\\boxed{-1}. However, paragraph 3 could have been shorter.', -1],
    ['\\boxed{-1}. Paragraph 3 looks wrong at first.', -1],
    ['\\boxed{-1}. However, there is no error in paragraph 3.', -1],
    ['\\boxed{-1}. Actually, paragraph 3 is not wrong.', -1],
    ['\\boxed{4}. However, paragraph 6 has an error too.', 4],
    ['\\boxed{4}. Paragraph 2 has a mistake in its layout.', 4],
    ['Wait, paragraph 3 is wrong. No: \\boxed{-1}', -1],
  ] as const)
    assert.equal(value(reply), is, reply);
});

test('two different verdicts in words are none, and a doubtful one is none', () => {
  assert.equal(value('The first error is in paragraph 3. No, the first error is in paragraph 4.'), null);
  assert.equal(value('I do not think that the first error is in paragraph 3.'), null);
  assert.equal(value('Paragraph 3 contains the first error. So:\n**Answer:** 3'), 3);
});

test('reasoning without an opening tag, and after an answer that never came, is not read', () => {
  assert.equal(value('maybe \\boxed{1}\n</think>\n\\boxed{5}'), 5);
  assert.equal(value('<think>\\boxed{1} <think> \\boxed{2}</think> \\boxed{3} </think> \\boxed{4}'), 4);
  assert.equal(value('\\boxed{1} <think> but wait'), null);
});

test('the strict reading takes the last box as it is', () => {
  const strict = (reply: string): number | null => parseFirstError(reply, 8).strict;
  assert.equal(strict('\\boxed{1} \\boxed{ +2 }'), 2);
  assert.equal(strict('\\boxed{02}'), 2);
  assert.equal(strict('\\boxed{-0}'), 0);
  for (const reply of [
    '\\boxed{1} \\boxed{two}',
    '\\boxed{1_0}',
    '\\boxed{8}',
    '\\boxed{٣}',
    '\\boxed{2.0}',
    '\\boxed{2abc}',
  ]) {
    assert.equal(strict(reply), null, reply);
  }
});

test('JSON that is written less strictly is read where its name means nothing but the first error', () => {
  assert.equal(value('```json\n{"first_error": 3,}\n```'), 3);
  assert.equal(value("{'earliest_error': -1}"), -1);
  assert.equal(value('{"steps": [{"index": 0, "correct": false}, {"index": 1}],}'), null);
});
