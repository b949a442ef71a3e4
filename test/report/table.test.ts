import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvTable } from '../../src/report/csv-table.ts';
import { formatPercent } from '../../src/report/format.ts';
import { markdownTable } from '../../src/report/markdown-table.ts';
import type { Table } from '../../src/report/table.ts';
import { textTable } from '../../src/report/text-table.ts';
import { textWidth } from '../../src/report/text-width.ts';
import { tooWide } from './width-check.ts';

const table: Table = {
  columns: [
    { key: 'kind', title: 'kind', audience: 'programs' },
    { key: 'name', title: 'critic' },
    { key: 'share', title: 'error\nacc', align: 'right', format: (value) => formatPercent(Number(value)) },
    { key: 'n', title: 'n', align: 'right', audience: 'people' },
  ],
  rows: [
    { kind: 'critic', name: '数学 critic', share: 0.125, n: 8 },
    { kind: 'critic', name: 'é|*', share: null, n: 10 },
    { kind: 'baseline', name: 'last', share: 1, n: 10 },
  ],
  groups: [
    { row: 0, title: 'Critics' },
    { row: 2, title: 'Baselines' },
  ],
  notes: ['a note'],
};

test('a text table aligns by the columns that a terminal shows', () => {
  assert.equal(
    textTable(table),
    [
      '              error',
      'critic          acc   n',
      '───────────  ──────  ──',
      '数学 critic   12.5%   8',
      'é|*               —  10',
      '───────────  ──────  ──',
      'last         100.0%  10',
      '',
      'a note',
      '',
    ].join('\n'),
  );
});

test('a text table without rules, and with colour only when asked', () => {
  const plain = textTable({ ...table, notes: [] }, { rule: false });
  assert.doesNotMatch(plain, /─|\u001b/);
  assert.match(textTable(table, { colour: true }), /\u001b\[1mcritic.*\u001b\[0m/);
});

test('a table without rows or columns is still a table', () => {
  assert.equal(textTable({ columns: [], rows: [] }), '\n\n');
  assert.equal(textTable({ columns: table.columns, rows: [] }).split('\n').length, 4);
});

test('a Markdown table escapes what Markdown would read', () => {
  assert.equal(
    markdownTable(table),
    [
      '| critic | error acc | n |',
      '| --- | ---: | ---: |',
      '| 数学 critic | 12.5% | 8 |',
      '| é\\|\\* | — | 10 |',
      '| last | 100.0% | 10 |',
      '',
      '- a note',
      '',
    ].join('\n'),
  );
});

test('CSV has the values themselves, an empty field for null, and columns for programs', () => {
  assert.equal(csvTable(table), 'kind,name,share\ncritic,数学 critic,0.125\ncritic,é|*,\nbaseline,last,1\n');
});

test('CSV quotes what needs quotes and disarms formulas, but leaves negative numbers alone', () => {
  const hostile: Table = {
    columns: [{ key: 'a', title: 'a' }],
    rows: [{ a: '=1+1' }, { a: -0.5 }, { a: 'x,"y"\nz' }, { a: true }, { a: Number.NaN }],
  };
  assert.equal(csvTable(hostile), 'a\n\'=1+1\n-0.5\n"x,""y""\nz"\ntrue\n\n');
});

test('control characters and line ends in a cell cannot move the terminal', () => {
  const text = textTable({ columns: [{ key: 'a', title: 'a' }], rows: [{ a: 'x\u001b[2Jy\nz\u202e' }] });
  assert.match(text, /x\[U\+001B\]\[2Jy z\[U\+202E\]/);
  assert.doesNotMatch(text, /\u001b|\u202e/);
});

test('a huge cell is cut for people and whole for programs', () => {
  const huge = { columns: [{ key: 'a', title: 'a' }], rows: [{ a: 'x'.repeat(1_000_000) }] };
  assert.ok(textTable(huge).length < 2_000);
  assert.ok(csvTable(huge).length > 1_000_000);
});

test('widths of plain, wide, combining and emoji texts', () => {
  assert.deepEqual(['abc', '数学', 'e\u0301', '👩‍🔬', '√2 ≤ π', ''].map(textWidth), [3, 4, 1, 2, 6, 0]);
});

const wide: Table = {
  columns: [
    { key: 'name', title: 'name', wraps: true },
    ...Array.from({ length: 9 }, (_, at) => ({
      key: `c${at}`,
      title: `column ${at}`,
      align: 'right' as const,
    })),
    { key: 'verdict', title: 'verdict', wraps: true },
  ],
  rows: [
    { name: 'olympiadbench', c0: 0, c8: 8, verdict: 'the one is better than the other' },
    { name: 'gsm8k', c0: 1, c8: 9, verdict: 'tied' },
  ],
  groups: [{ row: 1, title: 'second' }],
  notes: [
    `  A note of more than a line: ${'word '.repeat(20)}latebench critic/all_errors/with-a-long-name`,
    'short',
  ],
};

test('a table too wide for a terminal continues below with its names; its notes are wrapped at spaces', () => {
  const text = textTable(wide);
  assert.deepEqual(tooWide(text), []);
  const [first, second, ...more] = text.split('\n\n');
  assert.match(first!, /^name +column 0 .*column [4-6]$/m);
  assert.match(second!, /^name +column [5-7] .*verdict$/m);
  for (const block of [first!, second!]) {
    assert.match(block, /^olympiadbench /m);
    assert.equal(block.match(/^─/gm)?.length, 2);
  }
  for (const at of wide.columns.keys()) {
    if (at < 9) assert.equal(text.match(new RegExp(`column ${at}\\b`, 'g'))?.length, 1, `column ${at}`);
  }
  const notes = more.join('\n\n').split('\n');
  assert.match(notes[0]!, /^ {2}A note/);
  assert.match(notes[1]!, /^ {2}word/);
  assert.equal(notes.at(-2), 'short');
  assert.match(notes.at(-3)!, /critic\/all_errors\/with-a-long-name$/);
});

test('a table that splitting does not help stays whole: texts of any length are not cut', () => {
  const paths: Table = {
    columns: [
      { key: 'setting', title: 'setting' },
      { key: 'value', title: 'value' },
      { key: 'n', title: 'n', align: 'right' },
    ],
    rows: [{ setting: 'home', value: `/${'folder/'.repeat(12)}`, n: 1 }],
  };
  assert.equal(textTable(paths).split('\n').length, 4);
  const onlyTexts = { ...paths, columns: paths.columns.slice(0, 2) };
  assert.match(textTable(onlyTexts), /^setting +value\n─+ {2}─+\nhome +\/(?:folder\/){12}\n$/);
});
