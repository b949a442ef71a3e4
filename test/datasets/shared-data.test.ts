// Every file of ../shared/data goes in completely, and each label is what the file says, read here a second time
// and in another way. Prints a table; skips, and says so, where the files are absent.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { adaptRows } from '../../src/datasets/adapt.ts';
import { problemSchema, type Solution, solutionSchema } from '../../src/records/solution.ts';
import { readInput } from '../../src/storage/input.ts';
import type { BadRow } from '../../src/storage/rows.ts';
import { collectGroups } from '../support/bytes.ts';
import { testData } from '../support/test-data.ts';
import type { Row } from './adapting.ts';

const root = `${testData}/data`;

/** What the file says is wrong, 0-based; null = it says nothing. */
type Label = (row: Row) => number[] | null;

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((inner, key) => (inner as Row | null | undefined)?.[key], value);
const flags = (steps: unknown, key: string): number[] =>
  (steps as Row[]).flatMap((step, index) => (step[key] === true ? [index] : []));

const unknown: Label = () => null;
const processbench: Label = ({ label }) => (label === -1 ? [] : [label as number]);
const deltabench: Label = ({ reason_error_section_numbers: numbers }) =>
  (numbers as number[]).map((number) => number - 1).sort((a, b) => a - b);
const trajectory: Label = (row) =>
  at(row, 'label', 'finish_reason') === 'found_error'
    ? [(at(row, 'label', 'steps') as Row[]).length - 1]
    : [];
const unified: Label = (row) => {
  const label = at(row, 'source', 'metadata', 'processbench_label');
  return typeof label === 'number'
    ? processbench({ label })
    : flags(at(row, 'solution', 'steps'), 'is_error');
};
const injected: Label = (row) => flags(at(row, 'injection_result', 'modified_solution', 'steps'), 'error');

interface Expected {
  readonly path: string;
  readonly adapter: string;
  readonly rows: number;
  readonly label: Label;
  readonly withoutSteps?: true;
  /** Rows that are there twice, to the letter: without an id of their own they have one id. */
  readonly repeated?: number;
}

const files: readonly Expected[] = [
  { path: 'aime/aime_2024.jsonl', adapter: 'aime', rows: 30, label: unknown, withoutSteps: true },
  { path: 'aime/aime_2025.jsonl', adapter: 'aime', rows: 30, label: unknown, withoutSteps: true },
  { path: 'deltabench/Deltabench_v1_examples.jsonl', adapter: 'deltabench', rows: 9, label: deltabench },
  { path: 'gsm8k/test.jsonl', adapter: 'gsm8k', rows: 1319, label: unknown },
  {
    path: 'latebench/general_injection_results.json',
    adapter: 'latebench-injections',
    rows: 100,
    label: injected,
  },
  {
    path: 'latebench/latebench_processbench_olympiadbench_complete.json',
    adapter: 'latebench',
    rows: 17,
    label: unified,
  },
  { path: 'math/math500_test.jsonl', adapter: 'math', rows: 500, label: unknown },
  { path: 'numinamath/numinamath_subset_raw.json', adapter: 'numinamath', rows: 102, label: unknown },
  { path: 'olympiadbench/test.jsonl', adapter: 'olympiadbench', rows: 675, label: unknown },
  { path: 'omnimath/omni_math_rule.jsonl', adapter: 'omnimath', rows: 2821, label: unknown, repeated: 5 },
  { path: 'prm800k/latebench_prm800k_phase2_100.json', adapter: 'latebench', rows: 100, label: unified },
  { path: 'prm800k/openr_samples_prm800k.jsonl', adapter: 'prm800k', rows: 6, label: trajectory },
  {
    path: 'prm800k/tongyx361_prm800k-phase1-test-example.json',
    adapter: 'prm800k',
    rows: 1,
    label: trajectory,
  },
  {
    path: 'prm800k/tongyx361_prm800k-phase2-test-example.json',
    adapter: 'prm800k',
    rows: 1,
    label: trajectory,
  },
  { path: 'processbench/gsm8k.json', adapter: 'processbench', rows: 400, label: processbench },
  { path: 'processbench/math.json', adapter: 'processbench', rows: 1000, label: processbench },
  { path: 'processbench/olympiadbench.json', adapter: 'processbench', rows: 1000, label: processbench },
];

/** The file's rows by JSON.parse: the other way of reading. */
function rowsOf(path: string): Row[] {
  const text = readFileSync(path, 'utf8');
  if (path.endsWith('.jsonl'))
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value : [value as Row];
}

/** One object over many lines is no JSONL: such a file is handed on as JSON.parse reads it. */
function openRows(
  path: string,
  rows: readonly Row[],
  onBad: (bad: BadRow) => void,
): AsyncIterable<readonly Row[]> {
  if (rows.length > 1 || path.endsWith('.jsonl')) return readInput(path, { onBad });
  return (async function* () {
    yield rows;
  })();
}

function countLabels(records: readonly Row[]): { errors: number; clean: number; unlabelled: number } {
  const labels = records.map(({ error_steps: steps }) => steps as number[] | null);
  const errors = labels.filter((steps) => steps !== null && steps.length > 0).length;
  const clean = labels.filter((steps) => steps?.length === 0).length;
  return { errors, clean, unlabelled: labels.length - errors - clean };
}

const header = ['file', 'adapter', 'rows', 'records', 'dropped', 'errors', 'clean', 'unlabelled', 'steps'];
const line = (cells: readonly unknown[]): string =>
  cells
    .map((cell, index) => String(cell)[index < 2 ? 'padEnd' : 'padStart']([58, 21][index] ?? 10))
    .join(' ');

test('every file of ../shared/data goes in completely, with the labels it has', async (t) => {
  if (!existsSync(root)) {
    t.skip(`${root} is absent: no dataset was read`);
    return;
  }
  t.diagnostic(line(header));
  for (const { path, adapter, rows: count, label, withoutSteps, repeated = 0 } of files) {
    const full = `${root}/${path}`;
    const rows = rowsOf(full);
    const bad: BadRow[] = [];
    const reported: string[] = [];
    const onBad = (row: BadRow): void => void bad.push(row);
    const records = await collectGroups(
      adaptRows(openRows(full, rows, onBad), { source: full, onBad, say: (words) => reported.push(words) }),
    );
    assert.deepEqual(bad, [], path);
    assert.equal(rows.length, count, path);
    assert.equal(records.length, count, path);
    assert.ok(reported[0]?.includes(`read as ${adapter} rows`), reported[0]);
    assert.deepEqual(
      records.map(({ error_steps: steps }) => steps),
      rows.map(label),
      `labels of ${path}`,
    );
    for (const record of records) (withoutSteps === true ? problemSchema : solutionSchema).parse(record);
    assert.equal(
      records.filter((record) => 'steps' in record).length,
      withoutSteps === true ? 0 : count,
      path,
    );
    assert.equal(new Set(records.map(({ id }) => id)).size, count - repeated, `ids of ${path}`);
    const steps = records.map((record) => (record as Partial<Solution>).steps?.length ?? 0);
    const { errors, clean, unlabelled } = countLabels(records);
    const range = `${Math.min(...steps)}-${Math.max(...steps)}`;
    t.diagnostic(line([path, adapter, count, records.length, bad.length, errors, clean, unlabelled, range]));
  }
});
