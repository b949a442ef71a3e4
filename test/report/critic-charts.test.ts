import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createComparison } from '../../src/metrics/comparison.ts';
import { createScore } from '../../src/metrics/score.ts';
import { comparisonTables } from '../../src/report/comparison-tables.ts';
import { criticCharts } from '../../src/report/critic-charts.ts';
import { scoreCsvTable } from '../../src/report/score-csv-table.ts';
import { detailTables } from '../../src/report/score-tables.ts';
import { severalTables } from '../../src/report/several-tables.ts';
import { says, solution, stated, voted } from '../metrics/records.ts';
import { checkMarkup } from './markup-check.ts';

function scored() {
  const score = createScore({
    bootstrap: 50,
    by: ['position_decile', 'nowhere'],
    threshold: { field: 'meta.split', dev: 'dev' },
  });
  for (let i = 0; i < 40; i += 1) {
    const label = i % 2 === 0 ? -1 : 5 + (i % 5);
    score.add(
      solution({
        problem: `p ${i}`,
        meta: { split: i % 4 < 2 ? 'dev' : 'test' },
        error_steps: label === -1 ? [] : [label],
        critiques: [
          voted([label, label, i % 10, -1], 'votes'),
          stated({ [Math.max(0, label)]: 0.8, 1: 0.2 }, 'states'),
        ],
      }),
    );
  }
  return score.result();
}

test('a critic with votes, confidences and a split gets a chart of each, which is well-formed and tells its numbers', () => {
  const charts = criticCharts(scored());
  assert.deepEqual(
    charts.map(({ title }) => title),
    [
      'First errors found, by position',
      'F1 by number of votes',
      'Calibration by the share of its votes',
      'Calibration by what it states',
      'Precision over recall on the test split',
      'Where states looks',
      'Where votes looks',
    ],
  );
  for (const { svg } of charts) {
    checkMarkup(svg.markup);
    assert.doesNotMatch(svg.markup, /NaN|undefined|Infinity/);
  }
  assert.match(charts[1]!.svg.markup, /votes: 1 vote \d/);
});

test('without critiques that tell more than an answer there are only the positions', () => {
  const score = createScore({ bootstrap: 0 });
  score.add(solution({ critiques: [says(-1)] }));
  assert.deepEqual(
    criticCharts(score.result()).map(({ title }) => title),
    ['Where toy looks'],
  );
  assert.deepEqual(criticCharts(createScore({ bootstrap: 0 }).result()), []);
});

test('tables below the headline name the critic where there are several, and leave out fields that no record has', () => {
  const tables = detailTables(scored());
  assert.deepEqual(
    tables.map(({ title }) => title),
    ['95% intervals', 'Operating point', 'By number of votes', 'Calibration', 'By position_decile'],
  );
  const text = severalTables(tables, { form: 'text' });
  assert.match(text, /^votes +F1 /m);
  assert.match(text, /a step counts when the stated confidence is at least 0\.5/);
  assert.match(severalTables(tables, { form: 'md' }), /^## 95% intervals\n\n\| critic \| figure \|/m);
});

test('CSV has critics, baselines and cells in one table with both ends of each interval', () => {
  const { columns, rows } = scoreCsvTable(scored());
  assert.ok(
    ['f1', 'f1_low', 'f1_high', 'field', 'value'].every((key) => columns.some((one) => one.key === key)),
  );
  const cell = rows.find(
    ({ critic, field, value }) => critic === 'votes' && field === 'position_decile' && value === '0.6-0.7',
  );
  assert.equal(cell!.n, 4);
  assert.equal(rows.filter(({ kind, field }) => kind === 'baseline' && field === null).length, 8);
});

test('a comparison says who is tied, and by how much the pairs differ', () => {
  const comparison = createComparison({ bootstrap: 100 });
  for (let i = 0; i < 60; i += 1) {
    const label = i % 2 === 0 ? -1 : 4;
    comparison.add(
      solution({
        id: `${i}`,
        problem: `p ${i}`,
        error_steps: label === -1 ? [] : [4],
        critiques: [says(label, 'good'), says(i % 3 === 0 ? label : 2, 'poor')],
      }),
    );
  }
  const text = severalTables(comparisonTables(comparison.result()), { form: 'text' });
  assert.match(text, /1 {2}good +60 +100\.0%/);
  assert.match(text, /2 {2}poor/);
  assert.match(text, /good {2}poor .* good is better/);
  assert.match(text, /Krippendorff's alpha/);
});
