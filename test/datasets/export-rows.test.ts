// Rows of each export format in full: of a record with everything that a layout has a place for, and of one with nothing
// but what must be there.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { exportFormatNamed, exportFormats, exportStage } from '../../src/datasets/export/export.ts';
import { type Solution, solutionSchema } from '../../src/records/solution.ts';
import { isDrop } from '../../src/stream/stage.ts';
import type { Row } from './adapting.ts';
import { exported, prompt } from './exporting.ts';

const bare: Solution = { id: 'b/1', problem: 'p', steps: ['a', 'b', 'c'], error_steps: [] };
const full: Solution = {
  id: 'custom/x/1',
  dataset: 'custom',
  subset: 'x',
  original_id: '1',
  generator: 'g',
  subject: 'algebra',
  difficulty: 3,
  task: 'code',
  problem: 'p',
  steps: ['a', 'b', 'c'],
  answer: '3',
  final_answer: '4',
  final_answer_correct: false,
  // As a file may have them: in any order, and twice.
  error_steps: [2, 1, 2],
  error_source: 'natural',
  meta: { note: 'n' },
};
const unlabelled = { injection: null };

/** What was known of an injection; its steps are those of `full`. */
const injection = {
  status: 'accepted' as const,
  error_step: 1,
  error_type: 'sign',
  explanation: 'b is false',
  comment: 'turn it',
  model: 'm',
  original_steps: ['a', 'o', 'u'],
  original_final_answer: '3',
  verification: null,
  difficulty: null,
};

function reasonFor(name: string, record: Solution): string | null {
  const row = exportFormatNamed(name).row(record, { prompt });
  return isDrop(row) ? row.reason : null;
}

test('every format has a name, says what it is for, and has its name in its key', () => {
  const keys = exportFormats.map((format) => {
    assert.match(format.about, /\w+ .*\w+/, format.name);
    assert.equal(exportFormatNamed(format.name), format);
    const stage = exportStage(format, { prompt });
    assert.deepEqual([stage.name, stage.version, stage.config], ['export', '1', { format: format.name }]);
    assert.equal(stage.input, solutionSchema);
    return stage.key(bare);
  });
  assert.equal(new Set(keys).size, exportFormats.length);
  assert.throws(() => exportFormatNamed('nope'), { code: 'LB_USAGE', message: /export format/ });
});

test('the columns of a table are those of its rows', () => {
  for (const { name, columns } of exportFormats) {
    if (columns === undefined) continue;
    const record = name === 'preference' ? { ...full, injection, error_steps: [1] } : full;
    const own = Object.keys(columns).filter((column) => column !== 'extra');
    assert.deepEqual(Object.keys(exported(name, record)).sort(), own.sort(), name);
  }
  assert.deepEqual(
    exportFormats.filter(({ columns }) => columns === undefined).map(({ name }) => name),
    ['deltabench', 'latebench', 'inspect'],
  );
});

test('rejected and failed injections have no label, accepted ones and clean ones have', () => {
  for (const { name } of exportFormats) {
    if (name === 'latebench' || name === 'preference') continue;
    for (const status of ['rejected', 'failed'] as const)
      assert.equal(
        reasonFor(name, { ...full, injection: { ...injection, status } }),
        'no label',
        `${name} ${status}`,
      );
    for (const status of ['accepted', 'clean'] as const)
      assert.equal(
        reasonFor(name, { ...full, injection: { ...injection, status } }),
        null,
        `${name} ${status}`,
      );
    for (const error_steps of [null, undefined])
      assert.equal(reasonFor(name, { ...full, ...unlabelled, error_steps }), 'no label', name);
  }
  for (const status of ['rejected', 'failed'] as const) {
    const row = exported('latebench', { ...full, injection: { ...injection, status } });
    assert.deepEqual(row.original_error_steps, []);
    assert.equal('has_errors' in ((row.source as Row).metadata as Row), false);
    assert.equal(row.injected_error_steps, undefined);
  }
});

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

const replyOf = (record: Solution): string =>
  String((exported('sft-critic', record).messages as { content: string }[])[1]!.content);

