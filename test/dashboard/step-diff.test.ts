// What an injection changed, as a reader sees it: the right original beside each step, and nothing marked that differs
// only in how it is written down.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ShownStep } from '../../src/dashboard/api-record.ts';
import { shownSteps } from '../../src/dashboard/records/show-steps.ts';
import { stepDiff } from '../../src/dashboard/records/step-diff.ts';
import { latebenchInjections } from '../../src/datasets/latebench-injections.ts';
import type { Solution } from '../../src/records/solution.ts';
import { alignSteps } from '../../src/records/step-alignment.ts';
import { testData } from '../support/test-data.ts';

const path = `${testData}/data/latebench/general_injection_results.json`;

/**
 * The original step that each of the 100 changed steps was made from, 0-based: the most similar one by runs of four
 * characters; where that is far from sure (12 of them), read by hand.
 */
const gold = [
  22, 20, 14, 21, 23, 23, 22, 19, 22, 31, 22, 23, 20, 19, 22, 27, 22, 23, 32, 24, 23, 23, 21, 23, 21, 24, 20,
  20, 24, 26, 22, 24, 26, 37, 20, 23, 23, 21, 20, 24, 24, 19, 21, 22, 23, 26, 23, 22, 22, 22, 23, 22, 23, 23,
  22, 24, 25, 22, 21, 26, 25, 19, 22, 21, 18, 23, 21, 23, 22, 23, 15, 24, 20, 20, 20, 19, 25, 30, 19, 24, 23,
  25, 19, 24, 25, 22, 37, 18, 20, 22, 22, 25, 23, 21, 24, 21, 21, 18, 23, 23,
];

function solution(before: readonly string[], after: readonly string[]): Solution {
  const injection = { status: 'accepted', original_steps: [...before] };
  return { id: 'x', problem: 'p', steps: [...after], injection } as Solution;
}

/** `1:changed` and the places of its originals, in short. */
const shape = (steps: readonly ShownStep[]): string[] =>
  steps.map(({ change, originals, leftOut }) => {
    const gone = leftOut.length > 0 ? `−${leftOut.join(',')} ` : '';
    return `${gone}${originals.join(',')}${change === null ? '' : ` ${change}`}`;
  });

const before = [
  '1. Let $x$ be the number of apples in the first basket.',
  '2. Then the second basket has $2x$ apples. Together they have $3x$ apples.',
  '3. Since $3x = 12$, we get $x = 4$.',
  '4. Therefore the second basket has \\(8\\) apples.',
];

test('steps are aligned by what they say: split, merged, put in, left out, rewritten', () => {
  const after = [
    'Let $x$ be the number of apples in the first basket',
    'Then the second basket has $2x$ apples',
    'Together they have $3x$ apples',
    'Note that every basket is made of willow and was bought on a Tuesday',
    'Since $3x = 12$, we get $x = 5$',
    'Therefore the second basket has $8$ apples',
  ];
  assert.deepEqual(shape(shownSteps(solution(before, after)).steps), [
    '0',
    '1',
    '1',
    ' added',
    '2 changed',
    '3',
  ]);
  const merged = [`${before[0]} ${before[1]!.slice(3)}`, before[3]!];
  const { steps, leftOut } = shownSteps(solution(before, merged));
  assert.deepEqual(shape(steps), ['0,1', '−2 3']);
  assert.deepEqual(leftOut, []);
  assert.deepEqual(shownSteps(solution(before, before.slice(0, 2))).leftOut, [2, 3]);
});

