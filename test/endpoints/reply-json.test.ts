// The reader of model replies on replies that nobody thought of: it gives back what was written, or nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readObject } from '../../src/endpoints/reply-json/object-in-reply.ts';
import { readChoice } from '../../src/endpoints/reply-json/reply-choice.ts';
import { readInjectReply } from '../../src/inject/reply.ts';
import { families } from '../fixtures/replies/families.ts';
import { processorMs } from '../support/processor-time.ts';
import { repetitions } from '../support/thorough.ts';

const pieces = [
  'Let $x = 3$.',
  'So $\\frac{1}{2} \\times 4 = 2$,',
  'and $\\nu \\neq 2$',
  '\\(\\theta \\to 0\\)',
  '$\\nabla f \\not= 0$',
  'as $a \\ne b$ and $n \\notin S$.',
  '\\[ \\sum_{k=1}^{n} k \\]',
  '$\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}$',
  '$\\begin{cases} x, & x > 0 \\\\ -x, & x \\le 0 \\end{cases}$',
  '\nu is a unit.',
  '\nNow $e^x > 0$.',
  '\ni.e. nothing.',
  '\nless than that',
  'He says "two" and goes.',
  "It's the same, isn't it?",
  '$\\{1, 2\\}$ is $\\rho$-free',
  '\\textbf{bold} $\\text{if } x$',
  '$5\\%$ of $\\$6$',
  '$\\left( \\binom{5}{2} \\right)$',
  '$\\tan x = \\tau$',
  'a } brace { in prose',
  'http://a.b/c # not a comment // nor this',
  '$\\bar{x} \\bmod 3$',
  '集合',
];
const text = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
  .map((list) => list.join(' ').trim());
const habits = Object.values(families).flat();

test('whatever is written by whatever habit is read as it was, or not at all', () => {
  let [read, all] = [0, 0];
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 3 }),
      text,
      fc.constantFrom(...habits),
      fc.boolean(),
      (steps, before, habit, known) => {
        const whole = [...steps, before].join('\n');
        if (habit.not?.test(whole) === true) return;
        const value = {
          target_step: 2,
          error_steps: [2],
          steps: steps.map((one, at) => ({ step: 2 + at, text: one })),
          final_answer: '7',
          explanation: before,
        };
        const found = readInjectReply(habit.reply(value), known ? whole : before);
        all += 1;
        if (found.kind !== 'proposal') return;
        read += 1;
        assert.deepEqual(found.proposal.steps, steps, habit.name);
        assert.equal(found.proposal.finalAnswer, '7');
        assert.ok([before, null].includes(found.proposal.explanation), habit.name);
      },
    ),
    { numRuns: repetitions(600, 6000), seed: 22 },
  );
  assert.ok(read > 0.8 * all, `${read} of ${all}`);
});

test('any valid JSON without LaTeX is read as JSON.parse reads it', () => {
  const words = fc.string({ unit: fc.constantFrom(...'ab "{}[]:,\n\'/#0.é') });
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      words,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(fc.string({ unit: fc.constantFrom(...'abc_'), minLength: 1 }), tie('tree'), {
        maxKeys: 3,
      }),
    ),
  }));
  fc.assert(
    fc.property(tree, fc.boolean(), (inner, spaced) => {
      const value = { key: inner };
      const reply = JSON.stringify(value, null, spaced ? 2 : 0);
      const read = readObject(reply, { fields: { key: [] } });
      assert.ok('value' in read, reply);
      assert.deepEqual(read.value, JSON.parse(reply));
    }),
    { numRuns: repetitions(400, 3000), seed: 22 },
  );
});

test('a cut reply is read only where every step and the answer are in it, wherever it was cut', () => {
  const value = {
    target_step: 2,
    steps: [
      { step: 2, text: 'So $\\frac{1}{2}$, and "so".' },
      { step: 3, text: 'Thus 7.' },
    ],
    final_answer: '7',
    explanation: 'It is "7" twice.',
  };
  for (const habit of habits.filter(({ name }) => !/forgotten|twice|function/.test(name))) {
    const reply = habit.reply(value);
    for (let at = 0; at < reply.length; at += 1) {
      const found = readInjectReply(reply.slice(0, at));
      if (found.kind !== 'proposal') continue;
      // All steps and the answer are there; of the rest only whole fields may be missing.
      assert.match(reply.slice(0, at), /final/i, `${habit.name} at ${at}`);
      assert.equal(found.proposal.finalAnswer, '7');
      assert.deepEqual(found.proposal.steps.length, 2);
    }
  }
});

const units = [
  ...['{', '}', '{}', '{"', '"', '\\', '[', ']', '/*', '{/*', '{//', '//', '# ', '`', '```\n', '```json\n{'],
  ...['{"a":', '{"a":1', '{"a":"', '{"a":"b",', '{"a":"b"', '{a:', '{a:1', '{a:1}', '{"a":[', '{"a":[{'],
  ...["{'a':'", '{"a":"\\', '{"a":"\\n', '{"a":"\\"', '{“a”:“', '"""', '{"""', ' ', '\n', '\u00a0', '",'],
  ...['<think>', '<think>{', '</think>', '<|channel|>final<|message|>', 'wrong: ', '<wrong>A', '.', '**'],
  ...['{"steps":"\\begin{matrix}\\\\', '\\begin{array}', '\\neq ', '\\nabla ', '$\\t', '\\\\', '\\u0000'],
];
const wrappers = [
  ['', ''],
  ['{"wrong":["', '"]}'],
  ['{"target_step": 1, "steps": ["', '"], "final_answer": "3"}'],
  ['{"wrong": "', '.x"}'],
] as const;
/** The last takes as long as all others: in the thorough run. */
const sizes = [10_000, 100_000, 1_000_000, 4_000_000].slice(0, repetitions(3, 4));
/** What repeats itself is not all: neighbours of other kinds. */
const nasty = fc
  .tuple(
    fc.array(fc.constantFrom(...units), { minLength: 1, maxLength: 4 }),
    fc.constantFrom(...wrappers),
    fc.constantFrom(...sizes),
  )
  .map(([parts, [before, after], size]) => {
    const unit = parts.join('');
    return { size, unit, text: before + unit.repeat(Math.ceil(size / unit.length)) + after };
  });
const wrongShape = {
  fields: { wrong: [] },
  source: String.raw`so $a \neq b$, $\theta$ and eq. `.repeat(200),
};

function assertQuick({ size, unit, text }: { size: number; unit: string; text: string }): void {
  const most = 600 + size / 1000;
  for (const read of [
    () => readInjectReply(text, wrongShape.source),
    () => readChoice(text, wrongShape, 'wrong', (stated) => (stated.length === 1 ? stated : undefined)),
  ]) {
    const spent = processorMs(() => void read(), most);
    assert.ok(spent < most, `${size} characters of ${JSON.stringify(unit)} took ${spent} ms`);
  }
}

test('a long reply is read in time that is linear in its length, whatever it repeats', () => {
  for (const unit of units)
    for (const [at, [before, after]] of wrappers.entries()) {
      const size = at === 0 ? repetitions(60_000, 400_000) : repetitions(40_000, 80_000);
      const text = before + unit.repeat(Math.ceil(size / unit.length)) + after;
      assertQuick({ size, unit, text });
    }
});

test(`any mixture of 10 kB to ${sizes.at(-1)! / 1e6} MB is read in time that is linear in its length`, () => {
  fc.assert(
    fc.property(nasty, (reply) => assertQuick(reply)),
    { numRuns: repetitions(5, 25) },
  );
});
