import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { exportFormatNamed, exportFormats, exportStage } from '../../src/datasets/export/export.ts';
import { canonicalJson } from '../../src/records/identity.ts';
import { type Solution, solutionSchema } from '../../src/records/solution.ts';
import { isDrop } from '../../src/stream/stage.ts';
import { adaptOne, type Row } from './adapting.ts';
import { full } from './export-samples.ts';
import { exported, prompt, withoutKept } from './exporting.ts';
import { deltabenchRow, injectionRow, latebenchRow, prm800kRow } from './source-rows.ts';

const base: Solution = { ...full, task: 'math', error_steps: [1], provenance: [] };

test('the formats are those that the documents name', () => {
  assert.deepEqual(
    exportFormats.map(({ name }) => name),
    [
      'processbench',
      'deltabench',
      'latebench',
      'prm800k',
      'sft-critic',
      'trl-stepwise',
      'verl',
      'openrlhf-prm',
      'preference',
      'inspect',
      'evalscope',
    ],
  );
  assert.throws(() => exportFormatNamed('nope'), { code: 'LB_USAGE', message: /processbench, deltabench/ });
});

const text = fc.string({ minLength: 1 }).filter((value) => value.trim() !== '');
const solution: fc.Arbitrary<Solution> = fc
  .record({
    problem: text,
    steps: fc.array(text, { minLength: 1, maxLength: 6 }),
    answer: fc.option(fc.constantFrom('3', '\\frac{1}{2}')),
    final_answer: fc.option(fc.constantFrom('4', 'x=1')),
    final_answer_correct: fc.option(fc.boolean()),
    wrong: fc.array(fc.nat({ max: 5 }), { maxLength: 3 }),
    difficulty: fc.option(fc.constantFrom<number | string>(2.5, 'Level 3')),
  })
  .map(({ wrong, ...fields }) => {
    const steps = [...new Set(wrong)].filter((step) => step < fields.steps.length).sort((a, b) => a - b);
    return { ...base, ...fields, error_steps: steps, error_source: steps.length > 0 ? 'natural' : null };
  });

/** What each layout can carry, besides problem and steps. */
const carried: Readonly<Record<string, readonly (keyof Solution)[]>> = {
  processbench: ['generator', 'final_answer_correct'],
  evalscope: ['generator', 'final_answer_correct'],
  deltabench: ['error_steps', 'answer', 'final_answer_correct', 'subject', 'difficulty', 'task'],
  latebench: [
    ...([
      'error_steps',
      'error_source',
      'answer',
      'final_answer',
      'final_answer_correct',
      'subject',
    ] as const),
    ...(['difficulty', 'task', 'generator', 'dataset', 'subset', 'original_id', 'id'] as const),
  ],
};

for (const [name, fields] of Object.entries(carried)) {
  test(`what is exported as ${name} comes back with problem, steps, label, ${fields.join(', ')}`, async () => {
    await fc.assert(
      fc.asyncProperty(solution, async (record) => {
        const back = solutionSchema.parse(await adaptOne(exported(name, record)));
        assert.deepEqual([back.problem, back.steps], [record.problem, record.steps]);
        assert.equal(back.error_steps?.[0] ?? -1, record.error_steps?.[0] ?? -1);
        for (const field of fields) assert.deepEqual(back[field] ?? null, record[field] ?? null, field);
      }),
      { numRuns: 60 },
    );
  });
}

test('what is exported as prm800k comes back up to its first wrong step, and the rest is beside it', async () => {
  await fc.assert(
    fc.asyncProperty(solution, async (record) => {
      const row = exported('prm800k', record);
      const back = solutionSchema.parse(await adaptOne(row));
      const first = record.error_steps?.[0];
      assert.deepEqual(back.steps, first === undefined ? record.steps : record.steps.slice(0, first + 1));
      assert.deepEqual(back.error_steps, first === undefined ? [] : [first]);
      assert.deepEqual([back.problem, back.answer ?? null], [record.problem, record.answer ?? null]);
      assert.deepEqual((row.question as Row).pre_generated_steps, record.steps);
    }),
    { numRuns: 60 },
  );
});

test('rows of DeltaBench and PRM800K come back as they were', async () => {
  const delta = exported('deltabench', solutionSchema.parse(await adaptOne(deltabenchRow)));
  const { sections_content: made, ...rest } = delta;
  assert.deepEqual(rest, deltabenchRow);
  assert.match(String(made), /^section1: first\n\nsection2: second/);
  const prm = exported('prm800k', solutionSchema.parse(await adaptOne(prm800kRow)));
  assert.equal(canonicalJson(prm), canonicalJson(prm800kRow));
});

