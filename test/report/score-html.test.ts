import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { exampleOf } from '../../src/report/example.ts';
import { type ReportInput, scoreHtml } from '../../src/report/score-html.ts';
import { simulationNotice } from '../../src/report/simulation.ts';
import { checkMarkup } from './markup-check.ts';
import { cell, critic, scoreOf } from './score-fixture.ts';

const input: ReportInput = {
  title: 'A report',
  facts: {
    models: { critic: 'gpt-4o-mini', inject: 'gpt-4o' },
    protocol: 'first_error',
    votes: 8,
    seed: 7,
    inputs: [{ source: 'problems.jsonl', sha256: 'ab'.repeat(32), records: 1234 }],
    versions: { latebench: '0.1.0' },
    more: { Note: 'a pilot' },
  },
  score: scoreOf([critic('gpt-4o-mini/first_error/v8'), critic('other')]),
  positions: [0, 0, 0, 0, 0, 0, 3, 4, 2, 1],
  examples: [exampleOf({ id: 'x/1', problem: 'Find x.', steps: ['x = 1'], error_steps: [0] })],
};

test('the page is well formed and has every part', () => {
  const { text, tags } = checkMarkup(scoreHtml(input));
  for (const part of [
    'A report',
    'critic: gpt-4o-mini',
    'problems.jsonl, 1,234 records, sha256 abababababab…',
    'latebench 0.1.0',
    'a pilot',
    'names the first error exactly in 40.0% of 10 erroneous solutions and passes 80.0% of 10 correct ones.',
    'F1 is 45.0 points above the best baseline (random).',
    'Step F1 is 2.0 points below the best baseline (last_third).',
    'Position baselines, which read nothing',
    'What became of the erroneous solutions',
    'F1 by subset',
    'Where the first errors are',
    '95% intervals',
    'By task',
    'Find x.',
    'How the numbers are defined',
    'arXiv 2412.06559',
    'Not scored, of 23 records',
  ]) {
    assert.ok(text.includes(part), part);
  }
  assert.equal(tags.get('svg'), 5);
  assert.equal(tags.get('h1'), 1);
});

test('the notice is there when any model is simulated, and only then', () => {
  assert.ok(!scoreHtml(input).includes(simulationNotice));
  const facts = { models: { critic: 'gpt-4o-mini', inject: 'latebench-sim/injector' } };
  assert.ok(scoreHtml({ ...input, facts }).includes(`<p class="notice" role="note">${simulationNotice}</p>`));
  const score = scoreOf([critic('latebench-sim/critic/first_error')]);
  assert.ok(scoreHtml({ ...input, score }).includes(simulationNotice));
});

test('nothing can run or load: no scripts, no addresses, and a policy that names the one style sheet', () => {
  const page = scoreHtml(input);
  const styles = /<style>(.*)<\/style>/s.exec(page)![1]!;
  const hash = createHash('sha256').update(styles).digest('base64');
  assert.ok(page.includes(`default-src &#39;none&#39;; style-src &#39;sha256-${hash}&#39;;`));
  assert.doesNotMatch(page, /<script|javascript:|\ssrc=|\shref=|\sstyle=|@import|url\(/i);
  assert.doesNotMatch(page.replaceAll('http://www.w3.org/2000/svg', ''), /https?:\/\//);
});

test('the same input gives the same bytes', () => {
  assert.equal(scoreHtml(input), scoreHtml(structuredClone(input)));
});

test('a score without critics, positions and examples is still a page', () => {
  const { text } = checkMarkup(scoreHtml({ title: 't', facts: { models: {} }, score: scoreOf([]) }));
  assert.match(text, /No critic has judged these records\./);
});

test('undefined numbers are dashes, and F1 gives way to error accuracy where it is undefined for all', () => {
  const { text } = checkMarkup(scoreHtml({ ...input, score: scoreOf([critic('a', 0.4, null)]) }));
  assert.match(text, /Critics beside baselines: error accuracy/);
  assert.doesNotMatch(text, /NaN|undefined\b(?! when)|null/);
});

test('hostile text anywhere stays text', () => {
  const attack = `</style></script><script>alert(1)</script><img src=x onerror="alert(2)">'"\`&\u202e\u0000\ud800`;
  const huge = `${attack}${'9'.repeat(1_000_000)}`;
  const hostile = critic(attack);
  hostile.by = { [attack]: { [attack]: cell(0.5), ['__proto__']: cell(0.5) } };
  hostile.processbench.subsets[attack] = { error_acc: 1, correct_acc: 1, f1: 1, simple_f1_score: 1, n: 1 };
  hostile.intervals[attack] = [0, 1];
  hostile.lift.processbench_f1 = { baseline: attack, value: 0.1 };
  const example = exampleOf({
    id: attack,
    dataset: attack,
    subject: attack,
    problem: huge,
    steps: [attack, huge, `${huge}!`],
    error_steps: [2],
    injection: {
      status: 'accepted',
      error_type: attack,
      explanation: huge,
      original_steps: [attack, huge, huge],
      verification: null,
      difficulty: null,
    },
    critiques: [
      { critic: attack, protocol: 'first_error', status: 'ok', first_error: 1, explanations: { '1': huge } },
    ],
  });
  const page = scoreHtml({
    title: attack,
    facts: {
      models: { [attack]: attack },
      protocol: attack,
      inputs: [{ source: attack, sha256: attack }],
      versions: { [attack]: attack },
      more: { [attack]: attack },
    },
    score: scoreOf([hostile]),
    examples: [example],
  });
  const { text, tags } = checkMarkup(page);
  assert.ok(!tags.has('script') && !tags.has('img'));
  assert.ok(text.includes('<script>alert(1)</script>'));
  assert.doesNotMatch(page, /\u202e|\u0000|\ud800(?![\udc00-\udfff])/);
  assert.ok(page.length < 300_000, String(page.length));
});
