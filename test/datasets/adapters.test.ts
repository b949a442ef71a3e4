import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adapters } from '../../src/datasets/adapt.ts';
import { problemSchema, solutionSchema } from '../../src/records/solution.ts';
import { adaptAll, adaptOne, type Row } from './adapting.ts';
import {
  deltabenchRow,
  gsm8kRow,
  injectionRow,
  latebenchRow,
  mathRow,
  numinamath15Row,
  numinamathCotRow,
  olympiadRow,
  omnimathRow,
  prm800kRow,
  prmbenchRow,
} from './source-rows.ts';

const processbenchRow: Row = {
  id: 'gsm8k-1',
  generator: 'g',
  problem: 'p',
  steps: ['a', 'b'],
  final_answer_correct: true,
  label: 1,
};

for (const [name, row, source] of [
  ['latebench-injections', injectionRow, 'x.json'],
  ['latebench', latebenchRow, 'x.json'],
  ['prm800k', prm800kRow, 'x.json'],
  ['deltabench', deltabenchRow, 'x.json'],
  ['prmbench', prmbenchRow, 'x.json'],
  ['processbench', processbenchRow, 'x.json'],
  ['olympiadbench', olympiadRow, 'x.json'],
  ['omnimath', omnimathRow, 'x.json'],
  ['numinamath', numinamathCotRow, 'x.json'],
  ['numinamath', numinamath15Row, 'x.json'],
  ['math', mathRow, 'x.json'],
  ['gsm8k', gsm8kRow, 'x.json'],
  ['aime', { question: 'q', answer: '025' }, 'aime_2025.jsonl'],
  ['aime', { problem_idx: 3, problem: 'q', answer: 25, problem_type: ['Algebra'] }, 'x.json'],
  ['aime', { ID: '2024-I-4', Problem: 'q', Solution: 's', Answer: 25 }, 'x.json'],
  ['jsonl', { question: 'q', answer: '025' }, 'mine.jsonl'],
  ['jsonl', { problem: 'p', solution: 's', source: 'my notes' }, 'mine.jsonl'],
] as const) {
  test(`a row of ${name} is recognised (${Object.keys(row).slice(0, 3).join(', ')}, … in ${source})`, async () => {
    const { out, bad, reported } = await adaptAll([row], { source });
    assert.deepEqual(bad, []);
    assert.match(reported[0] ?? '', new RegExp(`read as ${name} rows`));
    (out[0]?.steps === undefined ? problemSchema : solutionSchema).parse(out[0]);
  });
}

test('adapters have names of their own, and the general one is asked last', () => {
  assert.equal(new Set(adapters.map(({ name }) => name)).size, adapters.length);
  assert.equal(adapters.at(-1)?.name, 'jsonl');
});

test('DeltaBench sections count from 0, useless ones are no errors, and both lists stay', async () => {
  const record = await adaptOne(deltabenchRow);
  assert.deepEqual(record.steps, ['first', 'second', 'third', 'fourth']);
  assert.deepEqual(record.error_steps, [1, 2]);
  assert.deepEqual(
    [record.subject, record.task, record.difficulty, record.final_answer_correct],
    ['Algebra', 'math', 4.5, false],
  );
  const meta = record.meta as Row;
  assert.deepEqual(meta.reason_error_section_numbers, [3, 2], 'as the source has them, from 1');
  assert.deepEqual(meta.reason_unuseful_section_numbers, [4]);
  assert.equal('section_mismatch' in meta, false);
});

