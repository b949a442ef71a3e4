import assert from 'node:assert/strict';
import { test } from 'node:test';
import { criticStage } from '../../src/critic/critic.ts';
import type { ChatReply } from '../../src/endpoints/chat.ts';
import { readReply } from '../../src/endpoints/wire-reply.ts';
import { LateBenchError } from '../../src/errors.ts';
import { predictionOf } from '../../src/metrics/prediction.ts';
import { solutionSchema } from '../../src/records/solution.ts';
import { createCriticCounts } from '../../src/stages/critic/counts.ts';
import type { TieRule } from '../../src/statistics/majority.ts';
import { recordingEndpoint } from '../support/recording-endpoint.ts';
import { lastCritique, runCritic, solution } from './run-critic.ts';

type Answer = string | Partial<ChatReply> | Error;

async function judged(answers: readonly Answer[], tie?: TieRule) {
  const endpoint = recordingEndpoint(({ sample }) => answers[sample!] as string);
  const options = { endpoint, protocol: 'first_error', votes: answers.length, seed: 0, tie } as const;
  return runCritic(criticStage(options), solution());
}

test('a tie is recorded, and goes where the rule says', async () => {
  const answers = ['\\boxed{2}', '\\boxed{-1}', '\\boxed{1}', '\\boxed{1}', '\\boxed{-1}', '\\boxed{2}'];
  for (const [tie, expected] of [
    ['first', 2],
    ['smallest', 1],
    ['no_error', -1],
  ] as const) {
    const critique = lastCritique(await judged(answers, tie));
    assert.deepEqual(
      [critique.first_error, critique.tie, 'abstained' in critique],
      [expected, true, false],
      tie,
    );
    assert.equal(critique.agreement, 1 / 3);
    assert.equal(critique.tie_rule, tie === 'first' ? undefined : tie);
  }
});

test('a critic that abstains names nothing: no step, and never "no error"', async () => {
  const record = await judged(['\\boxed{2}', '\\boxed{-1}'], 'abstain');
  const critique = lastCritique(record);
  assert.deepEqual(
    [critique.status, critique.first_error, critique.error_steps, critique.tie, critique.abstained],
    ['ok', null, null, true, true],
  );
  assert.equal(predictionOf(critique, 'robust').first_error, null);
  assert.deepEqual(solutionSchema.parse(record), record);
});

test('a clear majority says nothing of ties', async () => {
  const critique = lastCritique(await judged(['\\boxed{2}', '\\boxed{2}', '\\boxed{1}'], 'abstain'));
  assert.deepEqual(['tie' in critique, critique.first_error], [false, 2]);
});

const refusals: Answer[] = [
  "I'm sorry, but I can't help with that.",
  'I cannot assist with this request.',
  '<think>Should I?</think>\nUnfortunately, I am unable to judge this.',
  { content: 'No.', refused: true },
  { content: '', finishReason: 'content_filter' },
  // A conclusion that the filter cut, or that stands in a refusal, is none.
  { content: 'The solution is \\boxed{-1}', finishReason: 'content_filter' },
  { content: 'I will not judge this. \\boxed{-1}', refused: true },
  { content: '\\boxed{1}', refused: true },
];
for (const [at, refusal] of refusals.entries()) {
  test(`a refusal is noted as one and is not a verdict (${at + 1})`, async () => {
    const critique = lastCritique(await judged([refusal]));
    assert.deepEqual(
      [critique.status, critique.first_error, critique.first_error_strict, critique.error_steps],
      ['unparsed', null, null, null],
    );
    assert.match(critique.votes![0]!.note!, /^refused: /);
  });
}

test('words of regret beside a verdict, or about mathematics, are no refusal', async () => {
  for (const [reply, status, note] of [
    ["I'm sorry, but I can't accept paragraph 1. \\boxed{1}", 'ok', 'box: int'],
    ['We cannot divide by zero here, so the solution fails somewhere.', 'unparsed', 'no_answer'],
  ] as const) {
    const [vote] = lastCritique(await judged([reply])).votes!;
    assert.deepEqual([vote!.status, vote!.note], [status, note]);
  }
});