test('numbering, spacing, delimiters and the spelling of a formula are no change; a sign, a case, a brace are', () => {
  const same = [
    ['3. Thus \\[ \\dfrac{1}{2} \\leq x. \\]', 'Thus $\\frac{1}{2} \\le x$'],
    ['**Step 2:** We have \\(a \\cdot b\\).', 'We have $a \\times b$'],
    ['So $x^{2}=4$.\n4', 'So $ x^2 = 4 $'],
    ['The answer is \\(\\left( 1, 2 \\right)\\)', 'The answer is $(1,2)$'],
  ] as const;
  for (const [old, now] of same) assert.deepEqual(stepDiff([old], [now]), [null], `${old} → ${now}`);
  const different = [
    ['So $x^{1+2}$', 'So $x^1+2$'],
    ['Let $A$ be it', 'Let $a$ be it'],
    ['Hence $5! = 120$', 'Hence $5 = 120$'],
    ['Hence $x = 12$', 'Hence $x = 1$'],
    ['It is not even', 'It is even'],
    ['$\\Delta$', '$\\delta$'],
  ] as const;
  for (const [old, now] of different) assert.notEqual(stepDiff([old], [now])[0], null, `${old} → ${now}`);
});

test('a formula is one unit of the difference, set on both sides', () => {
  const { steps } = shownSteps(
    solution(['We get $\\frac{a}{b} = 2$ and go on.'], ['We get $\\frac{a}{b} = 3$ and go on.']),
  );
  const kinds = steps[0]!.diff!.map(({ kind }) => kind);
  assert.deepEqual(kinds, ['same', 'removed', 'added', 'same']);
  const [, removed, added] = steps[0]!.diff!;
  for (const segments of [removed!.before, added!.after]) {
    const formula = segments!.find(({ kind }) => kind === 'math');
    assert.ok(formula?.kind === 'math' && formula.html?.includes('class="katex"'));
  }
});

test('an alignment holds every step of both sides once, in order, whatever the texts', () => {
  const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'b ', '$x$', '. ', '{', '}', '\\', '1') }), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(texts, texts, (old, now) => {
      let [left, right] = [0, 0];
      for (const one of alignSteps(old, now)) {
        assert.deepEqual([one.before[0], one.after[0]], [left, right]);
        [left, right] = [one.before[1], one.after[1]];
      }
      assert.deepEqual([left, right], [old.length, now.length]);
      // What stays of a step, with what was added, is the step.
      for (const [at, parts] of stepDiff(old, now.length === 0 ? ['x'] : now).entries())
        if (parts !== null)
          assert.equal(parts.map(({ after }) => after).join(''), (now.length === 0 ? ['x'] : now)[at]);
    }),
    { numRuns: 300 },
  );
});

test('texts made to take long are aligned in bounded time', () => {
  const steps = (count: number, seed: number): string[] =>
    Array.from(
      { length: count },
      (_, at) => `${'we have that the value is even and so '.repeat(40)}${at * seed}`,
    );
  const started = process.cpuUsage();
  alignSteps(steps(400, 3), steps(399, 7));
  const { user } = process.cpuUsage(started);
  assert.ok(user < 20e6, `${user / 1e6} s`);
});

test('100 real injections: the right original beside the changed step, notation unmarked', {
  skip: existsSync(path) ? false : `${path} is not here`,
}, () => {
  const rows = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>[];
  /** Letters, digits and signs only: an account of notation that is not the one under test. */
  const core = (text: string): string =>
    text
      .replace(/^\s*\d+\.\s+/, '')
      .replaceAll(/\\[[\]()]|[$\s*#]/g, '')
      .replaceAll(/[.,;:]/g, '');
  let right = 0;
  let written = 0;
  const marked: string[] = [];
  for (const [at, row] of rows.entries()) {
    const record = latebenchInjections.adapt(row, { fileName: 'x' } as never) as Solution;
    const { steps } = shownSteps(record);
    const step = steps[record.error_steps![0]!]!;
    if (step.originals.includes(gold[at]!)) right += 1;
    for (const [place, { change, originals }] of steps.entries()) {
      const text = core(record.steps[place]!);
      if (!originals.some((one) => core(record.injection!.original_steps![one]!) === text)) continue;
      written += 1;
      if (change !== null) marked.push(`${at}: ${record.steps[place]}`);
    }
  }
  assert.ok(right >= 95, `${right} of 100`);
  assert.ok(written > 1000, `${written} steps differ in notation only`);
  assert.deepEqual(marked, []);
});
