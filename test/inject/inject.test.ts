import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ChatRequest } from '../../src/endpoints/chat.ts';
import { LateBenchError } from '../../src/errors.ts';
import { type InjectOptions, injectStage } from '../../src/inject/inject.ts';
import { type Solution, solutionSchema } from '../../src/records/solution.ts';
import { recordingEndpoint } from '../support/recording-endpoint.ts';

const signal = new AbortController().signal;

function solution(change: Partial<Solution> = {}): Solution {
  const steps = Array.from({ length: 9 }, (_, index) => `Step text number ${index + 1}.`);
  steps[8] = 'So the answer is $\\boxed{42}$.';
  return { id: 'x', problem: 'What?', steps, answer: '42', final_answer: '42', error_steps: [], ...change };
}

function proposal(target: number, count: number, change: Record<string, unknown> = {}): string {
  const steps = Array.from({ length: count }, (_, index) => `Changed ${index}.`);
  steps[count - 1] = 'So the answer is $\\boxed{43}$.';
  return JSON.stringify({
    target_step: target,
    steps,
    final_answer: '43',
    explanation: 'a wrong rule',
    ...change,
  });
}

async function inject(
  record: Solution,
  answer: (request: ChatRequest) => string | Promise<string>,
  options: Partial<InjectOptions> = {},
): Promise<{ out: Solution; requests: ChatRequest[] }> {
  const endpoint = recordingEndpoint(({ request }) => answer(request));
  const stage = injectStage({ endpoint, cleanFraction: 0, seed: 7, ...options });
  const outputs: Solution[] = [];
  for await (const output of stage.run(record, { signal })) outputs.push(output as Solution);
  assert.equal(outputs.length, 1, 'one record in, one out');
  solutionSchema.parse(outputs[0]);
  return { out: outputs[0]!, requests: endpoint.calls.map(({ request }) => request) };
}

test('an accepted injection keeps the prefix byte for byte and says what was changed', async () => {
  const record = solution();
  const { out } = await inject(record, () => proposal(8, 2));
  assert.deepEqual(out.steps, [...record.steps.slice(0, 7), 'Changed 0.', 'So the answer is $\\boxed{43}$.']);
  assert.deepEqual(
    [out.error_steps, out.error_source, out.final_answer, out.final_answer_correct],
    [[7], 'injected', '43', false],
  );
  assert.deepEqual(out.injection?.original_steps, record.steps);
  assert.equal(out.injection?.original_final_answer, '42');
  assert.equal(out.injection?.status, 'accepted');
  assert.equal(out.provenance?.[0]?.stage, 'inject');
});

test('white space around steps stays as it is in the record, and repeated steps are no change', async () => {
  const record = solution({ steps: solution().steps.map((text, at) => (at === 4 ? text : ` ${text}\n`)) });
  const numbered = record.steps
    .slice(3, 7)
    .map((text, at) => ({ step: at + 4, text: text.trim() }))
    .concat({ step: 8, text: 'Changed 0.' }, { step: 9, text: '\nSo the answer is $\\boxed{43}$.' });
  for (const steps of [undefined, numbered]) {
    const { out } = await inject(record, () => proposal(8, 2, steps === undefined ? {} : { steps }));
    assert.equal(out.injection?.status, 'accepted');
    assert.deepEqual(out.steps, [
      ...record.steps.slice(0, 7),
      ' Changed 0.\n',
      ' So the answer is $\\boxed{43}$.\n',
    ]);
  }
});

for (const [check, reply] of [
  ['shape', 'no JSON at all'],
  ['region', proposal(3, 7)],
  [
    'text_changed',
    JSON.stringify({
      target_step: 8,
      steps: ['Step text  number 8.', 'So $\\boxed{43}$.'],
      final_answer: '43',
      explanation: 'x',
    }),
  ],
  ['step_count', proposal(7, 9)],
  ['answer_changed', proposal(8, 2, { final_answer: '$42$' })],
  ['answer_stated', proposal(8, 2, { final_answer: '44' })],
  ['no_leak', proposal(8, 2, { steps: ['Erroneously we take it.', 'So $\\boxed{43}$.'] })],
] as const) {
  test(`the gate catches a bad ${check}, tells the model, and rejects in the end`, async () => {
    const record = solution();
    const { out, requests } = await inject(record, () => reply);
    assert.equal(out.injection?.status, 'rejected');
    assert.equal(out.injection?.gate?.[check]?.ok, false);
    assert.deepEqual(out.steps, record.steps);
    assert.equal(out.error_steps, null);
    assert.equal(requests.length, 3);
    assert.match(requests[1]?.messages[0]?.content ?? '', new RegExp(`turned down:\n- ${check}`));
  });
}

test('tries again and accepts what passes', async () => {
  let calls = 0;
  const { out } = await inject(solution(), () => (++calls < 3 ? 'no' : proposal(9, 1)));
  assert.deepEqual(
    [out.injection?.status, out.injection?.attempts, out.injection?.usage?.calls],
    ['accepted', 3, 3],
  );
});

