// Rows of the unified layout.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Solution } from '../../src/records/solution.ts';
import type { Row } from './adapting.ts';
import { bare, full, injection } from './export-samples.ts';
import { exported } from './exporting.ts';

const unifiedStep = (step_number: number, content: string, is_error = false) => ({
  importance: 'medium',
  reasoning_type: 'unknown',
  is_modified: false,
  step_number,
  content,
  is_error,
});
const idOf = (dataset: string, id: string): string =>
  `lb_${dataset}_${createHash('md5').update(`${dataset}_${id}`).digest('hex').slice(0, 8)}`;

test('latebench: a record with a natural error', () => {
  assert.deepEqual(exported('latebench', { ...full, meta: { note: 'n', competition: 'Cup', year: 2024 } }), {
    id: idOf('custom', '1'),
    source: {
      competition: 'Cup',
      year: 2024,
      dataset: 'custom',
      original_id: '1',
      difficulty: 3,
      subject: 'algebra',
      metadata: {
        has_errors: true,
        latebench_record: {
          subset: 'x',
          generator: 'g',
          task: 'code',
          error_source: 'natural',
          answer: '3',
          final_answer: '4',
          final_answer_correct: false,
          meta: { note: 'n' },
        },
      },
    },
    problem: { statement: 'p' },
    solution: {
      solution_method: 'analytical',
      steps: [unifiedStep(1, 'a'), unifiedStep(2, 'b', true), unifiedStep(3, 'c', true)],
      final_answer: '4',
      total_steps: 3,
    },
    error_injection: { error_info: null, has_errors: true },
    original_error_steps: [2, 3],
    processing: { status: 'processed' },
  });
});

test('latebench: a record with nothing but a problem, steps and a label', () => {
  assert.deepEqual(exported('latebench', bare), {
    id: idOf('latebench', 'b/1'),
    source: {
      dataset: 'latebench',
      original_id: 'b/1',
      difficulty: null,
      subject: null,
      metadata: {
        has_errors: false,
        latebench_record: { answer: null, final_answer: null, final_answer_correct: null, meta: {} },
      },
    },
    problem: { statement: 'p' },
    solution: {
      solution_method: 'analytical',
      steps: [unifiedStep(1, 'a'), unifiedStep(2, 'b'), unifiedStep(3, 'c')],
      final_answer: '',
      total_steps: 3,
    },
    error_injection: { error_info: null, has_errors: false },
    original_error_steps: [],
    processing: { status: 'processed' },
  });
  assert.equal((exported('latebench', { ...bare, answer: '3' }).solution as Row).final_answer, '3');
});

test('latebench: an accepted injection has both solutions', () => {
  const { error_step, ...others } = { ...injection };
  const row = exported('latebench', {
    ...full,
    injection,
    error_steps: [1],
    error_source: 'injected',
    critiques: [],
  });
  assert.deepEqual(row.solution, {
    solution_method: 'analytical',
    steps: [unifiedStep(1, 'a'), unifiedStep(2, 'o'), unifiedStep(3, 'u')],
    final_answer: '3',
    total_steps: 3,
  });
  assert.deepEqual(row.error_injection, {
    has_errors: true,
    success: true,
    injected_solution: {
      steps: [unifiedStep(1, 'a'), unifiedStep(2, 'b', true), unifiedStep(3, 'c')],
      final_answer: '4',
      total_steps: 3,
    },
    manual_suggestion: 'turn it',
    target_error_step: 2,
    error_info: {
      analysis: { error_type: 'sign' },
      explanation: { why_incorrect: 'b is false' },
      model: 'm',
    },
  });
  assert.deepEqual([row.injected_error_steps, row.original_error_steps], [[2], undefined]);
  const { metadata } = row.source as { metadata: Row };
  assert.equal('has_errors' in metadata, false, 'it would be read as one of the original');
  const { original_steps: _steps, ...kept } = { ...others, error_step };
  assert.deepEqual((metadata.latebench_record as Row).injection, kept);

  const least = {
    status: 'accepted' as const,
    original_steps: ['a', 'o'],
    verification: null,
    difficulty: null,
  };
  const bareRow = exported('latebench', { ...bare, answer: '9', injection: least, error_steps: [1] });
  assert.deepEqual(bareRow.error_injection, {
    ...{ has_errors: true, success: true, manual_suggestion: null, target_error_step: null },
    injected_solution: {
      steps: [unifiedStep(1, 'a'), unifiedStep(2, 'b', true), unifiedStep(3, 'c')],
      final_answer: '',
      total_steps: 3,
    },
    error_info: { analysis: { error_type: null }, explanation: { why_incorrect: null }, model: null },
  });
  const { steps, final_answer, total_steps } = bareRow.solution as Row;
  assert.deepEqual([steps, final_answer, total_steps], [[unifiedStep(1, 'a'), unifiedStep(2, 'o')], '9', 2]);
});