test('sft-critic and inspect', () => {
  const asked = { role: 'user', content: 'Judge: p | a / b / c' };
  assert.deepEqual(exported('sft-critic', full), {
    id: 'custom/x/1',
    messages: [
      asked,
      {
        role: 'assistant',
        content: 'Paragraphs before paragraph 1 hold. The earliest error is in paragraph 1.\n\n\\boxed{1}',
      },
    ],
  });
  assert.equal(replyOf({ ...full, error_steps: [0] }), 'The earliest error is in paragraph 0.\n\n\\boxed{0}');
  assert.equal(replyOf(bare), 'I find no error in any paragraph.\n\n\\boxed{-1}');
  assert.deepEqual(exported('inspect', full), {
    input: asked.content,
    target: '1',
    id: 'custom/x/1',
    metadata: {
      dataset: 'custom',
      subset: 'x',
      subject: 'algebra',
      difficulty: 3,
      error_source: 'natural',
      error_steps: [1, 2],
      problem: 'p',
      steps: ['a', 'b', 'c'],
    },
  });
  assert.deepEqual(exported('inspect', bare).metadata, {
    ...{ dataset: null, subset: null, subject: null, difficulty: null, error_source: null },
    ...{ error_steps: [], problem: 'p', steps: ['a', 'b', 'c'] },
  });
});

test('the reason for an error is that of the injector, else that of an annotator, and only of this step', () => {
  const why = (injected: unknown, section: unknown, step = 1): string | null => {
    const given = { ...injection, explanation: injected as string, error_step: step };
    const sections_labeled_info = [{ explanation: 'x' }, section, { explanation: 'y' }];
    const reply = replyOf({ ...full, injection: given, meta: { sections_labeled_info } });
    return /is in paragraph 1\.(?: (.*))?\n\n/.exec(reply)?.[1] ?? null;
  };
  assert.equal(why(' It is not. ', { explanation: 'other' }), 'It is not.');
  for (const none of [null, undefined, '', '  '])
    assert.equal(why(none, { explanation: ' It is. ' }), 'It is.');
  assert.equal(why('It is not.', { explanation: 'other' }, 2), 'other');
  assert.equal(why('It is not.', {}, 2), null);
  for (const none of [null, 'text', {}, { explanation: 5 }, { explanation: ' ' }])
    assert.equal(why('', none), null);
  assert.match(replyOf({ ...full, meta: { sections_labeled_info: 'x' } }), /paragraph 1\.\n/);
});

test('numbers of steps in a reason become those of paragraphs in every form of list', () => {
  const told = (explanation: string): string => {
    const reply = replyOf({ ...full, injection: { ...injection, explanation } });
    return reply.slice(reply.indexOf('paragraph 1. ') + 'paragraph 1. '.length, reply.indexOf('\n\n'));
  };
  for (const [text, expected] of [
    ['step 1', 'paragraph 0'],
    ['Step  12 fails', 'Paragraph 11 fails'],
    ['STEP 3', 'Paragraph 2'],
    ['steps 1,2 , 3', 'paragraphs 0,1 , 2'],
    ['steps 1 and 2 or 3', 'paragraphs 0 and 1 or 2'],
    ['steps 1 to 3, 10-12, 4–5', 'paragraphs 0 to 2, 9-11, 3–4'],
    ['Steps 1 and then 2', 'Paragraphs 0 and then 2'],
    ['step 10', 'paragraph 9'],
    ['step 0', 'step 0'],
    ['steps 00 and 1', 'steps 00 and 1'],
    ['footstep 4', 'footstep 4'],
    ['step4', 'step4'],
    ['step by 4', 'step by 4'],
    ['step 1 of step 2', 'paragraph 0 of paragraph 1'],
  ] as const)
    assert.equal(told(text), expected);
});

test('a kept reply is that of a vote of the same question with the right box, the first of them', () => {
  const vote = (first_error: number, reply: string | null, status: 'ok' | 'failed' = 'ok') => ({
    sample: 0,
    status,
    first_error,
    reply,
  });
  type Votes = readonly ReturnType<typeof vote>[];
  const critique = (votes: Votes | null, protocol: 'first_error' | 'all_errors' = 'first_error') => ({
    critic: 'c',
    protocol,
    status: 'ok' as const,
    votes,
  });
  const kept = (...critiques: ReturnType<typeof critique>[]) => replyOf({ ...full, critiques } as Solution);
  const made = replyOf(full);
  const right = vote(1, ' So \\boxed{1}. ');
  assert.equal(kept(critique([right])), 'So \\boxed{1}.');
  assert.equal(
    kept(critique([vote(1, 'No \\boxed{0}, \\boxed{ 1 }'), right])),
    'No \\boxed{0}, \\boxed{ 1 }',
  );
  assert.equal(kept(critique(null), critique([vote(0, 'x \\boxed{1}'), right])), 'So \\boxed{1}.');
  assert.equal(
    kept(critique([vote(1, 'First \\boxed{1}')], 'all_errors'), critique([right])),
    'So \\boxed{1}.',
  );
  for (const wrong of [
    vote(1, null),
    vote(1, 'It is 1.'),
    vote(1, '\\boxed{1} no \\boxed{2}'),
    vote(0, '\\boxed{1}'),
    vote(1, '\\boxed{1}', 'failed'),
    vote(1, '\\boxed{11}'),
    vote(1, '\\boxed{x1}'),
  ])
    assert.equal(kept(critique([wrong])), made, String(wrong.reply));
  const long = { ...full, steps: Array.from({ length: 13 }, (_, at) => `s${at}`), error_steps: [12] };
  assert.equal(
    replyOf({ ...long, critiques: [critique([vote(12, 'Here. \\boxed{12}')])] } as Solution),
    'Here. \\boxed{12}',
  );
  const clean = { ...bare, critiques: [critique([vote(-1, 'All holds. \\boxed{-1}')])] } as Solution;
  assert.equal(replyOf(clean), 'All holds. \\boxed{-1}');
  assert.equal(replyOf({ ...bare, critiques: [critique([vote(-1, 'No box.')])] } as Solution), replyOf(bare));
});

