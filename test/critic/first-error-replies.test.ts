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

test('objects that contradict each other are no verdict, and one that corrects another is', () => {
  const two = (between: string) => value(`{"first_error": 3}${between}{"first_error": 5}`);
  assert.equal(two('\n'), null);
  assert.equal(two('\nWait, paragraph 3 is right.\n'), 5);
  assert.equal(
    value('```json\n{"first_error": 3}\n```\nThe same again:\n```json\n{"first_error": 3}\n```'),
    3,
  );
  for (const reply of [
    '{"first_error": 3}\n{"first_error": -1}',
    '{"first_error": 3, "first_error": 5}',
    '{"index": 0, "correct": true}\n{"index": 1, "correct": false}\n{"index": 2, "correct": true}',
    '{"index": 2, "correct": true}',
    '{"has_error": false, "first_error": 4}',
    '{"has_error": "yes", "first_error": -1}',
    '{"first_error": 5}\nActually, the first error is in paragraph 2.',
  ]) {
    assert.equal(value(reply), null, reply);
  }
  assert.equal(value('{"index": 2, "correct": false}'), 2);
  assert.equal(value('{"index": -1, "correct": true}'), -1);
  assert.equal(value('{"first_error": null, "has_error": false}'), -1);
  assert.equal(value('{"first_error": null}'), null);
});

test('a box that what follows takes back, denies or contradicts is no verdict', () => {
  for (const behind of [
    'Wait, let me look at paragraph 4 again. 3 * 4 = 13 is wrong.',
    'I take that back.',
    'Wait, no. It should be 6.',
    'Actually, I made a mistake.',
    'Actually, there is no error.',
    'Correction: the index is 1.',
    'The first error is in paragraph 6.',
    '{"first_error": 6}',
    'Answer: 5',
    'is not the answer.',
  ]) {
    const index = behind.includes('paragraph 4') ? -1 : 2;
    assert.equal(value(`\\boxed{${index}} ${behind}`), null, behind);
  }
  assert.equal(value('It is not \\boxed{4}.'), null);
  assert.equal(value('\\boxed{3} or \\boxed{5}'), null);
  assert.equal(value('\\boxed{3} and \\boxed{5}'), 3);
  for (const behind of [
    'The product should be 24. This is wrong.',
    'Paragraph 2 says 2 + 2 = 5. It should be 4.',
    'Explanation: the author made a mistake.',
    '**Paragraph 4**\nNo errors.',
    'The answer should be 12.',
  ])
    assert.equal(value(`\\boxed{2}\n\n${behind}`), 2, behind);
  assert.equal(value('\\boxed{-1}. However, look at paragraph 3. Is it wrong? No.'), -1);
});

test('the box of the solution that a reply quotes last is no verdict', () => {
  for (const reply of [
    'The solution concludes with $\\boxed{4}$.',
    'Paragraph 7 states that the answer is \\boxed{4}. I agree.',
    'All is fine, and the final answer $\\boxed{4}$ is correct.',
    'My answer is \\boxed{2}. (The solution ended with \\boxed{3}.)',
  ])
    assert.equal(value(reply), null, reply);
  for (const reply of [
    'Paragraph 7 states \\boxed{5}. The first error is in \\boxed{4}.',
    'Paragraph 4 states 2 + 2 = 5, so the index is \\boxed{4}.',
    'Paragraph 4 gives a wrong sum, which is the earliest error: \\boxed{4}',
    'The earliest error of the solution is in paragraph \\boxed{4}.',
  ])
    assert.equal(value(reply), 4, reply);
});

test('a place that is one of two, or counted in two ways, is no verdict', () => {
  for (const place of ['3 or 5', '3 or paragraph 5', '3, or possibly 2', '3 (index 2)', '3/5'])
    assert.equal(value(`The first error is in paragraph ${place}.`), null, place);
  assert.equal(value('The first error is in paragraph 3? No.'), null);
  assert.equal(value('The first error is in paragraph 3, where 5 is added.'), 3);
});

test('"no error" said of a part, asked, or beside a part that is wrong, is not "no error"', () => {
  for (const reply of [
    '**Paragraph 3**\nThe calculation is incorrect.\n\n**Paragraph 4**\nNo errors found.',
    '### Paragraph 7\nNo errors.',
    'Paragraph 3 is wrong. No errors.',
    'No errors?',
  ])
    assert.equal(value(reply), null, reply);
  assert.equal(value('Paragraph 3 is right.\n\nSo there are no errors.'), -1);
});

test('a bare number and a label with an underscore are read', () => {
  assert.deepEqual(['3', '-1', '3.', '**3**', 'first_error: 3'].map(value), [3, -1, 3, 3, 3]);
  assert.deepEqual(['12', '2.5', 'Not found', '3 errors', '1/2'].map(value), Array(5).fill(null));
});

test('reasoning with attributes, of other models and in channels without a final one is not read', () => {
  for (const reply of [
    '<think budget="3">\\boxed{1}',
    '<seed:think>\\boxed{1}',
    '<|START_THINKING|>\\boxed{1}',
    '<|channel|>analysis<|message|>\\boxed{1}',
    'analysisWe look at paragraph 1. \\boxed{1}',
  ])
    assert.equal(value(reply), null, reply);
  for (const reply of [
    '<seed:think>\\boxed{1}</seed:think>\\boxed{4}',
    '<|START_THINKING|>\\boxed{1}<|END_THINKING|>\\boxed{4}',
    'analysisMaybe \\boxed{1}assistantfinal\\boxed{4}',
    'analysis of the paragraphs: \\boxed{4}',
  ])
    assert.equal(value(reply), 4, reply);
});

test('whole sentences of other languages are verdicts, and nothing between the lines', () => {
  for (const [reply, index] of [
    ['Absatz 1 stimmt. Der erste Fehler ist in Absatz 2.', 2],
    ['**Der früheste Fehler liegt in Absatz_3.**', 3],
    ['Index des ersten Fehlers: -1', -1],
    ['La première erreur se trouve dans le paragraphe 2.', 2],
    ["L'indice de la première erreur est 4.", 4],
    ['El primer error está en el párrafo 0', 0],
    ['段落1是对的。第一个错误出现在段落2中。', 2],
    ['Kein Fehler.', -1],
    ['La solution ne contient aucune erreur.', -1],
    ["Il n'y a pas d’erreur.", -1],
    ['No hay errores.', -1],
    ['该解答没有错误。', -1],
  ] as const) {
    assert.equal(value(reply), index, reply);
  }
  for (const reply of [
    'Der erste Fehler ist im 2. Absatz.',
    '第一个错误出现在第2段。',
    'Der erste Fehler ist in Absatz 2. Nein, schon Absatz 1 ist falsch.',
    'Ist der erste Fehler in Absatz 2?',
    'Absatz 2 ist falsch. Es gibt keine Fehler.',
    'Es gibt keine Fehler in Absatz 1.',
    'No hay errores en el párrafo 1.',
    'Réponse : 2',
    '\\boxed{2}\nDer erste Fehler ist in Absatz 3.',
    'El primer error está en el párrafo 9.',
    'The first error is in paragraph 1.\nDer erste Fehler ist in Absatz 2.',
  ]) {
    assert.equal(value(reply), null, reply);
  }
});
