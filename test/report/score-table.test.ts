import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breakdownTables } from '../../src/report/breakdown-tables.ts';
import { csvTable } from '../../src/report/csv-table.ts';
import { intervalTable } from '../../src/report/interval-table.ts';
import { markdownTable } from '../../src/report/markdown-table.ts';
import { scoreCsvTable } from '../../src/report/score-csv-table.ts';
import { sections } from '../../src/report/score-figures.ts';
import { scoreHtml } from '../../src/report/score-html.ts';
import { headlineTables, scoreNotes, scoreTables } from '../../src/report/score-table.ts';
import { severalTables } from '../../src/report/several-tables.ts';
import { simulationNotice } from '../../src/report/simulation.ts';
import { textTable } from '../../src/report/text-table.ts';
import { wrapped } from '../../src/report/wrap-columns.ts';
import { checkMarkup } from './markup-check.ts';
import { critic, scoreOf } from './score-fixture.ts';
import { tooWide } from './width-check.ts';

test('critics come first, then the baselines; micro and macro averages, then lift, meaning and what was skipped', () => {
  const tables = scoreTables(scoreOf([critic('gpt-4o/first_error')]));
  assert.equal(
    severalTables(tables.slice(0, 3), { form: 'text' }),
    `First error (ProcessBench)

                        error  correct          mean
critic               n    acc      acc     F1     F1    FPR  exact
──────────────────  ──  ─────  ───────  ─────  ─────  ─────  ─────
gpt-4o/first_error  20  40.0%    80.0%  53.3%  53.3%  20.0%  50.0%
──────────────────  ──  ─────  ───────  ─────  ─────  ─────  ─────
last_third          20  10.0%    80.0%   0.0%   0.0%  20.0%  50.0%
random              20   5.0%    80.0%   8.3%   8.3%  20.0%  50.0%

Error detection

critic              accuracy      P      R     F1  unparsed  failed
──────────────────  ────────  ─────  ─────  ─────  ────────  ──────
gpt-4o/first_error     60.0%  36.4%  40.0%  38.1%         2       1
──────────────────  ────────  ─────  ─────  ─────  ────────  ──────
last_third             60.0%  36.4%  40.0%  38.1%         2       1
random                 60.0%  36.4%  40.0%  38.1%         2       1

Steps (DeltaBench)

                    micro  micro  micro  macro  macro  macro
                     step   step   step   step   step   step
critic                  P      R     F1      P      R     F1
──────────────────  ─────  ─────  ─────  ─────  ─────  ─────
gpt-4o/first_error  20.0%  60.0%  30.0%  25.0%  65.0%  35.0%
──────────────────  ─────  ─────  ─────  ─────  ─────  ─────
last_third          20.0%  60.0%  32.0%  25.0%  65.0%  35.0%
random              20.0%  60.0%      —  25.0%  65.0%  35.0%

Lift over the best baseline on the same records, in percentage points:
  gpt-4o/first_error: F1 +45.0 (random), step F1 −2.0 (last_third)
F1: ProcessBench, over all solutions. n: solutions scored.
Mean F1: plain mean of the subsets' ProcessBench F1.
Detection: a wrong step is a false and an uncaught error. Accuracy: (TP+TN)/n.
Steps: cut first. Micro: over all solutions; macro: mean over erroneous ones.
Not scored, of 23 records: 2 with a rejected injection, 1 without a label.
`,
  );
});

test('every form has the numbers of every section', () => {
  const score = scoreOf([critic('a')]);
  const headings = headlineTables(score).flatMap(({ table }) => table.columns.map(({ title }) => title));
  assert.ok(headings.length > 15);
  const [markdown, page] = [
    severalTables(scoreTables(score), { form: 'md' }),
    scoreHtml({ title: 't', facts: { models: {} }, score }),
  ];
  const { text } = checkMarkup(page);
  for (const title of headings) {
    assert.ok(markdown.includes(`| ${title.replaceAll('\n', ' ')} |`), title);
    assert.ok(text.replaceAll('\n', ' ').includes(title.replaceAll('\n', ' ')), title);
  }
  const { columns } = scoreCsvTable(score);
  for (const { figures } of sections) {
    for (const { key } of figures)
      assert.ok(
        columns.some((column) => column.key === key),
        key,
      );
  }
});

test('tables fit 80 columns, whatever the name of a critic and its numbers', () => {
  const name = 'latebench-sim/critic-with-a-name-that-nobody-would-type/first_error/v8';
  const perfect = { ...critic(name, 1, 1), n: 3400 };
  const score = scoreOf([perfect, critic('b')]);
  const warned = { ...score, warnings: [`one of the records ${'has a rather long warning '.repeat(6)}`] };
  const text = severalTables(scoreTables(warned), { form: 'text' });
  assert.deepEqual(tooWide(text), []);
  assert.ok(text.includes(`  ${name}: F1`), 'names in sentences are not broken: they are there to be copied');
  assert.equal(wrapped(name, 20).join(''), name);
});

