import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { splitPieces, splitSteps } from '../../src/datasets/split-steps.ts';
import { readInput } from '../../src/storage/input.ts';
import { anyText } from '../support/any-text.ts';
import { processorMs } from '../support/processor-time.ts';
import { testData } from '../support/test-data.ts';

for (const [name, text, steps] of [
  ['paragraphs', 'A.\n\nB c.\n \nD.', ['A.', 'B c.', 'D.']],
  ['paragraphs with \\r\\n', 'A.\r\n\r\nB.', ['A.', 'B.']],
  ['numbered lines', '1. Add.\n2. Take\naway.\n3) Stop.', ['1. Add.', '2. Take\naway.', '3) Stop.']],
  ['steps by name', 'Step 1: Add.\nStep 2: Stop.', ['Step 1: Add.', 'Step 2: Stop.']],
  ['a count that starts again', '1. A.\n2. B.\n1. C.\n2. D.', ['1. A.', '2. B.', '1. C.', '2. D.']],
  ['lines', 'A is 1\nB is 2', ['A is 1', 'B is 2']],
  ['sentences', 'We get 3.5 kg. Then we stop. So done.', ['We get 3.5 kg.', 'Then we stop.', 'So done.']],
  [
    'sentences that end inside a formula',
    'So $x = 3.$ Then \\[y = 4.\\]We stop.',
    ['So $x = 3.$', 'Then \\[y = 4.\\]', 'We stop.'],
  ],
  ['Chinese sentences', '先加一。再减二。', ['先加一。', '再减二。']],
] as const) {
  test(`cuts ${name}`, () => assert.deepEqual(splitSteps(text), steps));
}

for (const [name, text] of [
  ['a decimal', 'We take 3.14 for it'],
  ['display mathematics', 'So $$x\n\ny$$'],
  ['brackets', 'So \\[\n1. x\n\n2. y\n\\]'],
  ['an environment', 'So \\begin{align*}\nx\n\ny\n\\end{align*}'],
  ['nested environments', '\\begin{cases}\\begin{array}{c}x\n\ny\\end{array}\n\nz\\end{cases}'],
  ['a drawing', 'See [asy]\ndraw(a);\n\ndraw(b);\n[/asy]'],
  ['code', 'See ```\na\n\nb\n```'],
  ['an abbreviation', 'See Fig. A, i.e. Euler, cf. Gauss'],
] as const) {
  test(`never cuts ${name}`, () => assert.deepEqual(splitSteps(text), [text]));
}

test('a formula of its own belongs to the sentence it ends, a heading to what it heads', () => {
  assert.deepEqual(splitSteps('We have\n\n\\[x=1\\]\n\nwhere $x$ is small.\n\nSo done.'), [
    'We have\n\n\\[x=1\\]\n\nwhere $x$ is small.',
    'So done.',
  ]);
  assert.deepEqual(splitSteps('### First part\n\nAdd.\n\n---\n\nStop.'), [
    '### First part\n\nAdd.\n\n---',
    'Stop.',
  ]);
});

test('the sign that a proof is done belongs to the last step', () => {
  assert.deepEqual(splitSteps('We add.\n\nSo done.\n\n$\\blacksquare$'), [
    'We add.',
    'So done.\n\n$\\blacksquare$',
  ]);
});

test('a formula after a sentence that has ended is a step', () => {
  assert.deepEqual(splitSteps('We add.\n\n$2 + 2 = 4$.\n\nSo done.'), [
    'We add.',
    '$2 + 2 = 4$.',
    'So done.',
  ]);
});

test('an opener that nothing closes protects nothing, and the rest stays protected', () => {
  assert.deepEqual(splitSteps('It costs $5.\n\nThen \\[x\n\ny\\] more.'), [
    'It costs $5.',
    'Then \\[x\n\ny\\] more.',
  ]);
  assert.deepEqual(splitSteps('\\begin{x} A.\n\nB. \\]\n\nC.'), ['\\begin{x} A.', 'B. \\]', 'C.']);
  assert.deepEqual(
    splitSteps('A \\\\[2pt] b.\n\nC.'),
    ['A \\\\[2pt] b.', 'C.'],
    'a line break opens nothing',
  );
});

test('a blank text has no steps', () => assert.deepEqual([splitSteps(''), splitSteps(' \n ')], [[], []]));

const unit = fc.constantFrom(
  ...[
    'a',
    'B',
    '1',
    '.',
    ' ',
    '\n',
    '\n\n',
    '\r\n',
    '$',
    '$$',
    '\\',
    '\\[',
    '\\]',
    '\\(',
    '\\)',
    '1. ',
    '2. ',
    ':',
  ],
  ...['\\begin{x}', '\\end{x}', '```', '[asy]', '[/asy]', '# H', '<img>', '，', '。', '\ud83d'],
);

test('pieces joined are the text, to the letter, and steps lose only white space at their ends', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit, maxLength: 60 }), anyText()), (text) => {
      const pieces = splitPieces(text);
      assert.equal(pieces.join(''), text);
      assert.deepEqual(
        splitSteps(text),
        pieces.map((piece) => piece.trim()).filter((piece) => piece !== ''),
      );
      assert.equal(pieces.length > 1 && pieces.every((piece) => piece.trim() === ''), false);
    }),
    { numRuns: 500 },
  );
});

test('takes time in proportion to the text, whatever is in it', () => {
  for (const hostile of [
    '\\[',
    '$ ',
    '\\begin{x}',
    '\\end{x}',
    '.\n',
    '1. a\n',
    '\\',
    '[asy]',
    '**',
    '  ',
    '\n',
    '$a',
  ]) {
    const spent = processorMs(() => void splitPieces(hostile.repeat(100_000)), 3000);
    assert.ok(spent < 3000, `${JSON.stringify(hostile)}: ${spent} ms`);
  }
});

test('real solutions come back to the letter', async (t) => {
  const root = `${testData}/data`;
  if (!existsSync(root)) {
    t.skip(`${root} is absent: no real solution was cut`);
    return;
  }
  let count = 0;
  for (const file of [
    'numinamath/numinamath_subset_raw.json',
    'omnimath/omni_math_rule.jsonl',
    'math/math500_test.jsonl',
  ]) {
    for await (const group of readInput(`${root}/${file}`, { onBad: () => assert.fail() })) {
      for (const { solution } of group) {
        assert.equal(splitPieces(String(solution)).join(''), solution);
        count += 1;
      }
    }
  }
  t.diagnostic(`${count} solutions`);
});
