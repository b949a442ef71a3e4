// The critic must not see the truth: no field but `problem` and `steps` may change one byte of a request. Proved on the
// bytes that the real client sends to a real server, for every protocol, wording, template, system prompt, preset, number
// of votes, rule, probe, and for reward models.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { criticStage } from '../../src/critic/critic.ts';
import { presets } from '../../src/critic/presets.ts';
import { prmStage } from '../../src/critic/prm-critic.ts';
import { endpointScorer } from '../../src/critic/step-scores.ts';
import { createChatEndpoint } from '../../src/endpoints/client.ts';
import { poolingDialect } from '../../src/endpoints/dialects/pooling.ts';
import { createUsageCounters } from '../../src/endpoints/usage-counters.ts';
import { protocols, wordings } from '../../src/records/protocols.ts';
import { type Solution, solutionSchema } from '../../src/records/solution.ts';
import { combineRules } from '../../src/statistics/combine-steps.ts';
import { tieRules } from '../../src/statistics/majority.ts';
import type { Stage } from '../../src/stream/stage.ts';
import { runCritic, solution } from './run-critic.ts';

const received: string[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const headers = request.rawHeaders.join('\n');
    received.push(
      `${request.method} ${request.url}\n${headers}\n${Buffer.concat(chunks).toString('latin1')}`,
    );
    response.setHeader('content-type', 'application/json');
    const chat = { message: { role: 'assistant', content: '\\boxed{-1}' }, finish_reason: 'stop' };
    const usage = { prompt_tokens: 1, completion_tokens: 1 };
    const data = [
      {
        data: [
          [0.1, 0.9],
          [0.2, 0.8],
          [0.9, 0.1],
        ],
      },
    ];
    response.end(JSON.stringify({ model: 'm', choices: [chat], data, usage }));
  });
});
let endpoint: ReturnType<typeof createChatEndpoint>;
let reward: ReturnType<typeof createChatEndpoint>;
before(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  const client = { baseUrl, model: 'm', concurrency: 4, counters: createUsageCounters() };
  endpoint = createChatEndpoint(client);
  reward = createChatEndpoint({ ...client, dialect: poolingDialect });
});
after(async () => {
  await endpoint.close();
  await reward.close();
  server.close();
});

type Options = Omit<Parameters<typeof criticStage>[0], 'endpoint' | 'seed'>;

const template = { text: 'Judge: {problem}\n\n{steps}\n\nAnswer in \\boxed{}.', source: 'mine.txt' };
const system = { text: 'You are strict.', source: '--system' };

/** Every way of asking, by name, and how many requests it makes for a record. */
const variants: readonly (readonly [name: string, requests: number, options: Options])[] = [
  ...protocols.flatMap((protocol) => [
    [protocol, 1, { protocol, votes: 1 }] as const,
    [`${protocol} with 8 votes`, 8, { protocol, votes: 8 }] as const,
    [`${protocol} with a template`, 2, { protocol, votes: 2, template }] as const,
    [`${protocol} with a system prompt`, 2, { protocol, votes: 2, system }] as const,
    [`${protocol} with a probe`, 4, { protocol, votes: 2, probe: 'length' }] as const,
    [`${protocol} with kept replies`, 2, { protocol, votes: 2, keepReplies: true }] as const,
  ]),
  ...wordings.map(
    (wording) => [`wording ${wording}`, 2, { protocol: 'first_error', votes: 2, wording }] as const,
  ),
  ...presets.flatMap(({ name: preset }) =>
    [1, 3].map(
      (votes) =>
        [`preset ${preset} with ${votes}`, votes, { protocol: 'first_error', votes, preset }] as const,
    ),
  ),
  ...tieRules.map((tie) => [`tie ${tie}`, 3, { protocol: 'first_error', votes: 3, tie }] as const),
  ...combineRules.map((combine) => [combine, 3, { protocol: 'all_errors', votes: 3, combine }] as const),
  // The server's replies agree, so four of eight votes decide.
  ['an early stop', 4, { protocol: 'first_error', votes: 8, earlyStop: true }],
];

