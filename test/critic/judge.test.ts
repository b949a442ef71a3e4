import assert from 'node:assert/strict';
import { test } from 'node:test';
import { annotatedReason } from '../../src/critic/annotated-reason.ts';
import { judgeStage } from '../../src/critic/judge.ts';
import { LateBenchError } from '../../src/errors.ts';
import type { Critique } from '../../src/records/critique.ts';
import { type Solution, solutionSchema } from '../../src/records/solution.ts';
import { criticModel } from '../../src/simulator/critic/critic-model.ts';
import { recordingEndpoint } from '../support/recording-endpoint.ts';
import { runCritic, solution } from './run-critic.ts';

const critique = (fields: Partial<Critique> = {}): Critique => ({
  critic: 'c',
  protocol: 'all_errors',
  status: 'ok',
  first_error: 2,
  error_steps: [2],
  explanations: { 2: 'six and four make ten' },
  ...fields,
});
const wrong = (critiques: Critique[], fields: Partial<Solution> = {}): Solution =>
  solution({
    error_steps: [2],
    injection: {
      status: 'accepted',
      error_step: 2,
      explanation: '6 + 4 is 10, not 11',
      verification: null,
      difficulty: null,
    },
    critiques,
    ...fields,
  });

async function judged(
  record: Solution,
  reply: string | Error = '{"why": "same sum", "match": "yes"}',
  critic?: string,
) {
  const endpoint = recordingEndpoint(() => reply as string);
  const out = await runCritic(judgeStage({ endpoint, seed: 0, critic }), record);
  return { out, judges: out.critiques!.map(({ judge }) => judge ?? null), calls: endpoint.calls };
}

test('an explanation of the right step is compared with the annotated reason, and the answer kept', async () => {
  const { out, judges, calls } = await judged(wrong([critique()]));
  assert.deepEqual(judges, [
    {
      status: 'ok',
      match: 'yes',
      why: 'same sum',
      step: 2,
      model: 'some-model',
      prompt_version: 'judge/1',
      usage: { calls: 1, prompt_tokens: 10, completion_tokens: 3 },
    },
  ]);
  assert.deepEqual(solutionSchema.parse(out), out);
  const { content } = calls[0]!.request.messages[0]!;
  assert.ok(content.includes('<annotated_reason>\n6 + 4 is 10, not 11\n</annotated_reason>'));
  assert.ok(content.includes('<explanation>\nsix and four make ten\n</explanation>'));
  assert.ok(content.includes('Wrong step: 3'));
});

test('nothing is asked about another step, no explanation, an unreadable critique, or without an annotated reason', async () => {
  for (const record of [
    wrong([critique({ first_error: 1, error_steps: [1], explanations: { 1: 'x' } })]),
    wrong([critique({ explanations: null })]),
    wrong([critique({ explanations: { 2: '  ' } })]),
    wrong([critique({ status: 'unparsed', error_steps: null })]),
    wrong([critique()], { injection: null }),
    wrong([critique()], { error_steps: [], injection: null }),
    wrong([critique()], { error_steps: null }),
  ]) {
    const { out, calls } = await judged(record);
    assert.equal(calls.length, 0);
    assert.equal(out, record);
  }
});

test('a first-error critic is judged by the first kept reply that names the step', async () => {
  const votes = [
    { sample: 0, status: 'ok', error_steps: [1], reply: 'not this' },
    { sample: 1, status: 'ok', error_steps: [2], reply: 'this one' },
  ] as const;
  const record = wrong([
    critique({
      protocol: 'first_error',
      explanations: null,
      votes: votes.map((v) => ({ ...v, error_steps: [...v.error_steps] })),
    }),
  ]);
  const { calls } = await judged(record);
  assert.ok(calls[0]!.request.messages[0]!.content.includes('<explanation>\nthis one\n</explanation>'));
});

test('a reply that cannot be read is unparsed and a call that failed is failed: neither is a match', async () => {
  for (const [reply, status] of [
    ['It matches.', 'unparsed'],
    ['{"match": "perhaps"}', 'unparsed'],
    ['{"match": "yes"}\n{"match": "no"}', 'unparsed'],
    ['{"match": "yes", "match": "no"}', 'unparsed'],
    ['{"match": "yes"}\nVerdict: no', 'unparsed'],
    ['{"match": "yes"}\nVerdict: yes', 'ok'],
    ['{"match": "yes"}\nWait, that is not the reason.\n{"match": "no"}', 'ok'],
    ['I answer in the form {"match": "yes" or "no"}.\n{"match": "no"}', 'ok'],
    ['{"match": "no"}\n{"match": "no"}', 'ok'],
    ['{"match": "Partly"}', 'ok'],
    ['```json\n{"match": "no"}\n```', 'ok'],
    ['<think>{"match": "yes"}</think>', 'unparsed'],
    [new LateBenchError('LB_ENDPOINT_TIMEOUT', 'late'), 'failed'],
  ] as const) {
    const [judge] = (await judged(wrong([critique()]), reply)).judges;
    assert.equal(judge!.status, status, String(reply));
    assert.equal(judge!.match === null, status !== 'ok');
  }
});

test('only the named critic is judged, and judging again replaces the answer', async () => {
  const record = wrong([critique(), critique({ critic: 'other' })]);
  const { out, judges } = await judged(record, undefined, 'other');
  assert.deepEqual(
    judges.map((judge) => judge !== null),
    [false, true],
  );
  const again = await judged(out, '{"match": "no"}', 'other');
  assert.equal(again.judges[1]!.match, 'no');
  assert.equal(again.out.provenance!.length, 1);
});

test('reasons come from injections, from DeltaBench sections, and from annotators', () => {
  assert.equal(annotatedReason(wrong([]), 2), '6 + 4 is 10, not 11');
  const sections = [
    { section_number: 3, explanation: 'third' },
    { section_number: 1, explanation: '' },
  ];
  const natural = (meta: Record<string, unknown>): Solution => solution({ error_steps: [2], meta });
  assert.equal(annotatedReason(natural({ sections_labeled_info: sections }), 2), 'third');
  assert.equal(annotatedReason(natural({ sections_labeled_info: sections }), 0), null);
  assert.equal(annotatedReason(natural({ error_description: ' said ' }), 2), 'said');
  assert.equal(annotatedReason(natural({}), 2), null);
});

test('the simulated judge compares words and says no more', async () => {
  const endpoint = recordingEndpoint(({ request }) => {
    const messages = request.messages;
    const call = {
      model: 'm',
      messages,
      temperature: 0,
      topP: 1,
      maxTokens: null,
      stop: [],
      seed: 0,
      stream: false,
      topLogprobs: null,
    };
    const reply = criticModel(call, () => 0.5);
    return 'text' in reply ? reply.text : '';
  });
  const run = async (explanation: string): Promise<unknown> => {
    const record = wrong([critique({ explanations: { 2: explanation } })]);
    const out = await runCritic(judgeStage({ endpoint, seed: 0 }), record);
    return out.critiques![0]!.judge!.match;
  };
  assert.equal(await run('6 + 4 is 10'), 'yes');
  assert.equal(await run('an argument without grounds'), 'no');
});
