// Rows for the benchmarks of critics: ProcessBench, DeltaBench, PRM800K.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Solution } from '../../src/records/solution.ts';
import type { Row } from './adapting.ts';
import { bare, full } from './export-samples.ts';
import { exported } from './exporting.ts';

test('processbench and evalscope', () => {
  const row = {
    id: 'custom/x/1',
    generator: 'g',
    problem: 'p',
    steps: ['a', 'b', 'c'],
    final_answer_correct: false,
    label: 1,
  };
  assert.deepEqual(exported('processbench', full), row);
  assert.deepEqual(exported('evalscope', full), { ...row, subset: 'x' });
  const least = {
    id: 'b/1',
    generator: null,
    problem: 'p',
    steps: ['a', 'b', 'c'],
    final_answer_correct: null,
    label: -1,
  };
  assert.deepEqual(exported('processbench', bare), least);
  assert.deepEqual(exported('evalscope', bare), { ...least, subset: 'default' });
  const own = { ...full, dataset: 'processbench' };
  assert.equal(exported('processbench', own).id, '1');
  assert.equal(exported('processbench', { ...own, original_id: null }).id, 'custom/x/1');
  assert.equal(exported('deltabench', own).id, 'custom/x/1', 'another source gave that id');
});

test('deltabench', () => {
  const section = (content: string) => ({ start: null, end: null, description: '', content });
  const row = {
    note: 'n',
    id: 'custom/x/1',
    task_l1: 'code',
    task_l2: 'algebra',
    level: 3,
    question: 'p',
    answer: '3',
    sections: ['a', 'b', 'c'].map(section),
    sections_content: 'section1: a\n\nsection2: b\n\nsection3: c',
    reason_error_section_numbers: [2, 3],
    reason_unuseful_section_numbers: [],
    final_correct: 0,
  };
  const own = { ...full, dataset: 'deltabench', meta: { note: 'n', section_mismatch: true } };
  assert.deepEqual(exported('deltabench', own), { ...row, id: '1' });
  const { note: _note, ...others } = row;
  assert.deepEqual(exported('deltabench', full), others, 'fields of another source are none of these rows');
  assert.deepEqual(exported('deltabench', { ...bare, dataset: 'deltabench', final_answer_correct: true }), {
    id: 'b/1',
    task_l1: 'math',
    task_l2: '',
    level: '',
    question: 'p',
    answer: '',
    sections: ['a', 'b', 'c'].map(section),
    sections_content: 'section1: a\n\nsection2: b\n\nsection3: c',
    reason_error_section_numbers: [],
    reason_unuseful_section_numbers: [],
    final_correct: 1,
  });
  assert.equal(exported('deltabench', bare).final_correct, null);
});

test('a row of deltabench keeps its sections and numbers as long as they say the same', () => {
  const sections = ['a', 'b', 'c'].map((content) => ({ content, start: 1 }));
  const meta = {
    sections,
    sections_content: 'own',
    reason_error_section_numbers: [3, 2, 9],
    reason_unuseful_section_numbers: [1],
  };
  const of = (change: Partial<Solution>, own: object = {}) =>
    exported('deltabench', { ...full, dataset: 'deltabench', meta: { ...meta, ...own }, ...change });
  const kept = of({});
  assert.deepEqual([kept.sections, kept.sections_content], [sections, 'own']);
  assert.deepEqual(
    [kept.reason_error_section_numbers, kept.reason_unuseful_section_numbers],
    [[3, 2, 9], [1]],
  );
  assert.equal(
    of({}, { sections_content: undefined }).sections_content,
    'section1: a\n\nsection2: b\n\nsection3: c',
  );
  assert.deepEqual(of({ error_steps: [1] }).reason_error_section_numbers, [2]);
  assert.deepEqual(of({ error_steps: [] }).reason_error_section_numbers, []);
  assert.deepEqual(of({}, { reason_error_section_numbers: 'x' }).reason_error_section_numbers, [2, 3]);
  const made = [
    of({ steps: ['a', 'b', 'x'] }),
    of({ steps: ['a', 'b', 'c', 'd'] }),
    of({}, { sections: 'abc' }),
    of({}, { sections: sections.slice(1) }),
  ];
  for (const row of made) {
    assert.equal((row.sections as Row[])[0]!.start, null);
    assert.match(String(row.sections_content), /^section1: a\n\nsection2: b/);
  }
});

test('prm800k', () => {
  const rated = (text: string, rating: number) => ({
    completions: [{ text, rating, flagged: null }],
    human_completion: null,
    chosen_completion: rating === 1 ? 0 : null,
  });
  const row = {
    id: 'custom/x/1',
    labeler: null,
    timestamp: null,
    generation: null,
    is_quality_control_question: false,
    is_initial_screening_question: false,
    question: {
      problem: 'p',
      ground_truth_answer: '3',
      ground_truth_solution: null,
      pre_generated_steps: ['a', 'b', 'c'],
      pre_generated_answer: '4',
      pre_generated_verifier_score: null,
    },
    label: { steps: [rated('a', 1), rated('b', -1)], total_time: null, finish_reason: 'found_error' },
  };
  assert.deepEqual(exported('prm800k', full), row);
  assert.deepEqual(exported('prm800k', bare), {
    ...row,
    id: 'b/1',
    question: { ...row.question, ground_truth_answer: null, pre_generated_answer: null },
    label: {
      steps: ['a', 'b', 'c'].map((text) => rated(text, 1)),
      total_time: null,
      finish_reason: 'solution',
    },
  });
});

test('a record of prm800k gives its own row as long as steps and label are the same', () => {
  const rated = (text: string, rating: number) => ({ completions: [{ text, rating }], chosen_completion: 0 });
  const label = {
    steps: [rated('a', 1), rated('b', -1), rated('c', -1)],
    finish_reason: 'solution',
    total_time: 7,
  };
  const meta = {
    label,
    question: { pre_generated_steps: ['z'] },
    phase: 1,
    ratings: [1],
    human_steps: [0],
    labeler: 'l',
  };
  const own: Solution = { ...full, dataset: 'prm800k', meta };
  assert.deepEqual(exported('prm800k', own), {
    labeler: 'l',
    question: { problem: 'p', ground_truth_answer: '3', pre_generated_steps: ['z'] },
    label,
  });
  assert.equal((exported('prm800k', { ...own, answer: null }).question as Row).ground_truth_answer, null);
  const others: Partial<Solution>[] = [
    { dataset: 'custom' },
    { steps: ['a', 'b', 'x'] },
    { steps: ['a', 'bc'] },
    { error_steps: [1] },
    { error_steps: [] },
    { meta: { ...meta, label: 'x' } },
    { meta: { ...meta, question: 'x' } },
    { meta: { ...meta, label: { ...label, finish_reason: 'bad_problem' } } },
    { meta: null },
  ];
  for (const change of others) {
    const { id, labeler, label: made } = exported('prm800k', { ...own, error_steps: [1, 2], ...change });
    assert.deepEqual(
      [id, labeler, (made as Row).total_time],
      ['custom/x/1', null, null],
      JSON.stringify(change),
    );
  }
  const apart = {
    ...own,
    steps: ['a', 'b', 'c'],
    meta: { ...meta, label: { ...label, steps: [rated('ab', 1), rated('c', -1)] } },
  };
  assert.equal(exported('prm800k', apart).labeler, null, 'other steps with the same text in all');
});