test('a DeltaBench row whose annotation does not fit its sections is kept and flagged', async () => {
  const longer = await adaptOne({ ...deltabenchRow, sections_labeled_info: [1, 2, 3, 4, 5] });
  assert.deepEqual((longer.meta as Row).section_mismatch, { sections: 4, annotations: 5, outside: [] });
  const beyond = await adaptOne({ ...deltabenchRow, reason_error_section_numbers: [9, 2] });
  assert.deepEqual([beyond.error_steps, beyond.error_source], [[1], 'natural']);
  assert.deepEqual((beyond.meta as Row).section_mismatch, { sections: 4, annotations: 4, outside: [9] });
  const lost = await adaptOne({ ...deltabenchRow, reason_error_section_numbers: [9] });
  assert.equal(lost.error_steps, null, 'an error that nobody can find is not "no error"');
  const clean = await adaptOne({ ...deltabenchRow, reason_error_section_numbers: [] });
  assert.deepEqual(clean.error_steps, []);
});

function prmLabel(change: Row): Row {
  return { ...prm800kRow, label: { ...(prm800kRow.label as Row), ...change } };
}

test('a PRM800K trajectory takes human text, then the chosen completion, and ends with the error', async () => {
  const record = await adaptOne(prm800kRow);
  assert.deepEqual(record.steps, ['Let us add.', 'One is 1.', 'So it is 4.']);
  assert.deepEqual(record.error_steps, [2]);
  const meta = record.meta as Row;
  assert.deepEqual([meta.phase, meta.ratings, meta.human_steps], [2, [1, 1, -1], [1]]);
  assert.equal((meta.label as Row).finish_reason, 'found_error');
  assert.deepEqual((meta.question as Row).pre_generated_steps, [
    'Let us add.',
    'One is 1.',
    'So it is 4.',
    '# Answer\n\n4',
  ]);
});

test('a PRM800K row without a trajectory never borrows the reference solution', async () => {
  const { out, bad } = await adaptAll([prmLabel({ steps: [], finish_reason: 'bad_problem' })]);
  assert.deepEqual(bad, []);
  assert.equal('steps' in out[0]!, false);
  assert.equal(out[0]?.error_steps, null);
  assert.equal(
    JSON.stringify(out[0]).split('It is $').length,
    2,
    'the reference stays where it was, in meta',
  );
});

test('what PRM800K raters left open is unknown, not correct', async () => {
  const step = (rating: number | null): Row => ({
    completions: [{ text: 'x', rating }],
    human_completion: null,
    chosen_completion: 0,
  });
  for (const [ratings, reason, expected] of [
    [[1, 0], 'solution', []],
    [[1, 0], 'give_up', []],
    [[1, null], 'solution', null],
    [[null, -1], 'solution', null],
    [[1, -1, null], 'solution', [1]],
    [[1, 1], 'found_error', null],
    [[1, 1], 'bad_problem', null],
  ] as const) {
    const record = await adaptOne(prmLabel({ steps: ratings.map(step), finish_reason: reason }));
    assert.deepEqual(record.error_steps, expected, `${JSON.stringify(ratings)} ${reason}`);
  }
});

test('the answer of a finished PRM800K trajectory is under its heading', async () => {
  const last = { completions: [{ text: 'So 3.\n\n# Answer\n\n3', rating: 1 }], chosen_completion: 0 };
  const record = await adaptOne(prmLabel({ steps: [last], finish_reason: 'solution' }));
  assert.deepEqual([record.final_answer, record.answer], ['3', '3']);
});

test('a ProcessBench label outranks the flag that the original converter set one step too early', async () => {
  const record = await adaptOne(latebenchRow);
  assert.deepEqual([record.error_steps, record.error_source], [[2], 'natural']);
  assert.deepEqual([record.dataset, record.original_id], ['processbench_gsm8k', 'gsm8k-9']);
  const first = {
    ...latebenchRow,
    source: { ...(latebenchRow.source as Row), metadata: { processbench_label: 0 } },
  };
  assert.deepEqual((await adaptOne(first)).error_steps, [0], 'an error in the first step is not lost');
});

