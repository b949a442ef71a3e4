import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { axis, shareAxis } from '../../src/report/axis.ts';
import { barChart, cellBar, columnChart, stackedBars } from '../../src/report/bar-chart.ts';
import { type Markup, render } from '../../src/report/markup.ts';
import { positionColumns } from '../../src/report/position-columns.ts';
import { outcomeColours } from '../../src/report/svg.ts';
import { checkMarkup } from './markup-check.ts';

interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly hint: string;
}

/** The bars that say what they are, as drawn. */
function rectsOf(chart: Markup): Rect[] {
  const svg = render(chart);
  checkMarkup(svg);
  assert.doesNotMatch(svg, /NaN|Infinity|undefined/);
  const pattern =
    /<rect x="([^"]+)" y="([^"]+)" width="([^"]+)" height="([^"]+)"[^>]*><title>([^<]*)<\/title>/g;
  return [...svg.matchAll(pattern)].map(([, x, y, width, height, hint]) => ({
    x: Number(x),
    y: Number(y),
    width: Number(width),
    height: Number(height),
    hint: hint!,
  }));
}

test('an axis ends at a round number with two to six ticks', () => {
  assert.deepEqual(axis(0.54).ticks, [0, 0.2, 0.4, 0.6]);
  assert.deepEqual(axis(1).ticks, [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(axis(3, true).ticks, [0, 1, 2, 3]);
  assert.deepEqual(axis(0, true).ticks, [0, 1]);
  assert.deepEqual(shareAxis([null, null]).ticks.at(-1), 1);
});

test('an axis covers its values, stays within 1 for shares and whole for counts', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (largest) => {
      const { max, ticks } = axis(largest);
      assert.ok(max >= largest * (1 - 1e-9) && ticks.length >= 2 && ticks.length <= 6);
      if (largest <= 1) assert.ok(shareAxis([largest]).max <= 1 + 1e-9);
    }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), (largest) =>
      axis(largest, true).ticks.every(Number.isInteger),
    ),
  );
});

test('bars are as long as their shares, and an undefined share has a dash and no bar', () => {
  const chart = barChart({
    id: 'c',
    title: 'F1',
    rows: [
      { label: 'critic', values: [0.6], interval: [0.5, 0.7] },
      { label: 'half of it', values: [0.3], tone: 'quiet' },
      { label: 'unknown', values: [null], tone: 'quiet' },
    ],
    reference: { value: 0.3, label: 'best baseline 30.0%' },
  });
  const bars = rectsOf(chart);
  assert.deepEqual(
    bars.map(({ hint }) => hint),
    ['critic: 60.0%', 'half of it: 30.0%'],
  );
  assert.ok(Math.abs(bars[0]!.width - 2 * bars[1]!.width) < 0.05);
  assert.match(chart.markup, /<desc id="c-desc">critic 60.0%; half of it 30.0%; unknown —\.<\/desc>/);
  assert.match(chart.markup, /role="img" aria-labelledby="c-title c-desc"/);
  assert.match(chart.markup, />—<\/text>/);
});

test('the reference line is where a bar of its value ends', () => {
  const chart = barChart({
    id: 'c',
    title: 't',
    rows: [{ label: 'a', values: [0.25], tone: 'quiet' }],
    reference: { value: 0.25, label: 'best' },
  });
  const [bar] = rectsOf(chart);
  assert.match(chart.markup, new RegExp(`<line x1="${bar!.width}" [^>]*stroke-dasharray`));
});

test('stacked parts fill the width in proportion to their counts', () => {
  const chart = stackedBars({
    id: 'o',
    title: 'outcomes',
    parts: outcomeColours,
    rows: [
      { label: 'critic', counts: [4, 3, 2, 1, 0] },
      { label: 'nothing', counts: [0, 0, 0, 0, 0] },
    ],
  });
  const bars = rectsOf(chart);
  assert.deepEqual(
    bars.map(({ hint }) => hint),
    [
      'critic: exact 4 of 10 (40.0%)',
      'critic: early 3 of 10 (30.0%)',
      'critic: late 2 of 10 (20.0%)',
      'critic: missed 1 of 10 (10.0%)',
    ],
  );
  assert.deepEqual(
    bars.map(({ x }) => x),
    [0, 168, 294, 378],
  );
  assert.equal(bars[3]!.x + bars[3]!.width, 419);
  assert.match(chart.markup, /nothing: exact 0, early 0/);
});

test('grouped bars have one bar a series in each group and name the series', () => {
  const chart = barChart({
    id: 'g',
    title: 'F1 by subset',
    series: ['one', 'two'],
    rows: [
      { label: 'gsm8k', values: [0.2, 0.4] },
      { label: 'math', values: [null, 0.1] },
    ],
  });
  const bars = rectsOf(chart);
  assert.deepEqual(
    bars.map(({ hint }) => hint),
    ['gsm8k, one: 20.0%', 'gsm8k, two: 40.0%', 'math, two: 10.0%'],
  );
  assert.ok(Math.abs(bars[1]!.width - 4 * bars[2]!.width) < 0.05);
  assert.match(chart.markup, />one<\/text>/);
});

test('the position histogram has ten bars of the right heights and shades the last third', () => {
  const chart = columnChart(positionColumns('p', 'positions', [0, 0, 1, 0, 0, 0, 2, 4, 8, 5]));
  const bars = rectsOf(chart);
  assert.equal(bars.length, 10);
  assert.equal(bars[8]!.height, 2 * bars[7]!.height);
  assert.equal(bars[0]!.height, 0);
  assert.equal(bars[7]!.hint, '70% to 80% of the solution: 4 of 20');
  assert.match(chart.markup, /last third/);
  assert.match(chart.markup, /20 first errors by position\./);
});

test('columns that are many stay apart and within the plot', () => {
  const columns = Array.from({ length: 40 }, (_, at) => ({ name: String(at), count: at }));
  const x = { title: 'steps', ticks: [{ at: 0.5, text: '0' }] };
  const bars = rectsOf(
    columnChart({ id: 'c', title: 't', columns, unit: 'steps', summary: '', x, width: 300 }),
  );
  for (const [at, { x: from, width }] of bars.entries()) {
    assert.ok(width > 2 && from >= 40 && from + width <= 284);
    assert.ok(at === 0 || bars[at - 1]!.x + bars[at - 1]!.width < from);
  }
  assert.equal(bars[39]!.hint, '39 steps: 39 of 780');
});

test('the bar of a cell is its share of the width, with the interval across', () => {
  const { markup } = cellBar(0.5, 'accent', [0.25, 0.75]);
  checkMarkup(markup);
  assert.deepEqual(
    [...markup.matchAll(/x="([^"]+)" y="[^"]+" width="([^"]+)"/g)].map(([, x, width]) => [x, width]),
    [
      ['0%', '100%'],
      ['0%', '50%'],
      ['25%', '50%'],
    ],
  );
  assert.equal(cellBar(null, 'quiet').markup.match(/<rect/g)?.length, 1);
});

test('hostile and very long labels stay inside their chart', () => {
  const name = `<script>alert(1)</script>"&${'x'.repeat(1_000_000)}`;
  const chart = barChart({ id: 'c', title: name, rows: [{ label: name, values: [0.5] }] });
  const { text, tags } = checkMarkup(chart.markup);
  assert.equal(tags.has('script'), false);
  assert.match(text, /<script>alert\(1\)<\/script>"&x+…/);
});
