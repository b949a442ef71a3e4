import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Solution } from '../../src/records/solution.ts';
import { exampleOf } from '../../src/report/example.ts';
import { exampleHtml } from '../../src/report/example-html.ts';
import { formulaText } from '../../src/report/formulas/formula-text.ts';
import { mathml } from '../../src/report/formulas/mathml.ts';
import { render } from '../../src/report/markup.ts';
import { testData } from '../support/test-data.ts';
import { checkMarkup } from './markup-check.ts';

const injectedPair: Solution = {
  id: 'pair',
  problem: 'Find $x$.',
  steps: ['Begin with $a=1$.', 'Then $x=\\frac{1}{4}$ follows.'],
  error_steps: [1],
  injection: {
    status: 'accepted',
    error_type: 'calculation_error',
    original_steps: ['Begin with $a=1$.', 'Then $x=\\frac{1}{3}$ follows.'],
    verification: null,
    difficulty: null,
  },
};

const shown = (text: string): string => render(formulaText(text));

test('a formula between words is set, the words stay as they are', () => {
  const markup = shown('Let $x<2$ & so \\[\\frac{1}{2}.\\]');
  assert.match(
    markup,
    /^Let <math><mrow><mi>x<\/mi><mo>&lt;<\/mo><mn>2<\/mn><\/mrow><\/math> &amp; so <math display="block">/,
  );
  checkMarkup(markup);
});

test('what cannot or should not be set is its source, escaped', () => {
  for (const source of [
    '$\\frac{1}{$',
    '$\\href{javascript:alert(1)}{x}$',
    '$\\htmlStyle{color:red}{x}$',
    '$\\includegraphics{https://elsewhere.example/x.png}$',
    `$${'{'.repeat(4000)}$`,
    `$${'x'.repeat(6000)}$`,
  ])
    assert.equal(shown(source), source, source.slice(0, 40));
  assert.equal(shown('it costs $5 and $6 <b>'), 'it costs $5 and $6 &lt;b&gt;');
});

test('letters of other alphabets are characters, because browsers know no other way to draw them', () => {
  const text = (tex: string): string => mathml(tex, false)!.markup.replace(/<[^>]*>/g, '');
  assert.equal(text('\\mathbb{RNk}'), 'ℝℕ𝕜');
  assert.equal(text('\\mathcal{ABe}'), '𝒜ℬℯ');
  assert.equal(text('\\mathfrak{gH}'), '𝔤ℌ');
});

test('a formula scrolls where it may be wider than a phone, however few its characters', () => {
  const scrolls = (tex: string): boolean => mathml(tex, false)!.markup.startsWith('<span class="long"');
  for (const tex of [
    'W'.repeat(24),
    '\\phantom{MMMMMMMMMMMMMMMM}',
    '\\hspace{30em}x',
    '\\rule{900px}{1em}',
    '\\Huge abcdefghij',
    '\\begin{array}{cccccccccccc}a&b&c&d&e&f&g&h&i&j&k&l\\end{array}',
  ]) {
    assert.equal(scrolls(tex), true, tex);
  }
  for (const tex of ['x^2 + 2xy + y^2 = (x + y)^2', '\\frac{12}{35}', 'a \\quad b', '\\Huge x']) {
    assert.equal(scrolls(tex), false, tex);
  }
});

test('a changed formula is one change, set on both sides', () => {
  const { markup } = exampleHtml(exampleOf(injectedPair), true);
  assert.match(markup, /<del><math>.*<mn>3<\/mn>.*<\/math><\/del><ins><math>.*<mn>4<\/mn>.*<\/math><\/ins>/);
  assert.doesNotMatch(markup, /\\frac/);
});

const real = `${testData}/data/processbench/olympiadbench.json`;

test('markup of all formulas of real solutions is closed, quoted and without styles', {
  skip: !existsSync(real),
}, () => {
  const records = JSON.parse(readFileSync(real, 'utf8')) as { problem: string; steps: string[] }[];
  let [formulas, source, bytes] = [0, 0, 0];
  for (const { problem, steps } of records.slice(0, 60)) {
    for (const text of [problem, ...steps]) {
      const markup = shown(text);
      checkMarkup(`<div>${markup}</div>`);
      formulas += markup.split('<math').length - 1;
      source += text.length;
      bytes += markup.length;
    }
  }
  assert.ok(formulas > 1000, `${formulas} formulas`);
  assert.ok(bytes < source + 400 * formulas, `${bytes} characters for ${source} of source`);
});
