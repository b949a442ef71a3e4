import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { filterStage } from '../../src/datasets/filter.ts';
import { type FilterOptions, filterChecks } from '../../src/datasets/filter-checks.ts';
import { sameText } from '../../src/datasets/quality/answers.ts';
import type { Candidate } from '../../src/datasets/quality/check.ts';
import { complexityOf } from '../../src/datasets/quality/complexity.ts';
import { createFunnel, funnelTable } from '../../src/datasets/quality/funnel.ts';
import { latexFault } from '../../src/datasets/quality/latex.ts';
import { sameMeaning } from '../../src/datasets/quality/math-answers.ts';
import { createOverlapIndex } from '../../src/datasets/quality/overlap.ts';
import { presetNames } from '../../src/datasets/quality/presets.ts';
import { lateStart } from '../../src/records/steps.ts';
import { isDrop } from '../../src/stream/stage.ts';
import { anyText } from '../support/any-text.ts';
import { processorMs } from '../support/processor-time.ts';

const record: Candidate = {
  id: 'a/1',
  problem: 'Find the sum of the first ten odd numbers and say why it is a square.',
  steps: ['We add them.', 'Each sum is a square.', 'So it is $\\boxed{100}$.'],
  error_steps: [2],
  answer: '100',
  final_answer: null,
};

function reasonFor(options: FilterOptions, change: object = {}): string | null {
  return createFunnel(filterChecks(options)).reason({ ...record, ...change });
}

const steps = (count: number): string[] => Array.from({ length: count }, (_, index) => `Step ${index}.`);

for (const [name, options, change, expected] of [
  ['a single error', { singleError: true }, {}, null],
  ['several errors', { singleError: true }, { error_steps: [1, 2] }, 'several errors'],
  ['no error', { singleError: true }, { error_steps: [] }, null],
  ['a late error', { late: true }, {}, null],
  ['an early error', { late: true }, { error_steps: [1] }, 'first error before the last third'],
  [
    'an early error before a late one',
    { late: true },
    { error_steps: [2, 0] },
    'first error before the last third',
  ],
  ['a correct solution', { late: true }, { error_steps: [] }, 'no error'],
  ['an unknown label', { late: true }, { error_steps: null }, 'no label'],
  ['an unknown label', { singleError: true }, { error_steps: null }, 'no label'],
  ['a box', { boxed: true }, {}, null],
  ['no box', { boxed: true }, { steps: ['It is 100.'] }, 'no boxed answer'],
  ['an unclosed box', { boxed: true }, { steps: ['It is \\boxed{\\frac{1}{2}'] }, 'no boxed answer'],
  ['a final answer', { finalAnswer: true }, { steps: ['x'], final_answer: '3' }, null],
  ['an answer under a heading', { finalAnswer: true }, { steps: ['So 3.\n\n# Answer\n\n3'] }, null],
  ['no final answer', { finalAnswer: true }, { steps: ['It is 100.'] }, 'no final answer'],
  [
    'a final answer cut off',
    { finalAnswer: true },
    { final_answer: '\\frac{15 - 8\\sqrt{3' },
    'final answer breaks off',
  ],
  ['the reference answer', { consistentAnswer: true }, {}, null],
  ['another answer', { consistentAnswer: true }, { answer: '99' }, 'final answer is not the reference'],
  ['no reference answer', { consistentAnswer: true }, { answer: null }, 'no reference answer'],
  ['a short step', { minStepChars: 13 }, {}, 'a step of fewer than 13 characters'],
  ['a long step', { maxStepChars: 20 }, {}, 'a step of more than 20 characters'],
  ['steps of one length', { maxStepRatio: 2 }, {}, null],
  [
    'an outlier',
    { maxStepRatio: 2 },
    { steps: ['a', 'b', 'c'.repeat(9)] },
    'a step over 2 times the median length',
  ],
  ['one language', { oneLanguage: true }, {}, null],
  ['another language', { oneLanguage: true }, { steps: ['我们把它们都加起来得到答案。'] }, 'mixed languages'],
  [
    'Greek letters and a name',
    { oneLanguage: true },
    { steps: ['Let αβγδεζηθικλμνξοπρστυ and 高斯.'] },
    null,
  ],
  ['one solution', { oneSolution: true }, {}, null],
  [
    'a second solution',
    { oneSolution: true },
    { steps: ['Solution 1: a', 'So 3.', '**Solution 2.** b'] },
    'several solutions',
  ],
  [
    'another approach',
    { oneSolution: true },
    { steps: ['a', 'Alternative solution: b'] },
    'several solutions',
  ],
  [
    'a second solution of an equation',
    { oneSolution: true },
    { steps: ['a', 'So x = 3 is the second solution.'] },
    null,
  ],
  ['low complexity', { minComplexity: 5 }, {}, 'complexity below 5'],
  ['high complexity', { maxComplexity: 0.1 }, {}, 'complexity above 0.1'],
  ['a preset', { preset: 'latebench-error' }, {}, 'fewer than 10 steps'],
  ['a preset', { preset: 'latebench-correct' }, { steps: steps(20) }, 'has an error'],
  ['a preset', { preset: 'latebench-correct' }, { steps: steps(20), error_steps: [] }, null],
  ['a preset with an option beside it', { preset: 'latebench-error', minSteps: 3 }, {}, null],
] as const satisfies readonly (readonly [string, FilterOptions, object, string | null])[]) {
  test(`${Object.keys(options).join('+')}: ${name} is ${expected === null ? 'kept' : `"${expected}"`}`, () => {
    assert.equal(reasonFor(options, change), expected);
  });
}