const stages: readonly {
  readonly name: string;
  readonly requests: number;
  readonly stage: () => Stage<Solution, Solution>;
}[] = [
  ...variants.map(([name, requests, options]) => ({
    name,
    requests,
    stage: () => criticStage({ endpoint, seed: 7, ...options }),
  })),
  {
    name: 'a reward model',
    requests: 1,
    stage: () =>
      prmStage({ scorer: endpointScorer({ endpoint: reward }), threshold: 0.5, chosenOn: 'subset=x' }),
  },
];

/** The requests for one record, in an order that does not depend on which connection was faster. */
async function requestsFor(stage: () => Stage<Solution, Solution>, record: Solution): Promise<string[]> {
  received.length = 0;
  await runCritic(stage(), solutionSchema.parse(record));
  return [...received].sort();
}

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const steps = fc.subarray([0, 1, 2]);
const usage = fc.record({ calls: fc.nat(), prompt_tokens: fc.nat(), completion_tokens: fc.nat() });
const otherFields = fc.record(
  {
    id: fc.string({ minLength: 1 }),
    dataset: text,
    subset: fc.option(text),
    original_id: text,
    generator: text,
    subject: text,
    difficulty: fc.oneof(text, fc.integer()),
    task: text,
    answer: fc.option(text),
    final_answer: fc.option(text),
    final_answer_correct: fc.option(fc.boolean()),
    error_steps: fc.option(steps),
    error_source: fc.constantFrom('natural' as const, 'injected' as const, null),
    meta: fc.dictionary(fc.string(), fc.jsonValue()),
    injection: fc.record({
      status: fc.constantFrom('accepted' as const, 'clean' as const),
      error_step: fc.nat(2),
      error_type: text,
      explanation: text,
      comment: text,
      original_steps: fc.array(text),
      original_final_answer: text,
      verification: fc.jsonValue(),
      difficulty: fc.jsonValue(),
    }),
    critiques: fc.array(
      fc.record({
        critic: fc.string({ minLength: 1 }),
        protocol: fc.constantFrom(...protocols),
        status: fc.constant('ok' as const),
        first_error: fc.integer({ min: -1, max: 2 }),
        error_steps: steps,
        explanations: fc.dictionary(fc.constantFrom('0', '1', '2'), text),
        usage,
      }),
    ),
    provenance: fc.array(fc.record({ stage: text, version: text, key: text })),
    a_field_we_do_not_know: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

for (const { name, requests, stage } of stages) {
  test(`no field but problem and steps changes one byte of a request: ${name}`, async () => {
    const bare = await requestsFor(stage, solution());
    assert.equal(bare.length, requests);
    await fc.assert(
      fc.asyncProperty(otherFields, fc.boolean(), async (fields, inFront) => {
        const { id, problem, steps: judged } = solution();
        const record = inFront
          ? { id, ...fields, problem, steps: judged }
          : { problem, steps: judged, id, ...fields };
        assert.deepEqual(await requestsFor(stage, record), bare);
      }),
      { numRuns: 12 },
    );
  });

  test(`problem, steps and their order change the request, and a secret elsewhere is not in it: ${name}`, async () => {
    const secret = 'SECRET';
    const record = solution({
      id: secret,
      dataset: secret,
      answer: secret,
      final_answer: secret,
      error_steps: [2],
      meta: { note: secret },
      injection: {
        status: 'accepted',
        explanation: secret,
        original_steps: [secret],
        verification: secret,
        difficulty: secret,
      },
      critiques: [{ critic: secret, protocol: 'all_errors', status: 'ok', explanations: { 2: secret } }],
    });
    const bare = await requestsFor(stage, record);
    assert.ok(!bare.join('').includes(secret));
    const { problem, steps: judged } = solution();
    for (const changed of [
      { problem: `${problem} ` },
      { steps: judged.toReversed() },
      { steps: judged.slice(1) },
      { steps: [...judged, ''] },
    ]) {
      assert.notDeepEqual(await requestsFor(stage, solution(changed)), bare);
    }
  });
}