test('CSV has fractions, an empty field for what is undefined, and says what is a baseline', () => {
  const [header, first, second] = csvTable(
    scoreCsvTable(scoreOf([{ ...critic('a', null, null), by: {} }])),
  ).split('\n');
  assert.match(
    header!,
    /^kind,critic,field,value,n,n_error,n_correct,error_acc,correct_acc,mean_of_subsets_f1,f1,/,
  );
  assert.match(
    header!,
    /,deltabench_micro_f1,deltabench_macro_precision,deltabench_macro_recall,deltabench_macro_f1,/,
  );
  assert.match(
    header!,
    /,detection_accuracy,detection_precision,detection_recall,detection_f1,simple_f1_score,n_unparsed,n_failed,/,
  );
  assert.match(
    first!,
    /^critic,a,,,20,10,10,,0\.8,,,0\.19999999999999996,0\.5,0\.2,0\.6,0\.3,0\.25,0\.65,0\.35,0\.6,/,
  );
  assert.match(second!, /^baseline,last_third,,,20,10,10,0\.1,0\.8,0,0,/);
  const [, whole, subset] = csvTable(scoreCsvTable(scoreOf([critic('a')]))).split('\n');
  const at = header!.split(',').indexOf('simple_f1_score');
  assert.deepEqual(
    [whole!.split(',')[at], subset!.split(',')[at]],
    ['0.5333', '0.5'],
    "evalscope's name: of all subsets, and of one",
  );
});

test('an undefined lift is a dash', () => {
  assert.match(
    scoreNotes(scoreOf([critic('a', 0.4, null)])).join('\n'),
    / {2}a: F1 —, step F1 −2\.0 \(last_third\)/,
  );
});

test('the notes say why F1 is undefined: the first records of ProcessBench are all erroneous', () => {
  const notesOf = (counts: object) =>
    scoreNotes({ ...scoreOf([{ ...critic('a', 0.4, null), ...counts }]), baselines: [] }).join('\n');
  assert.match(notesOf({ n_error: 20, n_correct: 0 }), /^F1 is undefined without correct solutions: /m);
  assert.match(notesOf({ n_error: 0, n_correct: 20 }), /^F1 is undefined without erroneous solutions: /m);
  assert.doesNotMatch(notesOf({}), /undefined/);
  assert.doesNotMatch(notesOf({ n: 0, n_error: 0, n_correct: 0 }), /undefined/);
});

test('the notes say that a simulation made the numbers, by a model or by the name of a critic', () => {
  const notes = (name: string, models: string[]) => scoreNotes(scoreOf([critic(name)]), models);
  assert.equal(notes('latebench-sim/critic/first_error', []).at(-1), simulationNotice);
  assert.equal(notes('mine', ['gpt-4o', 'latebench-sim/injector']).at(-1), simulationNotice);
  assert.ok(!notes('mine', ['gpt-4o']).includes(simulationNotice));
});

test('a score without critics has its baselines and no lift', () => {
  const text = severalTables(scoreTables(scoreOf([])), { form: 'text' });
  assert.match(text, /last_third/);
  assert.doesNotMatch(text, /Lift/);
});

test('a breakdown by one critic has a row for each value, with n and interval', () => {
  const [breakdown] = breakdownTables(scoreOf([critic('a')]));
  assert.equal(breakdown!.field, 'task');
  assert.equal(
    textTable(breakdown!.table),
    `               with  error   error acc  correct
task       n  error    acc    95% int.      acc
────────  ──  ─────  ─────  ──────────  ───────
algebra   20     10  50.0%  10.0–70.0%    80.0%
geometry  20     10      —           —    80.0%

                               micro
                                step       no
task         F1    FPR  exact     F1  verdict
────────  ─────  ─────  ─────  ─────  ───────
algebra   50.0%  20.0%  50.0%  30.0%        3
geometry  50.0%  20.0%  50.0%  30.0%        3
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

test('where no record has a label, that is said, and not that no critic has judged', () => {
  const none = { ...scoreOf([]), records: 3, skipped: { rejected: 0, failed: 0, unlabelled: 3 } };
  const notes = scoreNotes(none).join('\n');
  assert.match(notes, /No record has a label .*latebench view.*--label-key/);
  assert.doesNotMatch(notes, /No critic has judged/);
  const rejected = { ...none, skipped: { rejected: 2, failed: 1, unlabelled: 0 } };
  assert.match(scoreNotes(rejected).join('\n'), /injections were rejected or failed/);
  for (const records of [0, 4])
    assert.match(scoreNotes({ ...none, records }).join('\n'), /No critic has judged/);
});
