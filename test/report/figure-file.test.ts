// A figure as a file of its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barChart } from '../../src/report/bar-chart.ts';
import { figureFile } from '../../src/report/figure-file.ts';
import { element } from '../../src/report/markup.ts';

const chart = barChart({
  id: 'subjects',
  title: 'Subjects',
  rows: [
    { label: 'algebra & <more>', values: [0.75] },
    { label: 'geometry', values: [0.25] },
  ],
});

test('a figure that is alone has a size, a ground, a font and its title in sight', () => {
  const file = figureFile('Subjects & more', chart);
  const [, width, height] = /^<svg [^>]*viewBox="0 0 (\d+) (\d+)" width="\d+" height="\d+"/.exec(file) ?? [];
  assert.ok(Number(width) > 420 && Number(height) > 60, file.slice(0, 200));
  assert.match(file, /font-family="system-ui, /);
  assert.match(file, new RegExp(`<rect width="${width}" height="${height}" fill="`));
  assert.match(file, />Subjects &amp; more<\/text>/);
  assert.equal(file.match(/<svg /g)?.length, 2);
  assert.match(file, /<svg x="20" y="48" width="420" height="\d+(\.\d+)?" viewBox="0 0 420 /);
  assert.doesNotMatch(file, /<more>/);
  assert.ok(file.endsWith('</svg>\n'));
});

test('what is no chart is no figure', () => {
  assert.throws(() => figureFile('nothing', element('p', {}, 'text')), /made of one chart/);
});