test('PRMBench steps count from 0 and were made wrong on purpose', async () => {
  const record = solutionSchema.parse(await adaptOne(prmbenchRow));
  assert.deepEqual(
    [record.problem, record.error_steps, record.error_source],
    ['Q changed', [1, 2], 'injected'],
  );
  assert.equal(record.original_id, 'redundency-test_7');
  assert.deepEqual(record.injection?.original_steps, ['1. a', '2. b']);
  const clean = await adaptOne({ ...prmbenchRow, error_steps: [], classification: 'multi_solutions' });
  assert.deepEqual([clean.error_steps, 'injection' in clean], [[], false]);
});

test('OlympiadBench keeps its first solution, the others beside it, and its context in the problem', async () => {
  const record = await adaptOne(olympiadRow);
  assert.equal(record.problem, 'Let $n$ be even.\n\nFind $n$.');
  assert.deepEqual([record.steps, record.answer], [['First.', 'Second: $n=2$.'], '2, 4']);
  const meta = record.meta as Row;
  assert.deepEqual([meta.other_solutions, meta.final_answer], [['Another way.'], ['2', '4']]);
});

test('Omni-MATH gives subject, difficulty and competition', async () => {
  const record = await adaptOne(omnimathRow);
  assert.deepEqual([record.subject, record.difficulty], ['Number Theory', 5.5]);
  assert.equal((record.meta as Row).competition, 'cup_1');
  assert.equal((await adaptOne({ ...omnimathRow, domain: [] })).subject, null);
});

test('NuminaMath takes the box for the answer, and "proof" for none', async () => {
  const cot = await adaptOne(numinamathCotRow);
  assert.deepEqual([cot.answer, cot.final_answer], ['\\frac{1}{2}', '\\frac{1}{2}']);
  assert.deepEqual(cot.meta, { competition: 'olympiads' }, 'the chat that repeats the row is left out');
  const later = await adaptOne(numinamath15Row);
  assert.deepEqual([later.answer, later.subject, later.task], [null, 'Geometry', 'proof']);
  assert.equal((later.meta as Row).answer, 'proof');
  assert.equal(later.error_steps, null, 'a reference solution is presumed right, not known to be');
});

test('MATH keeps level and subject as they are', async () => {
  const record = await adaptOne(mathRow);
  assert.deepEqual([record.subject, record.difficulty, record.answer], ['Prealgebra', 'Level 1', '2']);
  assert.deepEqual(record.steps, ['We add the two numbers.', 'The sum is $\\boxed{2}$.']);
});

test('GSM8K loses its calculator marks to meta', async () => {
  const record = await adaptOne(gsm8kRow);
  assert.deepEqual(record.steps, ['She has 3*4 = 12 eggs.', 'She sells 2, so 12-2 = 10 are left.']);
  assert.deepEqual([record.answer, record.final_answer], ['10', '10']);
  assert.deepEqual((record.meta as Row).calculations, ['3*4=12', '12-2=10']);
});

test('AIME rows know their competition and year from the row or the name of the file', async () => {
  const named = await adaptOne({ question: 'q', answer: '025' }, { source: 'data/aime_2025.jsonl' });
  assert.deepEqual(
    [named.dataset, named.answer, named.meta],
    ['aime', '025', { competition: 'AIME', year: 2025 }],
  );
  const listed = await adaptOne({
    ID: '2024-I-4',
    Problem: 'q',
    Solution: 'It is $\\boxed{25}$.',
    Answer: 25,
  });
  assert.deepEqual(
    [listed.id, listed.answer, listed.steps],
    ['aime/mine/2024-I-4', '25', ['It is $\\boxed{25}$.']],
  );
  assert.deepEqual(listed.meta, { competition: 'AIME', year: 2024 });
  const arena = { problem_idx: 3, problem: 'q', answer: 25, problem_type: ['Algebra', 'Geometry'] };
  const other = await adaptOne(arena, { source: 'hmmt_feb_2025.jsonl' });
  assert.deepEqual([other.dataset, other.subject], ['hmmt', 'Algebra, Geometry']);
});
