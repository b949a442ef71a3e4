// The gate on the 100 injections that the original project made without one. The counts are pinned: a check that
// starts to find more or less of them changed its meaning. docs/injection.md explains ten of them.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Gate } from '../../src/inject/gate/check.ts';
import { gateOf, textChecks } from '../../src/inject/gate/gate.ts';
import { regionOf } from '../../src/inject/region.ts';
import { readInjectReply } from '../../src/inject/reply.ts';
import { textTable } from '../../src/report/text-table.ts';
import { testData } from '../support/test-data.ts';

const path = `${testData}/data/latebench/general_injection_results.json`;
const skip = existsSync(path) ? false : `${path} is not here`;

interface Row {
  readonly example_id: string;
  readonly raw_example: { readonly problem: { readonly statement: string }; readonly solution: string };
  readonly injection_result: {
    readonly modified_solution: {
      readonly steps: readonly {
        readonly step_num: number;
        readonly content: string;
        readonly error?: boolean;
      }[];
      readonly final_answer: string;
    };
    readonly error_analysis: { readonly selected_error_step: number };
    readonly error_explanation: { readonly why_incorrect: string };
    readonly metadata: { readonly num_original_steps: number };
  };
}

/** The numbered steps that the original project's prompt showed: sentences of more than ten characters. */
function shownSteps({ raw_example }: Row): string[] {
  return raw_example.solution
    .split(/[.!?]+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 10);
}

function gateFor(row: Row): Gate {
  const { modified_solution, error_analysis, error_explanation } = row.injection_result;
  const { steps, final_answer } = modified_solution;
  const original = shownSteps(row);
  const problem = row.raw_example.problem.statement;
  const read = readInjectReply(
    JSON.stringify({
      target_step: error_analysis.selected_error_step,
      error_steps: steps.filter(({ error }) => error === true).map(({ step_num }) => step_num),
      steps: steps.map(({ step_num, content }) => ({ step: step_num, text: content })),
      final_answer,
      explanation: error_explanation.why_incorrect,
    }),
  );
  if (read.kind === 'declined') throw new Error('none of these declines');
  if (read.kind === 'unreadable') {
    const shape = { shape: { ok: false, detail: read.reason } };
    return { ...shape, ...textChecks({ problem, original }, { before: original, after: read.texts }) };
  }
  const region = regionOf(original.length, 'last-third', null);
  assert.ok(region !== null);
  const input = { problem, original, originalAnswer: null, region, asked: null, proposal: read.proposal };
  return gateOf(input, new Set());
}

const expected = {
  accepted: 0,
  // One more than the numbering: an escape in a reply of one backslash that can be read in two ways.
  shape: 6,
  region: 12,
  target: 43,
  prefix: 93,
  one_error: 1,
  step_count: 26,
  text_changed: 7,
  // Two of them because it cannot be decided whether the answers differ: families of numbers, and an inequality of sums.
  answer_changed: 52,
  answer_stated: 33,
  reasoning: 0,
  consistent: 3,
  undone: 0,
  ending: 35,
  language: 0,
  leftovers: 0,
  no_leak: 5,
  latex: 10,
  escapes: 0,
  length: 22,
  style: 12,
  fresh: 0,
};

test('finds in the 100 real injections what is wrong with them', { skip }, (t) => {
  const rows = JSON.parse(readFileSync(path, 'utf8')) as Row[];
  assert.equal(rows.length, 100);
  const counts: Record<string, number> = Object.fromEntries(Object.keys(expected).map((name) => [name, 0]));
  const failed = new Map<string, string[]>();
  for (const row of rows) {
    assert.equal(shownSteps(row).length, row.injection_result.metadata.num_original_steps, row.example_id);
    const names = Object.entries(gateFor(row)).flatMap(([name, { ok }]) => (ok ? [] : [name]));
    failed.set(row.example_id, names);
    for (const name of names.length === 0 ? ['accepted'] : names) counts[name] = (counts[name] ?? 0) + 1;
  }
  const table = {
    columns: [
      { key: 'check', title: 'check' },
      { key: 'refused', title: 'refused of 100', align: 'right' as const },
    ],
    rows: Object.entries(counts).map(([check, refused]) => ({ check, refused })),
  };
  t.diagnostic(`\n${textTable(table)}`);
  assert.deepEqual(counts, expected);
  // Beside the beginnings, which the original project had the model write anew, most have something else as well.
  const others = [...failed.values()].filter((names) => names.some((name) => name !== 'prefix'));
  assert.equal(others.length, 98);
});

/** The examples of docs/injection.md, with the checks that the page names. */
const explained: readonly (readonly [string, readonly string[]])[] = [
  ['lb_numinamath_0eee17ae', ['no_leak', 'answer_changed']],
  ['lb_numinamath_ae2ff13b', ['no_leak']],
  ['lb_numinamath_46492dc7', ['shape', 'no_leak']],
  ['lb_numinamath_114b0e1a', ['target', 'text_changed', 'answer_changed']],
  ['lb_numinamath_3a83efb9', ['region', 'target', 'length']],
  ['lb_numinamath_b5fce19c', ['one_error', 'region']],
  ['lb_numinamath_c956b496', ['latex', 'target', 'answer_changed']],
  ['lb_numinamath_dbe333cc', ['consistent', 'target']],
  ['lb_numinamath_46dc5af7', ['latex', 'prefix']],
  ['lb_numinamath_b01127c5', ['style', 'region', 'target']],
];

test('the examples that the documentation explains fail the checks that it names', { skip }, () => {
  const rows = JSON.parse(readFileSync(path, 'utf8')) as Row[];
  const page = readFileSync('docs/injection.md', 'utf8');
  for (const [id, names] of explained) {
    assert.ok(page.includes(id), `${id} is not in docs/injection.md`);
    const row = rows.find(({ example_id }) => example_id === id);
    assert.ok(row !== undefined);
    const gate = gateFor(row);
    for (const name of names) assert.equal(gate[name]?.ok, false, `${id} ${name}`);
  }
});