test('trl-stepwise, openrlhf-prm and verl', () => {
  assert.deepEqual(exported('trl-stepwise', full), {
    id: 'custom/x/1',
    prompt: 'p',
    completions: ['a', 'b'],
    labels: [true, false],
  });
  assert.deepEqual(exported('openrlhf-prm', full), {
    id: 'custom/x/1',
    input: 'p Step 1: a ки\nStep 2: b ки',
    value: ['+', '-'],
  });
  assert.deepEqual(exported('trl-stepwise', bare), {
    id: 'b/1',
    prompt: 'p',
    completions: ['a', 'b', 'c'],
    labels: [true, true, true],
  });
  assert.deepEqual(exported('openrlhf-prm', bare).value, ['+', '+', '+']);
  for (const change of [{ problem: 'xки' }, { steps: ['a', 'киx', 'c'] }, { steps: ['ки', 'b', 'c'] }])
    assert.equal(reasonFor('openrlhf-prm', { ...full, ...change }), 'ки in the text');
  assert.equal(
    reasonFor('openrlhf-prm', { ...full, steps: ['a', 'b', 'ки'] }),
    null,
    'a step that is left out',
  );
  const verl = (record: Solution) => exported('verl', record);
  // The first 48 bits of the sha256 of its id.
  const extra_info = { index: 0, split: 'train', id: 'custom/x/1' };
  const index = Number(BigInt(`0x${createHash('sha256').update('custom/x/1').digest('hex')}`) >> 208n);
  assert.deepEqual(verl(full), {
    data_source: 'latebench/first_error',
    prompt: [{ role: 'user', content: 'Judge: p | a / b / c' }],
    ability: 'math',
    reward_model: { style: 'rule', ground_truth: '1' },
    extra_info: { ...extra_info, index },
  });
  assert.equal((verl(bare).reward_model as Row).ground_truth, '-1');
  for (const [publication, split] of [
    [{ split: 'test' }, 'test'],
    [{ split: 5 }, 'train'],
    ['test', 'train'],
    [null, 'train'],
  ])
    assert.equal((verl({ ...full, publication } as Solution).extra_info as Row).split, split);
});

test('preference', () => {
  const record = { ...full, error_steps: [1, 2], injection };
  const pair = {
    id: 'custom/x/1',
    prompt: 'p\n\na',
    chosen: 'o',
    rejected: 'b',
    step: 1,
    error_type: 'sign',
    explanation: 'b is false',
  };
  assert.deepEqual(exported('preference', record), pair);
  const least = { ...injection, error_type: undefined, explanation: null };
  assert.deepEqual(exported('preference', { ...record, injection: least }), {
    ...pair,
    error_type: null,
    explanation: null,
  });
  const first = { ...injection, error_step: 0, original_steps: ['o', 'u'] };
  assert.deepEqual(exported('preference', { ...record, error_steps: [0], injection: first }), {
    ...pair,
    prompt: 'p',
    chosen: 'o',
    rejected: 'a',
    step: 0,
  });
  for (const change of [
    { injection: null },
    { error_steps: [] },
    { error_steps: [2] },
    { injection: { ...injection, status: 'clean' as const } },
    { injection: { ...injection, original_steps: null } },
    { injection: { ...injection, error_step: null } },
  ])
    assert.equal(
      reasonFor('preference', { ...record, ...change } as Solution),
      'no injected error',
      JSON.stringify(change),
    );
  assert.equal(
    reasonFor('preference', { ...record, injection: { ...injection, original_steps: ['a'] } }),
    'no original step',
  );
  assert.equal(
    reasonFor('preference', {
      ...record,
      injection: { ...injection, error_step: 3, original_steps: ['a', 'b', 'c', 'd'] },
      error_steps: [3],
    }),
    'no original step',
  );
});

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