test('a call that finally failed leaves a failed injection; a run-stopping error stops', async () => {
  const failing = (code: 'LB_ENDPOINT_SERVER' | 'LB_ENDPOINT_AUTH') => () =>
    Promise.reject(new LateBenchError(code, 'x'));
  const { out } = await inject(solution(), failing('LB_ENDPOINT_SERVER'));
  assert.deepEqual([out.injection?.status, out.error_steps], ['failed', null]);
  await assert.rejects(inject(solution(), failing('LB_ENDPOINT_AUTH')), { code: 'LB_ENDPOINT_AUTH' });
});

test('a solution known to have an error passes untouched and uncalled', async () => {
  const record = solution({ error_steps: [2] });
  const { out, requests } = await inject(record, () => proposal(8, 2));
  assert.equal(out, record);
  assert.equal(requests.length, 0);
});

test('clean controls are a seeded share that depends on the problem and not on its place', async () => {
  const cleanOf = async (seed: number): Promise<boolean[]> => {
    const flags: boolean[] = [];
    for (let n = 0; n < 200; n += 1) {
      const { out } = await inject(solution({ problem: `Problem ${n}` }), () => proposal(8, 2), {
        cleanFraction: 0.5,
        seed,
      });
      flags.push(out.injection?.status === 'clean');
      if (flags.at(-1)) assert.deepEqual(out.error_steps, []);
    }
    return flags;
  };
  const [first, again, other] = [await cleanOf(1), await cleanOf(1), await cleanOf(2)];
  assert.deepEqual(first, again);
  assert.notDeepEqual(first, other);
  const share = first.filter(Boolean).length / first.length;
  assert.ok(share > 0.38 && share < 0.62, `share ${share}`);
});

test('a comment goes into the prompt and the record is marked manual', async () => {
  const record = solution({
    injection: {
      status: 'clean',
      comment: 'confuse radius and diameter',
      verification: null,
      difficulty: null,
    },
  });
  const { out, requests } = await inject(record, () => proposal(8, 2));
  assert.match(requests[0]?.messages[0]?.content ?? '', /confuse radius and diameter/);
  assert.deepEqual([out.injection?.mode, out.injection?.comment], ['manual', 'confuse radius and diameter']);
});

test('the region is the last third unless a step is asked for', async () => {
  const prompt = async (options: Partial<InjectOptions>): Promise<string> =>
    (await inject(solution(), () => proposal(8, 2), options)).requests[0]?.messages[0]?.content ?? '';
  assert.match(await prompt({}), /Allowed steps: 7 to 9/);
  assert.match(await prompt({ step: 7 }), /Allowed steps: 8\n/);
});

test('too short a solution is rejected without a call', async () => {
  const { out, requests } = await inject(solution({ steps: ['a', '\\boxed{42}'] }), () => proposal(2, 1));
  assert.deepEqual([out.injection?.status, requests.length], ['rejected', 0]);
});

test('any reply whatever gives a record that is whole, and never a second error', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.integer({ min: -2, max: 12 }).map((n) => proposal(n, 3)),
      ),
      async (text) => {
        const record = solution();
        const { out } = await inject(record, () => text);
        if (out.injection?.status === 'accepted') {
          assert.equal(out.error_steps?.length, 1);
          assert.ok(out.error_steps![0]! >= 6);
          assert.deepEqual(
            out.steps.slice(0, out.error_steps![0]),
            record.steps.slice(0, out.error_steps![0]),
          );
        } else assert.deepEqual([out.injection?.status, out.steps], ['rejected', record.steps]);
      },
    ),
    { numRuns: 100 },
  );
});

test('a reply that is wrong in form only is asked for once more before a new attempt is paid for', async () => {
  const bad =
    '{"target_step": 8, "steps": ["So \\q.", "So the answer is $\\boxed{43}$."], "final_answer": "43", "explanation": "x"}';
  const seen: string[] = [];
  const answer = ({ messages }: ChatRequest): string => {
    const text = messages[0]!.content;
    seen.push(text);
    return text.includes('Return the same as valid JSON') ? proposal(8, 2) : bad;
  };
  const { out, requests } = await inject(solution(), answer);
  assert.deepEqual([out.injection?.status, out.injection?.attempts], ['accepted', 1]);
  assert.deepEqual([out.injection?.repairs, out.injection?.usage?.calls, requests.length], [1, 2, 2]);
  assert.ok(
    seen[1]!.includes(bad) && !seen[1]!.includes('[Problem]'),
    'it shows the reply and not the problem',
  );
  const again = await inject(solution(), () => bad);
  assert.deepEqual([again.out.injection?.status, again.requests.length], ['rejected', 6]);
  assert.match(again.out.injection?.gate?.shape?.detail ?? '', /steps\.0: \\q/);
  const declines = await inject(solution(), () => '{"target_step": null, "reason": "none"}');
  assert.equal(declines.requests.length, 3, 'there is nothing to repair');
  const long = await inject(solution(), () => 'So {'.repeat(20_000));
  assert.equal(long.requests.length, 3, 'to send 80 kB back costs more than a new attempt');
  assert.equal(long.out.injection?.repairs, undefined);
});
