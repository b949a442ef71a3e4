// 500 synthetic problems through the injection with ten workers, interrupted and resumed, over a real server.
import assert from 'node:assert/strict';
import { Readable, Writable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { difficultyStage } from '../../src/critic/difficulty.ts';
import { syntheticRecords } from '../../src/datasets/synthetic.ts';
import type { ChatEndpoint, ChatReply } from '../../src/endpoints/chat.ts';
import { createChatEndpoint } from '../../src/endpoints/client.ts';
import { createUsageCounters } from '../../src/endpoints/usage-counters.ts';
import { createInjectionCollector } from '../../src/inject/collector.ts';
import { leakWords } from '../../src/inject/gate/leak-words.ts';
import { injectStage } from '../../src/inject/inject.ts';
import { injectionReport } from '../../src/inject/report.ts';
import { createVerifier } from '../../src/inject/verify.ts';
import { difficultySchema, verificationSchema } from '../../src/records/injection.ts';
import type { Solution } from '../../src/records/solution.ts';
import { type Simulator, startSimulator } from '../../src/simulator/server.ts';
import { openQuarantine } from '../../src/storage/quarantine.ts';
import { createErrorPolicy } from '../../src/stream/error-policy.ts';
import { runStream } from '../../src/stream/run.ts';
import type { Stage } from '../../src/stream/stage.ts';
import { stageStep } from '../../src/stream/step.ts';
import { createTally } from '../../src/stream/tally.ts';
import { repetitions } from '../support/thorough.ts';

const workers = 10;

function endpointOf(simulator: Simulator, model: string): ChatEndpoint {
  return createChatEndpoint({
    baseUrl: simulator.url,
    model: `latebench-sim/${model}`,
    name: 'simulation',
    concurrency: workers,
    maxRetries: 0,
    counters: createUsageCounters(),
  });
}

/** What a run's journal does, as far as stages see it: a reply that was paid for is not asked for again. */
function journalled(endpoint: ChatEndpoint, paid: Map<string, ChatReply>): ChatEndpoint {
  return {
    ...endpoint,
    async chat(request, options) {
      const key = JSON.stringify([endpoint.model, request, options.sample]);
      const known = paid.get(key);
      if (known !== undefined) return known;
      const reply = await endpoint.chat(request, options);
      paid.set(key, reply);
      return reply;
    },
  };
}

/** Runs the stages with ten workers; stops reading after `limit` records. */
async function run(
  records: readonly Solution[],
  stages: readonly Stage<Solution, Solution>[],
  { abandonAfter }: { abandonAfter?: number } = {},
): Promise<Solution[]> {
  const outputs: Solution[] = [];
  const abandon = new AbortController();
  const policy = createErrorPolicy({
    onError: 'fail',
    maxErrors: undefined,
    // Never written: the first bad record ends the run.
    quarantine: openQuarantine('unused'),
    say: () => {},
  });
  const tally = createTally();
  const sink = new Writable({
    objectMode: true,
    write(record: Solution, _encoding, callback) {
      outputs.push(record);
      if (outputs.length === abandonAfter) abandon.abort();
      callback();
    },
  });
  const transforms = stages.map((stage) =>
    stageStep(stage, workers).open({ policy, tally, order: 'input', signal: abandon.signal }),
  );
  await runStream(Readable.from(records), transforms, sink, abandon.signal);
  return outputs;
}

test('hundreds of problems with ten workers: in order, all there, resumed without paying twice, and without a leak', async (t) => {
  const simulator = await startSimulator({ latencyMs: 20 });
  t.after(() => simulator.close());
  const count = repetitions(200, 500);
  const records = [...syntheticRecords({ count, seed: 1 })];
  const paid = new Map<string, ChatReply>();
  // A client of its own for each run, as in two processes: calls in flight are not shared between them.
  const runOnce = async (options: { abandonAfter?: number }): Promise<Solution[]> => {
    const endpoint = endpointOf(simulator, 'injector');
    t.after(() => endpoint.close());
    const stage = injectStage({ endpoint: journalled(endpoint, paid), cleanFraction: 0.2, seed: 1 });
    return run(records, [stage], options);
  };

  const before = await runOnce({ abandonAfter: 0.3 * count });
  assert.ok(before.length >= 0.3 * count && before.length < count);
  while (simulator.counts.in_flight > 0) await sleep(5);
  const results = await runOnce({});
  assert.deepEqual(
    results.map(({ id }) => id),
    records.map(({ id }) => id),
  );
  const isSame = (a: Solution, b: Solution): boolean => JSON.stringify(a) === JSON.stringify(b);
  assert.ok(
    before.every((record, at) => isSame(record, results[at]!)),
    'what was done comes out the same again',
  );
  const max = simulator.counts.max_in_flight;
  assert.ok(max <= workers && max > workers / 2, `${max} calls at once`);

  const attempts = results.reduce((sum, { injection }) => sum + (injection?.attempts ?? 0), 0);
  assert.equal(paid.size, attempts, 'each attempt was paid for once');
  // What was on its way when the first run was given up may have been answered to nobody.
  const { completed } = simulator.counts;
  assert.ok(completed >= attempts && completed <= attempts + workers, `${completed} calls for ${attempts}`);
  const having = (status: string): number =>
    results.filter(({ injection }) => injection?.status === status).length;
  const [accepted, rejected, clean] = [having('accepted'), having('rejected'), having('clean')];
  assert.equal(accepted + rejected + having('failed') + clean, count);
  assert.ok(
    accepted > 0.68 * count && clean > 0.14 * count && clean < 0.26 * count,
    `${accepted} accepted, ${clean} clean`,
  );
  for (const [at, result] of results.entries()) {
    if (result.injection?.status !== 'accepted') continue;
    const original = records[at]!;
    assert.deepEqual(
      leakWords([original.problem, ...original.steps].join('\n'), result.steps.join('\n')),
      [],
    );
  }
  t.diagnostic(
    `${accepted} accepted, ${rejected} rejected, ${clean} clean; ${attempts} calls, ${max} at once at most`,
  );
});

test('readers and blind critics join in, and the report shows what they said', async (t) => {
  const simulator = await startSimulator();
  t.after(() => simulator.close());
  const [injector, critic] = [endpointOf(simulator, 'injector'), endpointOf(simulator, 'critic')];
  t.after(() => Promise.all([injector.close(), critic.close()]));
  const records = [...syntheticRecords({ count: 40, seed: 8 })];
  const verifier = createVerifier({ endpoint: critic, votes: 3 });
  const results = await run(records, [
    injectStage({ endpoint: injector, cleanFraction: 0.25, seed: 1, verifier }),
    difficultyStage({ endpoints: [critic], votes: 4, seed: 1 }),
  ]);
  const collector = createInjectionCollector();
  for (const result of results) {
    collector.add(result);
    const { injection } = result;
    if (injection?.status !== 'accepted') {
      assert.equal(injection?.difficulty ?? null, null);
      continue;
    }
    const verification = verificationSchema.parse(injection.verification);
    assert.ok(verification.verified && verification.agreed >= 2);
    const { asked, valid, found, score, critics } = difficultySchema.parse(injection.difficulty);
    assert.deepEqual([asked, valid, critics[0]?.first_errors.length], [4, 4, 4]);
    assert.equal(score, 1 - found / 4);
    assert.equal(result.critiques ?? null, null, 'a difficulty leaves no critique');
  }
  const { counts, verification, difficulty, checks, positions, types } = collector.summary();
  assert.equal(
    Object.values(counts).reduce((sum, count) => sum + count),
    40,
  );
  assert.ok(verification !== null && verification.verified === counts.accepted);
  assert.equal(difficulty?.records, counts.accepted);
  assert.equal(
    positions.slice(0, 6).reduce((sum, count) => sum + count, 0),
    0,
    'none before the last third',
  );
  assert.equal(
    types.reduce((sum, { accepted }) => sum + accepted, 0),
    counts.accepted,
  );
  assert.ok(checks.some(({ check, attempts }) => check === 'verification' && attempts > 0));

  const page = injectionReport(collector, { title: 'Test <report>', seed: 1 });
  assert.match(page, /These numbers were made by a simulation/);
  assert.match(page, /Test &lt;report&gt;/);
  assert.match(page, /<ins>/);
  assert.match(page, /Where the errors are/);
  assert.equal(page, injectionReport(collector, { title: 'Test <report>', seed: 1 }), 'the same bytes again');
});