test('a changed label or changed steps outrank what the row had', async () => {
  const delta = solutionSchema.parse(await adaptOne(deltabenchRow));
  const moved = exported('deltabench', { ...delta, error_steps: [3] });
  assert.deepEqual(moved.reason_error_section_numbers, [4]);
  const shorter = exported('deltabench', { ...delta, steps: ['x', 'y', 'z'] });
  assert.deepEqual(
    (shorter.sections as Row[]).map(({ content }) => content),
    ['x', 'y', 'z'],
  );
  const prm = solutionSchema.parse(await adaptOne(prm800kRow));
  const corrected = await adaptOne(exported('prm800k', { ...prm, error_steps: [0] }));
  assert.deepEqual(corrected.error_steps, [0]);
  const unified = solutionSchema.parse(await adaptOne(latebenchRow));
  for (const error_steps of [[0], [], [0, 2]]) {
    assert.deepEqual(
      (await adaptOne(exported('latebench', { ...unified, error_steps }))).error_steps,
      error_steps,
    );
  }
});

test('an injected record comes back from the original schema with both solutions', async () => {
  const record = solutionSchema.parse(await adaptOne(injectionRow));
  const row = exported('latebench', record);
  assert.deepEqual(row.injected_error_steps, [3], 'steps count from 1 there');
  assert.deepEqual((row.error_injection as Row).target_error_step, 3);
  const back = solutionSchema.parse(await adaptOne(row));
  assert.deepEqual(back.steps, record.steps);
  assert.deepEqual([back.error_steps, back.error_source], [[2], 'injected']);
  assert.deepEqual(back.injection, record.injection);
  assert.deepEqual(withoutKept(back), withoutKept(record));
});

test('critiques of the original schema go there and back', async () => {
  const critique = {
    critic: 'm/all_errors',
    protocol: 'all_errors' as const,
    status: 'ok' as const,
    first_error: 1,
    error_steps: [1, 2],
    explanations: { '1': 'no' },
    model: 'm',
  };
  const row = exported('latebench', { ...base, critiques: [critique] });
  assert.deepEqual((row.critic_predictions_original as Row).error_steps, [2, 3]);
  assert.deepEqual((row.critic_predictions_original as Row).explanations, { '2': 'no' });
  assert.deepEqual(solutionSchema.parse(await adaptOne(row)).critiques, [critique]);
  const failed = exported('latebench', {
    ...base,
    critiques: [{ ...critique, status: 'failed', error_steps: null }],
  });
  assert.equal((failed.critic_predictions_original as Row).success, false);
});

test('a record whose label nobody knows is dropped with a reason where the layout needs one', async () => {
  const { signal } = new AbortController();
  for (const format of exportFormats) {
    for (const change of [
      { error_steps: null },
      { error_steps: null, injection: { status: 'rejected', verification: null, difficulty: null } },
    ] as const) {
      const [outcome] = exportStage(format, { prompt }).run(
        { ...base, ...change },
        { signal },
      ) as Iterable<object>;
      const reason = isDrop(outcome) ? outcome.reason : null;
      const needed = format.name === 'preference' ? 'no injected error' : 'no label';
      assert.equal(reason, format.name === 'latebench' ? null : needed, format.name);
    }
  }
});

test('a prompt sees problem and steps, and the target is the label', () => {
  const record: Solution = {
    ...base,
    injection: {
      status: 'accepted',
      error_step: 1,
      explanation: 'b is false',
      verification: null,
      difficulty: null,
    },
  };
  assert.deepEqual(exported('sft-critic', record), {
    id: 'custom/x/1',
    messages: [
      { role: 'user', content: 'Judge: p | a / b / c' },
      {
        role: 'assistant',
        content:
          'Paragraphs before paragraph 1 hold. The earliest error is in paragraph 1. b is false\n\n\\boxed{1}',
      },
    ],
  });
  const sample = exported('inspect', { ...record, error_steps: [] });
  assert.deepEqual([sample.input, sample.target, sample.id], ['Judge: p | a / b / c', '-1', 'custom/x/1']);
});

test('step numbers of an explanation become the paragraph numbers of the chat', () => {
  const replyTo = (explanation: string): string => {
    const injection = {
      status: 'accepted',
      error_step: 1,
      explanation,
      verification: null,
      difficulty: null,
    };
    const { messages } = exported('sft-critic', { ...base, injection } as Solution);
    return String((messages as { content: string }[])[1]?.content);
  };
  assert.match(replyTo('Step 2 misreads step 1.'), /Paragraph 1 misreads paragraph 0\./);
  assert.match(
    replyTo('See steps 1, 2 and 3, not steps 10-12.'),
    /paragraphs 0, 1 and 2, not paragraphs 9-11\./,
  );
  assert.match(
    replyTo('Stepwise, 3 footsteps 4; step 0 and step $k$.'),
    /Stepwise, 3 footsteps 4; step 0 and step \$k\$\./,
  );
});