test('latebench: without the original steps, an injected record has one solution', () => {
  for (const change of [{ original_steps: null }, { original_steps: [] }, { status: 'clean' as const }]) {
    const row = exported('latebench', { ...full, injection: { ...injection, ...change } } as Solution);
    assert.deepEqual(
      (row.solution as { steps: Row[] }).steps.map(({ content }) => content),
      ['a', 'b', 'c'],
    );
    assert.deepEqual([row.injected_error_steps, row.original_error_steps], [undefined, [2, 3]]);
  }
});

test('latebench: what its row had is put back, unless the record says something else', () => {
  const kept = {
    id: 'lb_own',
    extra: 1,
    source: {
      dataset: 'old',
      url: 'u',
      metadata: { processbench_label: 7, note: 'm', latebench_record: { old: true } },
    },
    problem: { statement: 'old', constraints: null },
    solution: {
      solution_method: 'own',
      mine: 2,
      steps: ['a', 'b', 'c'].map((content) => ({
        content,
        importance: 'high',
        is_error: true,
        step_number: 9,
      })),
    },
    error_injection: { has_errors: false, manual_attempts: [1] },
    processing: { status: 'own', by: 'x' },
  };
  const row = (change: Partial<Solution> = {}, other: object = {}) =>
    exported('latebench', {
      ...full,
      error_steps: [1],
      meta: { latebench: { ...kept, ...other } },
      ...change,
    });
  const same = row();
  assert.deepEqual([same.id, same.extra, same.problem], ['lb_own', 1, { statement: 'p', constraints: null }]);
  assert.deepEqual(same.processing, { status: 'own', by: 'x' });
  const { metadata, ...source } = same.source as { metadata: Row };
  assert.deepEqual(source, {
    dataset: 'custom',
    url: 'u',
    original_id: '1',
    difficulty: 3,
    subject: 'algebra',
  });
  assert.deepEqual([metadata.note, metadata.processbench_label, metadata.has_errors], ['m', 1, true]);
  assert.deepEqual((metadata.latebench_record as Row).meta, {});
  assert.deepEqual(same.error_injection, { error_info: null, has_errors: true, manual_attempts: [1] });
  const { steps, ...solution } = same.solution as { steps: Row[] };
  assert.deepEqual(solution, { solution_method: 'own', mine: 2, final_answer: '4', total_steps: 3 });
  assert.deepEqual(steps[1], { ...unifiedStep(2, 'b', true), importance: 'high' });
  assert.equal(steps[0]!.is_error, false);

  const labelOf = (change: Partial<Solution>) =>
    ((row(change).source as Row).metadata as Row).processbench_label;
  assert.equal(labelOf({ error_steps: [] }), -1);
  assert.equal(labelOf({ error_steps: [1, 2] }), undefined, 'that label has one step');
  assert.equal(labelOf({ error_steps: null }), undefined);
  assert.equal(labelOf({ injection }), undefined, 'it was of another solution');
  assert.equal(row({}, { id: 5 }).id, idOf('custom', '1'));
  assert.equal((row({ steps: ['a', 'b'] }).solution as { steps: Row[] }).steps[0]!.importance, 'medium');
});

test('latebench: the first critique is its prediction, of the solution that it judged', () => {
  const critique = {
    critic: 'c',
    protocol: 'all_errors' as const,
    status: 'ok' as const,
    first_error: 1,
    error_steps: [1, 2],
    explanations: { 1: 'no', 2: 'nor' },
    model: 'm',
  };
  const of = (change: object, more: Partial<Solution> = {}) =>
    exported('latebench', {
      ...full,
      critiques: [
        { ...critique, ...change },
        { ...critique, critic: 'd', model: 'd' },
      ],
      ...more,
    } as Solution);
  const prediction = {
    has_errors: true,
    error_steps: [2, 3],
    confidence_scores: {},
    explanations: { 2: 'no', 3: 'nor' },
    model_version: 'm',
    success: true,
  };
  const original = (change: object) => of(change).critic_predictions_original;
  assert.deepEqual(original({}), prediction);
  assert.equal(of({}).critic_predictions_injected, undefined);
  assert.deepEqual(of({}, { injection }).critic_predictions_injected, prediction);
  assert.equal(of({}, { injection }).critic_predictions_original, undefined);
  assert.deepEqual(original({ model: undefined, explanations: null }), {
    ...prediction,
    model_version: 'c',
    explanations: {},
  });
  assert.deepEqual(original({ error_steps: null }), { ...prediction, error_steps: [2] });
  assert.deepEqual(original({ error_steps: null, first_error: 0 }), { ...prediction, error_steps: [1] });
  for (const none of [
    { error_steps: [], first_error: -1 },
    { error_steps: null, first_error: -1 },
    { error_steps: null, first_error: null },
  ])
    assert.deepEqual(original(none), { ...prediction, has_errors: false, error_steps: [] });
  assert.deepEqual(original({ status: 'failed' }), {
    ...prediction,
    has_errors: false,
    error_steps: [],
    success: false,
  });
  assert.equal('critic_predictions_original' in exported('latebench', { ...full, critiques: [] }), false);
});
