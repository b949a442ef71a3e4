import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rangeAxis } from '../../src/report/axis.ts';
import { lineChart, type Point } from '../../src/report/line-chart.ts';
import { linePlane } from '../../src/report/line-plane.ts';
import { render } from '../../src/report/markup.ts';
import { checkMarkup } from './markup-check.ts';

const axes = {
  x: { title: 'K', ticks: [1, 2, 4, 8], format: String, logarithmic: true },
  y: { title: 'accuracy', format: (value: number) => value.toFixed(2) },
};

test('an axis of lines covers its values with three to seven round ticks', () => {
  assert.deepEqual(rangeAxis([0.62, 0.9])!.ticks, [0.6, 0.7, 0.8, 0.9]);
  assert.equal(rangeAxis([]), null);
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 }), (values) => {
      const { min, max, ticks } = rangeAxis(values)!;
      const room = 1e-6 * (max - min);
      assert.ok(min <= Math.min(...values) + room && max >= Math.max(...values) - room);
      assert.ok(ticks.length >= 2 && ticks.length <= 7, String(ticks));
    }),
  );
});

test('a line is broken where a value is missing, and equal ratios are equally far apart', () => {
  const chart = render(
    lineChart({
      id: 'c',
      title: 'T',
      series: [
        {
          title: 'a',
          points: [
            [1, 0.5],
            [2, 0.6],
            [4, null],
            [8, 0.9],
          ],
        },
      ],
      ...axes,
      dots: true,
      reference: { value: 0.7, label: 'to beat' },
    }),
  );
  const { tags, text } = checkMarkup(chart);
  assert.deepEqual([tags.get('polyline'), tags.get('circle')], [2, 3]);
  assert.match(text, /a: 1 0\.50, 2 0\.60, 4 —, 8 0\.90\./);
  const [one, two, eight] = [...chart.matchAll(/cx="([^"]+)"/g)].map(([, x]) => Number(x));
  assert.ok(Math.abs(eight! - one! - 3 * (two! - one!)) < 0.1);
});

test('a stretch of the axis is drawn within the plot, with what lies outside clipped', () => {
  const series = [
    {
      title: 'a',
      points: [
        [1, 0.5],
        [2, 0.6],
        [4, 0.7],
        [8, 0.9],
      ] as Point[],
    },
  ];
  const chart = {
    id: 'c',
    title: 'T',
    series,
    ...axes,
    x: { ...axes.x, ticks: [2, 4], range: [2, 4] as const },
  };
  const { markup } = lineChart(chart);
  checkMarkup(markup);
  assert.match(markup, /<svg x="48" y="\d+" width="352" height="198" viewBox="48 \d+ 352 198">/);
  const plane = linePlane(chart);
  assert.deepEqual([2, 4].map(plane.across), [plane.left, plane.right]);
  for (const value of [2, 2.5, 4]) assert.ok(Math.abs(plane.valueAt(plane.across(value)) - value) < 1e-9);
});

test('a band is drawn and named', () => {
  const { markup } = lineChart({
    id: 'c',
    title: 'T',
    series: [],
    band: {
      title: 'each',
      stretches: [
        [1, -7, 9],
        [2, 0, 0],
      ],
    },
    ...axes,
  });
  checkMarkup(markup);
  assert.match(markup, />each<\/text>/);
});

test('a chart without a single value is drawn without NaN', () => {
  const chart = render(
    lineChart({ id: 'c', title: 'T', series: [{ title: 'a', points: [[1, null]] }], ...axes }),
  );
  checkMarkup(chart);
  assert.doesNotMatch(chart, /NaN|Infinity/);
});