test('late means the same as everywhere: at step floor(2n/3)+1 or after it', () => {
  for (let count = 1; count <= 40; count += 1) {
    for (let error = 0; error < count; error += 1) {
      const kept = reasonFor({ late: true }, { steps: steps(count), error_steps: [error] }) === null;
      assert.equal(kept, error >= lateStart(count)!, `${error} of ${count}`);
      assert.equal(kept, error + 1 >= Math.floor((2 * count) / 3) + 1);
    }
  }
});

for (const [text, fault] of [
  ['So $x^2$ and \\[y\\] and \\(z\\), \\$5 and 50$\\%$.', null],
  ['She pays $5 and gets $3 back, so $2.', null],
  ['It costs $20 and $x^2$ is left.', null],
  ['a \\\\[2pt] b', null],
  ['\\begin{align*} a \\\\n &= 1 \\end{align*}', null],
  ['She has\n100 eggs\nand\n\tan apple', null],
  ['So $x^2', 'unbalanced dollar signs'],
  ['So $$x^2$', 'unbalanced dollar signs'],
  ['So \\[x', 'unbalanced \\[ \\] or \\( \\)'],
  ['So x\\)', 'unbalanced \\[ \\] or \\( \\)'],
  ['\\begin{cases} a', 'unbalanced \\begin and \\end'],
  ['\\begin{a}\\begin{b}\\end{a}\\end{b}', 'unbalanced \\begin and \\end'],
  ['\\left( a', 'unbalanced \\left and \\right'],
  ['\\leftarrow a', null],
  ['\\frac{1}{2', 'unbalanced braces'],
  ['} {', 'unbalanced braces'],
  ['\\{ a', null],
  [JSON.parse('"$\\frac{1}{2}$"'), 'LaTeX eaten by JSON escapes'],
  [JSON.parse('"$\\boxed{2}$"'), 'LaTeX eaten by JSON escapes'],
  [JSON.parse('"$2 \\times 3$"'), 'LaTeX eaten by JSON escapes'],
  [JSON.parse('"$a \\neq b$"'), 'LaTeX eaten by JSON escapes'],
  ['in oxed{}', 'LaTeX eaten by JSON escapes'],
  ['$\\\\frac{1}{2}$', 'escapes that were not undone'],
  ['First.\\nSecond.', 'escapes that were not undone'],
  ['$a \\neq b$ and $\\nu$', null],
] as const) {
  test(`LaTeX ${JSON.stringify(text)}: ${fault}`, () => assert.equal(latexFault(text as string), fault));
}

