// Rows that teach or ask a critic, and the reasons in them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Solution } from '../../src/records/solution.ts';
import { bare, full, injection } from './export-samples.ts';
import { exported } from './exporting.ts';

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