test('a reply that is all reasoning, sent apart, is unparsed and says so', async () => {
  const reply = { content: '', reasoning: 'So the first error is \\boxed{1}', finishReason: 'length' };
  const [vote] = lastCritique(await judged([reply])).votes!;
  assert.deepEqual(
    [vote!.status, vote!.first_error, vote!.note],
    ['unparsed', null, 'reasoning_only (finish_reason length)'],
  );
});

test('a box in reasoning that the server sends apart is not read', async () => {
  const critique = lastCritique(
    await judged([{ content: 'The earliest error: \\boxed{2}', reasoning: 'first \\boxed{0}, no' }]),
  );
  assert.deepEqual([critique.first_error, critique.first_error_strict], [2, 2]);
});

test('a refusal field on the wire is the content, and is known as a refusal', () => {
  const body = (message: object): string => JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] });
  assert.deepEqual(
    [
      { content: null, refusal: 'No.' },
      { content: '', refusal: 'No.' },
      { content: 'Yes.', refusal: null },
    ]
      .map((message) => readReply(200, Buffer.from(body(message))))
      .map(({ content, refused }) => [content, refused]),
    [
      ['No.', true],
      ['No.', true],
      ['Yes.', undefined],
    ],
  );
});

test('kept replies are the visible text', async () => {
  const endpoint = recordingEndpoint(() => '<think>hm</think> It is \\boxed{2} ');
  const options = { endpoint, protocol: 'first_error', votes: 1, seed: 0, keepReplies: true } as const;
  const [vote] = lastCritique(await runCritic(criticStage(options), solution())).votes!;
  assert.equal(vote!.reply, 'It is \\boxed{2}');
});

test('the summary counts unparsed, refused, failed and abstained solutions apart', async () => {
  const failure = new LateBenchError('LB_ENDPOINT_TIMEOUT', 'no reply');
  const counts = createCriticCounts('some-model/first_error/v2');
  for (const answers of [
    ['\\boxed{1}', 'hm'],
    ['\\boxed{-1}', '\\boxed{-1}'],
    ['hm', ''],
    ['hm', 'I cannot assist with this.'],
    ['hm', failure],
    [failure, failure],
  ])
    counts.add(await judged(answers));
  counts.add(await judged(['\\boxed{1}', '\\boxed{2}'], 'abstain'));
  counts.add(solution());
  assert.deepEqual(counts.summary(), [
    '1 with an error, 1 without, 1 abstained, 1 unparsed, 1 refused, 2 failed = 7 solutions judged by some-model/first_error/v2',
    '1 passed uncalled (their injection was rejected or failed)',
    'votes: 5 read, 5 unparsed, 1 refused, 3 failed; 1 tied',
  ]);
});

test('of a reply that was cut, the line that was being written states nothing', async () => {
  const judge = async (content: string, protocol: 'first_error' | 'all_errors') => {
    const endpoint = recordingEndpoint(() => ({ content, finishReason: 'length' }));
    const critique = await runCritic(criticStage({ endpoint, protocol, votes: 1, seed: 0 }), solution());
    const { status, first_error } = lastCritique(critique);
    return [status, first_error];
  };
  // What was meant may have been section 12, "no error up to section 4" and paragraph 10.
  for (const cut of ['Conclusion: yes\nError Section Number: 1', 'Conclusion: no error']) {
    assert.deepEqual(await judge(cut, 'all_errors'), ['unparsed', null], cut);
  }
  assert.deepEqual(await judge('The first error is in paragraph 1', 'first_error'), ['unparsed', null]);
  // What had been finished counts.
  const first = 'Conclusion: yes\nError Section Number: 2\nExplanation: The sign';
  assert.deepEqual(await judge(first, 'all_errors'), ['ok', 1]);
  assert.deepEqual(await judge('So it is \\boxed{1}', 'first_error'), ['ok', 1]);
  assert.deepEqual(await judge('{"first_error": 1}', 'first_error'), ['ok', 1]);
  assert.deepEqual(await judge('**Answer: -1**', 'first_error'), ['ok', -1]);
});
