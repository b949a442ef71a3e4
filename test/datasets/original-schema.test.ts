// Rows of the original schema of injections, and results of injections, as records.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { solutionSchema } from '../../src/records/solution.ts';
import { adaptOne, type Row } from './adapting.ts';
import { injectionRow, latebenchRow } from './source-rows.ts';

function unified(metadata: Row, change: Row = {}): Row {
  return { ...latebenchRow, source: { ...(latebenchRow.source as Row), metadata }, ...change };
}

test('rows of the original schema say what is wrong in other places too, and silence is not "correct"', async () => {
  const unflagged = {
    steps: [
      { step_number: 1, content: 'a' },
      { step_number: 2, content: 'b' },
    ],
  };
  for (const [row, expected] of [
    [unified({}), [1]],
    [unified({}, { solution: unflagged }), null],
    [unified({ has_errors: false }, { solution: unflagged }), []],
    [unified({ has_errors: true }, { solution: unflagged }), null],
    [unified({}, { solution: unflagged, original_error_steps: [2] }), [1]],
    [unified({}, { natural_error_annotation: { first_error_step: 1, is_correct: false } }), [0]],
    [unified({}, { natural_error_annotation: { is_correct: true } }), []],
  ] as const) {
    assert.deepEqual((await adaptOne(row)).error_steps, expected);
  }
});

test('an injected solution of the original schema is the one that is judged', async () => {
  const record = await adaptOne({
    ...latebenchRow,
    error_injection: {
      has_errors: true,
      success: true,
      injected_solution: { steps: [{ content: 'a' }, { content: 'x' }], final_answer: '4' },
      target_error_step: 2,
      manual_suggestion: 'drop a case',
      error_info: {
        model: 'm',
        analysis: { error_type: 'missing_case' },
        explanation: { why_incorrect: 'w' },
      },
    },
    injected_error_steps: [2],
    critic_predictions_injected: {
      has_errors: true,
      error_steps: [2],
      explanations: { '2': 'no' },
      model_version: 'm4',
      success: true,
    },
  });
  assert.deepEqual([record.steps, record.error_steps, record.error_source], [['a', 'x'], [1], 'injected']);
  const { injection, critiques } = solutionSchema.parse(record);
  assert.deepEqual(injection?.original_steps, ['a', 'b', 'c']);
  assert.deepEqual(
    [injection?.mode, injection?.comment, injection?.error_type],
    ['manual', 'drop a case', 'missing_case'],
  );
  assert.deepEqual(critiques?.[0]?.error_steps, [1]);
  assert.deepEqual(critiques?.[0]?.explanations, { '1': 'no' });
});

test('a call that failed in the original schema is no verdict', async () => {
  const record = await adaptOne({
    ...latebenchRow,
    critic_predictions_original: { has_errors: false, error_steps: [], success: false },
  });
  const { critiques } = solutionSchema.parse(record);
  assert.deepEqual([critiques?.[0]?.status, critiques?.[0]?.first_error], ['failed', null]);
});

test('an injection result takes the flagged step, and says whether the analysis named another', async () => {
  const record = solutionSchema.parse(await adaptOne(injectionRow));
  assert.deepEqual(
    [record.steps, record.error_steps, record.error_source],
    [['a', 'b', 'x', 'y'], [2], 'injected'],
  );
  assert.deepEqual([record.answer, record.final_answer], [null, '5'], '"See solution" is no answer');
  const { injection } = record;
  assert.deepEqual(
    [injection?.status, injection?.error_step, injection?.error_type, injection?.model, injection?.attempts],
    ['accepted', 2, 'logical_error', 'm', 2],
  );
  assert.equal(record.meta?.label_agrees, true);
  const result = injectionRow.injection_result as Row;
  const elsewhere = {
    ...injectionRow,
    injection_result: { ...result, error_analysis: { selected_error_step: 1 } },
  };
  const other = await adaptOne(elsewhere);
  assert.deepEqual([other.error_steps, (other.meta as Row).label_agrees], [[2], false]);
});

test('an injection that failed keeps the original steps, and nothing is known about them', async () => {
  const record = solutionSchema.parse(
    await adaptOne({
      ...injectionRow,
      success: false,
      injection_result: { success: false, error_message: 'e' },
    }),
  );
  assert.deepEqual(
    [record.steps, record.error_steps, record.injection?.status],
    [['a', 'b', 'c'], null, 'failed'],
  );
});
