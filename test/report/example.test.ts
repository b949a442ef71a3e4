import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Solution } from '../../src/records/solution.ts';
import { exampleOf } from '../../src/report/example.ts';
import { exampleHtml } from '../../src/report/example-html.ts';
import { outcomeOf, sayFirstError } from '../../src/report/verdict.ts';
import { checkMarkup } from './markup-check.ts';

const record: Solution = {
  id: 'math/1',
  dataset: 'math',
  subset: 'math',
  subject: 'algebra',
  problem: 'Find x.',
  steps: ['Let x = 1.', 'Then x + 1 = 3.', 'So x = 3.'],
  error_steps: [2, 1],
  error_source: 'injected',
  injection: {
    status: 'accepted',
    error_type: 'sign error',
    explanation: 'one and one are two',
    original_steps: ['Let x = 1.', 'Then x + 1 = 2.', 'So x = 2.'],
    verification: null,
    difficulty: null,
  },
  critiques: [
    {
      critic: 'a',
      protocol: 'first_error',
      status: 'ok',
      first_error: 1,
      explanations: { '1': 'wrong sum' },
    },
    { critic: 'b', protocol: 'all_errors', status: 'ok', error_steps: [2, 0] },
    { critic: 'c', protocol: 'all_errors', status: 'ok', error_steps: [] },
    { critic: 'd', protocol: 'first_error', status: 'unparsed', first_error: 1 },
    { critic: 'e', protocol: 'first_error', status: 'failed' },
  ],
};

test('an example takes the first error, the original step and what each critic named', () => {
  const example = exampleOf(record);
  assert.equal(example.gold, 1);
  assert.equal(example.original_step, 'Then x + 1 = 2.');
  assert.deepEqual(example.about, ['math', 'algebra', 'injected', 'sign error']);
  assert.deepEqual(
    example.predictions.map(({ critic, first_error, explanation }) => [critic, first_error, explanation]),
    [
      ['a', 1, 'wrong sum'],
      ['b', 0, null],
      ['c', -1, null],
      ['d', null, null],
      ['e', null, null],
    ],
  );
});

test('a correct and an unlabelled record are told apart', () => {
  assert.equal(exampleOf({ ...record, error_steps: [] }).gold, -1);
  assert.equal(exampleOf({ ...record, error_steps: null }).gold, null);
});

test('a rejected injection has no original step to show', () => {
  const injection = { ...record.injection!, status: 'rejected' as const };
  assert.equal(exampleOf({ ...record, injection }).original_step, null);
});

test('the marked steps, the change and the verdicts are on the page, counted from 1', () => {
  const { markup } = exampleHtml(exampleOf(record), true);
  checkMarkup(markup);
  assert.match(markup, /<li class="gold"><span class="step-number">2<\/span>/);
  assert.match(markup, /<li class="named"><span class="step-number">1<\/span>/);
  assert.match(markup, /<del>2<\/del><ins>3<\/ins>/);
  assert.match(markup, /<span class="critic" dir="auto">a<\/span><span class="chip exact">exact<\/span>/);
  assert.match(
    markup,
    /b<\/span><span class="chip early">early<\/span><span class="said">first error in step 1</,
  );
  assert.match(markup, /c<\/span><span class="chip missed">missed<\/span><span class="said">no error found</);
  assert.match(markup, /d<\/span><span class="chip none">none<\/span><span class="said">not readable</);
  assert.match(markup, /e<\/span><span class="chip none">none<\/span><span class="said">the call failed</);
});

test('an unreadable reply is never shown as "no error"', () => {
  const critiques = [record.critiques![3]!];
  assert.doesNotMatch(exampleHtml(exampleOf({ ...record, critiques }), false).markup, /no error found/);
});

test('a step of a megabyte is cut, its change is still shown, and marked steps past the limit stay', () => {
  const filler = 'and so on '.repeat(100_000);
  const steps = Array.from({ length: 500 }, (_, at) =>
    at === 450 ? `${filler}x = 3${filler}` : `step ${at}`,
  );
  const original = steps.map((step) => step.replace('x = 3', 'x = 2'));
  const injection = { ...record.injection!, original_steps: original };
  const { markup } = exampleHtml(exampleOf({ ...record, steps, error_steps: [450], injection }), true);
  const { text } = checkMarkup(markup);
  assert.ok(markup.length < 100_000);
  assert.match(markup, /<del>2<\/del><ins>3<\/ins>/);
  assert.match(text, /more characters/);
  assert.match(markup, /<span class="step-number">451<\/span>/);
  assert.match(text, /299 more steps are not shown/);
});

test('outcomes have the names of the score object', () => {
  const cases: [number | null, number | null, string][] = [
    [3, 3, 'exact'],
    [3, 1, 'early'],
    [3, 5, 'late'],
    [3, -1, 'missed'],
    [3, null, 'none'],
    [-1, -1, 'passed'],
    [-1, 0, 'false alarm'],
    [-1, null, 'none'],
    [null, 3, 'unlabelled'],
  ];
  for (const [gold, named, outcome] of cases) assert.equal(outcomeOf(gold, named), outcome);
  assert.deepEqual([0, -1, null].map(sayFirstError), ['first error in step 1', 'no error found', '—']);
});
