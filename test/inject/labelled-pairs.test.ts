// The gate as a classifier: 300 pairs that were labelled twice, blindly, without knowing where each came from or what the gate says
// (test/inject/labelled/guide.md).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textTable } from '../../src/report/text-table.ts';
import { faults } from './labelled/faults.ts';
import { agreement, labelledPairs, labelling } from './labelled/figures.ts';

const [a, b] = [labelling('a'), labelling('b')];

test('each pair has two labellings, in the words of the guide', () => {
  const { all, present } = labelledPairs();
  assert.equal(all, 300);
  assert.ok(present.size === 300 || present.size === 200, `${present.size}`);
  for (const labels of [a, b]) {
    assert.equal(labels.size, 300);
    for (const [id, seen] of labels)
      for (const fault of seen) assert.ok(faults.includes(fault), `${id} ${fault}`);
  }
});

test('the two labellings agree far beyond chance, overall and on every fault', (t) => {
  const { fine, overall, faults: rows } = agreement(a, b);
  const columns = [
    { key: 'fault', title: 'fault', align: 'left' as const },
    ...['a', 'b', 'both', 'kappa'].map((key) => ({ key, title: key, align: 'right' as const })),
  ];
  const said = (value: number | null): string => (value === null ? '-' : value.toFixed(2));
  const table = textTable({ columns, rows: rows.map((row) => ({ ...row, kappa: said(row.kappa) })) });
  t.diagnostic(`\nfine or not: ${said(fine)}; all faults: ${said(overall)}\n${table}`);
  assert.deepEqual([said(fine), said(overall)], ['1.00', '0.94']);
  for (const { fault, kappa } of rows) assert.ok(kappa !== null && kappa > 0.6, `${fault} ${kappa}`);
});
