// The critic must not see the truth: no field but `problem` and `steps` may change one byte of a request. Proved
// on the bytes that the real client sends to a real server.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { criticStage } from '../../src/critic/critic.ts';
import { createChatEndpoint } from '../../src/endpoints/client.ts';
import { createLedger } from '../../src/endpoints/ledger.ts';
import { protocols } from '../../src/records/protocols.ts';
import { type Solution, solutionSchema } from '../../src/records/solution.ts';
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
    response.end(
      JSON.stringify({
        model: 'm',
        choices: [{ message: { role: 'assistant', content: '\\boxed{-1}' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1 },
      }),
    );
  });
});
let endpoint: ReturnType<typeof createChatEndpoint>;
before(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  endpoint = createChatEndpoint({ baseUrl, model: 'm', concurrency: 4, ledger: createLedger() });
});
after(async () => {
  await endpoint.close();
  server.close();
});

/** The requests for one record, in an order that does not depend on which connection was faster. */
async function requestsFor(protocol: (typeof protocols)[number], record: Solution): Promise<string[]> {
  received.length = 0;
  await runCritic(criticStage({ endpoint, protocol, votes: 2, seed: 7 }), solutionSchema.parse(record));
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

for (const protocol of protocols) {
  test(`no field but problem and steps changes one byte of a ${protocol} request`, async () => {
    const bare = await requestsFor(protocol, solution());
    assert.equal(bare.length, 2);
    await fc.assert(
      fc.asyncProperty(otherFields, fc.boolean(), async (fields, inFront) => {
        const { id, problem, steps: judged } = solution();
        const record = inFront
          ? { id, ...fields, problem, steps: judged }
          : { problem, steps: judged, id, ...fields };
        assert.deepEqual(await requestsFor(protocol, record), bare);
      }),
      { numRuns: 60 },
    );
  });

  test(`a ${protocol} request holds no word of the truth`, async () => {
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
      critiques: [{ critic: secret, protocol, status: 'ok', explanations: { 2: secret } }],
    });
    assert.ok(!(await requestsFor(protocol, record)).join('').includes(secret));
  });

  test(`problem, steps and their order do change a ${protocol} request`, async () => {
    const bare = await requestsFor(protocol, solution());
    const { problem, steps: judged } = solution();
    for (const changed of [
      { problem: `${problem} ` },
      { steps: judged.toReversed() },
      { steps: judged.slice(1) },
      { steps: [...judged, ''] },
    ]) {
      assert.notDeepEqual(await requestsFor(protocol, solution(changed)), bare);
    }
  });
}
