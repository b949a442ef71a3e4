import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LateBenchError } from '../../src/errors.ts';
import { type Classification, type ClassifyOptions, classifyStage } from '../../src/inject/classify.ts';
import type { Solution } from '../../src/records/solution.ts';
import { recordingEndpoint } from '../support/recording-endpoint.ts';

const signal = new AbortController().signal;
const natural: Solution = {
  id: 'n',
  problem: 'How many?',
  steps: ['One.', 'Two.', 'Three.', 'Four.'],
  error_steps: [2, 1],
  error_source: 'natural',
};

async function classify(
  record: Solution,
  answer: string | Error,
  options: Partial<ClassifyOptions> = {},
): Promise<{ out: Solution; label: Classification | undefined; prompts: string[] }> {
  const endpoint = recordingEndpoint(() => answer);
  const stage = classifyStage({ endpoint, seed: 1, ...options });
  const outputs: Solution[] = [];
  for await (const output of stage.run(record, { signal })) outputs.push(output as Solution);
  const out = outputs[0]!;
  const prompts = endpoint.calls.map(({ request }) => request.messages[0]!.content);
  return { out, label: out.classification as Classification | undefined, prompts };
}
const reply = JSON.stringify({ error_type: 'Missing case', domain: 'Number Theory', confidence: 0.7 });

test('labels a natural error with a type, a domain, a confidence and the model', async () => {
  const { label, prompts } = await classify(natural, `Sure:\n\`\`\`json\n${reply}\n\`\`\``);
  assert.deepEqual(
    [label?.error_type, label?.domain, label?.confidence, label?.model, label?.status],
    ['missing_case', 'number theory', 0.7, 'some-model', 'ok'],
  );
  assert.match(prompts[0] ?? '', /First wrong step: 2\b/);
  assert.doesNotMatch(prompts[0] ?? '', /Four\./, 'the tail says nothing about the first error');
});

test('a reply that cannot be read, or a call that failed, leaves null labels and says which', async () => {
  for (const answer of [
    'no JSON',
    JSON.stringify({ error_type: 'nonsense', domain: 'algebra', confidence: 1 }),
    `${reply}\n${reply.replace('Missing case', 'boundary')}`,
  ]) {
    const { label } = await classify(natural, answer);
    assert.deepEqual([label?.error_type, label?.domain, label?.status], [null, null, 'unparsed'], answer);
  }
  const { label } = await classify(natural, new LateBenchError('LB_ENDPOINT_SERVER', 'x'));
  assert.deepEqual([label?.error_type, label?.status], [null, 'failed']);
});

test('a type is kept where domain or confidence cannot be read', async () => {
  for (const [confidence, is] of [
    ['high', null],
    ['85%', 0.85],
    [85, null],
    [1.2, null],
    [null, null],
  ] as const) {
    const { label } = await classify(natural, JSON.stringify({ ...JSON.parse(reply), confidence }));
    assert.deepEqual(
      [label?.error_type, label?.domain, label?.confidence, label?.status],
      ['missing_case', 'number theory', is, 'ok'],
    );
  }
  const { label } = await classify(natural, reply.replace('Number Theory', 'cooking'));
  assert.deepEqual([label?.error_type, label?.domain, label?.confidence], ['missing_case', null, 0.7]);
});

test('correct solutions, unlabelled ones and injected errors pass untouched; --all labels the injected', async () => {
  const injected: Solution = { ...natural, error_source: 'injected' };
  for (const record of [{ ...natural, error_steps: [] }, { ...natural, error_steps: null }, injected]) {
    const { out, prompts } = await classify(record, reply);
    assert.equal(out, record);
    assert.equal(prompts.length, 0);
  }
  assert.equal((await classify(injected, reply, { all: true })).label?.error_type, 'missing_case');
});

test('a slip of calculation and a kind beyond the taxonomy can be said', async () => {
  for (const error_type of ['calculation_slip', 'other']) {
    const answer = JSON.stringify({ error_type, domain: 'other', confidence: 0.5 });
    assert.equal((await classify(natural, answer)).label?.error_type, error_type);
  }
});
