import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breakdownTables } from '../../src/report/breakdown-tables.ts';
import { csvTable } from '../../src/report/csv-table.ts';
import { intervalTable } from '../../src/report/interval-table.ts';
import { markdownTable } from '../../src/report/markdown-table.ts';
import { scoreTable } from '../../src/report/score-table.ts';
import { simulationNotice } from '../../src/report/simulation.ts';
import { textTable } from '../../src/report/text-table.ts';
import { critic, scoreOf } from './score-fixture.ts';

test('critics come first, then the baselines, then lift, meaning and what was skipped', () => {
  assert.equal(
    textTable(scoreTable(scoreOf([critic('gpt-4o/first_error')]))),
    `                        error  correct          mean                 step   step   step
critic               n    acc      acc     F1     F1    FPR  exact      P      R     F1  unparsed  failed
──────────────────  ──  ─────  ───────  ─────  ─────  ─────  ─────  ─────  ─────  ─────  ────────  ──────
gpt-4o/first_error  20  40.0%    80.0%  53.3%  53.3%  20.0%  50.0%  20.0%  60.0%  30.0%         2       1
──────────────────  ──  ─────  ───────  ─────  ─────  ─────  ─────  ─────  ─────  ─────  ────────  ──────
last_third          20  10.0%    80.0%   0.0%   0.0%  20.0%  50.0%  20.0%  60.0%  32.0%         2       1
random              20   5.0%    80.0%   8.3%   8.3%  20.0%  50.0%  20.0%  60.0%      —         2       1

Lift over the best baseline on the same records, in percentage points:
  gpt-4o/first_error: F1 +45.0 (random), step F1 −2.0 (last_third)
Mean F1: plain mean of the subsets' ProcessBench F1. F1: ProcessBench, over all solutions. Step P, R, F1: DeltaBench micro, cut first. n: solutions scored.
Not scored, of 23 records: 2 with a rejected injection, 1 without a label.
`,
  );
});

test('CSV has fractions, an empty field for what is undefined, and says what is a baseline', () => {
  assert.equal(
    csvTable(scoreTable(scoreOf([critic('a', null, null)]))),
    `kind,critic,n,error_acc,correct_acc,f1,mean_of_subsets_f1,false_positive_rate,exact,deltabench_micro_precision,deltabench_micro_recall,deltabench_micro_f1,n_unparsed,n_failed
critic,a,20,,0.8,,,0.19999999999999996,0.5,0.2,0.6,0.3,2,1
baseline,last_third,20,0.1,0.8,0,0,0.19999999999999996,0.5,0.2,0.6,0.32,2,1
baseline,random,20,0.05,0.8,0.0833,0.0833,0.19999999999999996,0.5,0.2,0.6,,2,1
`,
  );
});

test('an undefined lift is a dash', () => {
  assert.match(
    textTable(scoreTable(scoreOf([critic('a', 0.4, null)]))),
    / {2}a: F1 —, step F1 −2\.0 \(last_third\)/,
  );
});

test('the table says that a simulation made the numbers, by a model or by the name of a critic', () => {
  const notes = (name: string, models: string[]) => scoreTable(scoreOf([critic(name)]), models).notes ?? [];
  assert.equal(notes('latebench-sim/critic/first_error', []).at(-1), simulationNotice);
  assert.equal(notes('mine', ['gpt-4o', 'latebench-sim/injector']).at(-1), simulationNotice);
  assert.ok(!notes('mine', ['gpt-4o']).includes(simulationNotice));
});

test('a score without critics has its baselines and no lift', () => {
  const text = textTable(scoreTable(scoreOf([])));
  assert.match(text, /last_third/);
  assert.doesNotMatch(text, /Lift/);
});

test('a breakdown by one critic has a row for each value, with n and interval', () => {
  const [breakdown] = breakdownTables(scoreOf([critic('a')]));
  assert.equal(breakdown!.field, 'task');
  assert.equal(
    textTable(breakdown!.table),
    `               with  error     error acc  correct                        step   not
task       n  error    acc  95% interval      acc     F1    FPR  exact     F1  read
────────  ──  ─────  ─────  ────────────  ───────  ─────  ─────  ─────  ─────  ────
algebra   20     10  50.0%    10.0–70.0%    80.0%  50.0%  20.0%  50.0%  30.0%     3
geometry  20     10      —             —    80.0%  50.0%  20.0%  50.0%  30.0%     3
`,
  );
});

test('a breakdown by several critics names the value in every row, also for people, and CSV has both columns', () => {
  const [breakdown] = breakdownTables(scoreOf([critic('a'), critic('b')]));
  const { rows, groups } = breakdown!.table;
  assert.deepEqual(
    rows.map(({ value, critic: name }) => [value, name]),
    [
      ['algebra', 'a'],
      ['algebra', 'b'],
      ['geometry', 'a'],
      ['geometry', 'b'],
    ],
  );
  assert.deepEqual(groups, [
    { row: 0, title: '' },
    { row: 2, title: '' },
  ]);
  assert.match(
    textTable(breakdown!.table),
    /^task +critic[\s\S]*^algebra +a [\s\S]*^algebra +b [\s\S]*^geometry +a /m,
  );
  assert.match(markdownTable(breakdown!.table), /^\| geometry \| b \|/m);
  assert.match(csvTable(breakdown!.table), /^value,critic,n,n_error,error_acc,low,high,/);
});

test('intervals are shown with the figure they belong to, others are left to JSON', () => {
  assert.equal(
    textTable(intervalTable(scoreOf([critic('a')]))!),
    `figure     value  95% interval
─────────  ─────  ────────────
error acc  40.0%    16.8–68.7%
`,
  );
  assert.equal(intervalTable(scoreOf([])), null);
});