test('answers are the same as texts when only their dress differs, and as mathematics when their value is one', () => {
  for (const [a, b] of [
    ['\\dfrac{1}{2}', '$\\frac{1}{2}$'],
    ['1,000', '1000.'],
    ['\\boxed{x = 3}', 'x=3'],
    ['0.50', '0.5'],
    ['\\text{east}', 'east'],
    ['30^\\circ', '30'],
  ] as const) {
    assert.ok(sameText(a, b), `${a} ${b}`);
    assert.ok(sameMeaning(a, b), `${a} ${b}`);
  }
  for (const [a, b] of [
    ['\\frac{1}{2}', '0.5'],
    ['2^{10}', '1024'],
  ] as const) {
    assert.ok(!sameText(a, b), `${a} ${b}`);
    assert.ok(sameMeaning(a, b), `${a} ${b}`);
    assert.equal(
      reasonFor({ consistentAnswer: true, answersEqual: sameMeaning }, { answer: a, final_answer: b }),
      null,
    );
  }
  assert.ok(!sameMeaning('3', '4'));
  assert.ok(!sameText('1,2', '12'));
});

test('complexity lies between 0 and 10 and grows with the solution', () => {
  fc.assert(
    fc.property(fc.array(anyText()), (list) => {
      const score = complexityOf({ ...record, steps: list });
      assert.ok(score >= 0 && score <= 10);
      assert.ok(complexityOf({ ...record, steps: [...list, 'Suppose $\\frac{1}{2}$.'] }) >= score);
    }),
    { numRuns: 40 },
  );
});

test('every check takes time in proportion to the record, whatever is in it', () => {
  const { preset: _none, ...all }: FilterOptions = {
    ...{ boxed: true, finalAnswer: true, consistentAnswer: true, oneSolution: true, oneLanguage: true },
    ...{ validLatex: true, minStepChars: 0, maxStepRatio: 1e9, minComplexity: 0, unique: 'solution' },
  };
  const checks = filterChecks(all);
  for (const hostile of [
    '\\(',
    '$',
    '$$',
    '\\begin{a}',
    '\\begin',
    '{',
    ' ',
    '\n',
    '# Answer\n',
    '\\boxed{',
    '\\',
    '.',
  ]) {
    const long = hostile.repeat(20_000);
    const hard = {
      ...record,
      problem: `p${long}`,
      steps: [long, `$${long}`],
      final_answer: `$${long}`,
      answer: `${long}1`,
    };
    const spent = processorMs(() => {
      for (const check of checks) check.reason(hard);
    }, 3000);
    assert.ok(spent < 3000, `${JSON.stringify(hostile)}: ${spent} ms`);
  }
});

test('the funnel counts what each check saw, and a record stops at the first that drops it', () => {
  const stage = filterStage({ preset: 'latebench-error', minSteps: 2, late: true, unique: 'problem' });
  const context = { signal: new AbortController().signal };
  const outcomes = [
    {},
    { steps: ['a'] },
    { error_steps: [0] },
    { error_steps: null },
    { error_steps: [] },
    { problem: `  ${record.problem.toUpperCase()} ` },
  ].map((change) => {
    const [outcome] = stage.run({ ...record, ...change }, context) as Iterable<object>;
    return isDrop(outcome) ? outcome.reason : null;
  });
  assert.deepEqual(outcomes, [
    null,
    'fewer than 2 steps',
    'first error before the last third',
    'no label',
    'no error',
    'duplicate problem',
  ]);
  assert.deepEqual(
    stage.funnel().map(({ check, seen, dropped, kept }) => [check, seen, dropped, kept]),
    [
      ['min-steps', 6, 1, 5],
      ['has-error', 5, 2, 3],
      ['late', 3, 1, 2],
      ['unique', 2, 1, 1],
    ],
  );
  assert.deepEqual(stage.funnel()[1]?.reasons, { 'no label': 1, 'no error': 1 });
  const table = funnelTable(stage.funnel());
  assert.equal(table.length, 5);
  assert.match(table[2]!, /^has-error\s+5\s+2\s+3\s+no label: 1; no error: 1$/);
});

test('the configuration says what was asked for, and two ways of asking the same have one key', () => {
  const preset = filterStage({ preset: 'latebench-error' });
  assert.deepEqual(preset.config, { minSteps: 10, hasError: true, preset: 'latebench-error' });
  assert.equal(
    filterStage({ late: true, boxed: false }).key({ id: '', problem: '' }),
    filterStage({ late: true }).key({ id: '', problem: '' }),
  );
  const index = createOverlapIndex(8);
  index.add('x');
  assert.deepEqual(filterStage({ overlap: index }).config, { overlap: { problems: 1, words: 8 } });
  assert.deepEqual(presetNames, ['latebench-correct', 'latebench-error']);
});
