import assert from 'node:assert/strict';
import { test } from 'node:test';
import { criticStage } from '../../src/critic/critic.ts';
import { syntheticRecords } from '../../src/datasets/synthetic.ts';
import { createChatEndpoint } from '../../src/endpoints/client.ts';
import { createUsageCounters } from '../../src/endpoints/usage-counters.ts';
import { injectStage } from '../../src/inject/inject.ts';
import { checkEquations } from '../../src/mathverify/index.ts';
import type { Solution } from '../../src/records/solution.ts';
import { lateStart } from '../../src/records/steps.ts';
import { errorTypes } from '../../src/records/taxonomy.ts';
import { errorKinds } from '../../src/simulator/injector/error-kinds.ts';
import type { Simulator } from '../../src/simulator/server.ts';
import { isDrop, type Stage } from '../../src/stream/stage.ts';
import { contentOf, withSimulator } from './ask.ts';

const signal = new AbortController().signal;

async function through(stage: Stage<Solution, Solution>, records: readonly Solution[]): Promise<Solution[]> {
  const all = records.map(async (record) => {
    const outputs: Solution[] = [];
    for await (const output of stage.run(record, { signal })) if (!isDrop(output)) outputs.push(output);
    return outputs;
  });
  return (await Promise.all(all)).flat();
}

async function withEndpoint<T>(
  { url }: Simulator,
  model: string,
  work: (endpoint: ReturnType<typeof createChatEndpoint>) => Promise<T>,
): Promise<T> {
  const endpoint = createChatEndpoint({
    baseUrl: url,
    model: `latebench-sim/${model}`,
    name: 'simulation',
    concurrency: 8,
    maxRetries: 0,
    counters: createUsageCounters(),
  });
  try {
    return await work(endpoint);
  } finally {
    await endpoint.close();
  }
}

function inject(simulator: Simulator, records: readonly Solution[], options = {}): Promise<Solution[]> {
  return withEndpoint(simulator, 'injector', (endpoint) =>
    through(injectStage({ endpoint, cleanFraction: 0, seed: 1, ...options }), records),
  );
}

const falseEquations = (steps: readonly string[]) =>
  steps.flatMap((step) => checkEquations(step, { roundingTolerant: true })).filter(({ holds }) => !holds);

test('knows how to make an error of every type of the taxonomy', () => {
  assert.deepEqual(Object.keys(errorKinds).sort(), errorTypes.map(({ key }) => key).sort());
});

test('puts one error into the last third of most synthetic problems, and carries it on to a wrong answer', async () => {
  const records = [...syntheticRecords({ count: 63, seed: 11 })];
  await withSimulator({}, async (simulator) => {
    const results = await inject(simulator, records);
    assert.equal(results.length, records.length);
    const accepted = results.filter(({ injection }) => injection?.status === 'accepted');
    assert.ok(accepted.length >= 0.85 * records.length, `${accepted.length} of ${records.length} accepted`);
    for (const [index, result] of results.entries()) {
      const record = records[index]!;
      if (result.injection?.status !== 'accepted') {
        assert.deepEqual([result.injection?.status, result.error_steps], ['rejected', null]);
        assert.deepEqual(result.steps, record.steps);
        continue;
      }
      const [step, ...more] = result.error_steps!;
      assert.deepEqual(more, []);
      assert.ok(step! >= lateStart(record.steps.length)!);
      assert.equal(result.steps.length, record.steps.length);
      assert.deepEqual(result.steps.slice(0, step), record.steps.slice(0, step));
      assert.notEqual(result.final_answer, record.final_answer);
      // What comes after the error follows from it: no equation there is false.
      assert.deepEqual(falseEquations(result.steps.slice(step! + 1)), [], result.id);
    }
  });
});

test('the simulated critic finds a part of the errors, exactly where they are, and none in the originals', async () => {
  const records = [...syntheticRecords({ count: 84, seed: 5 })];
  await withSimulator({}, async (simulator) => {
    const injected = (await inject(simulator, records)).filter(
      ({ injection }) => injection?.status === 'accepted',
    );
    await withEndpoint(simulator, 'critic', async (endpoint) => {
      const critic = criticStage({ endpoint, protocol: 'first_error', votes: 1, seed: 1 });
      const found = async (solutions: readonly Solution[]): Promise<(number | null | undefined)[]> =>
        (await through(critic, solutions)).map(({ critiques }) => critiques?.[0]?.first_error);
      const first = await found(injected);
      const exact = first.filter((step, index) => step === injected[index]?.error_steps?.[0]).length;
      assert.ok(
        exact > 0.3 * injected.length && exact < 0.7 * injected.length,
        `${exact} of ${injected.length}`,
      );
      assert.ok(first.every((step, index) => step === -1 || step === injected[index]?.error_steps?.[0]));
      assert.deepEqual(new Set(await found(records)), new Set([-1]));
    });
  });
});

test('changes the one step that is asked for', async () => {
  const records = [
    ...syntheticRecords({ count: 20, seed: 2, families: ['inclusion-exclusion', 'lattice-paths'] }),
  ];
  await withSimulator({}, async (simulator) => {
    const step = records[0]!.steps.length - 1;
    const same = records.filter(({ steps }) => steps.length === step + 1);
    const accepted = (await inject(simulator, same, { step })).filter(
      (record) => record.error_steps?.length === 1,
    );
    assert.ok(accepted.length > 0);
    assert.ok(accepted.every(({ error_steps }) => error_steps?.[0] === step));
  });
});

test('says so where no rule of its can change anything', async () => {
  const steps = ['Let us think.', 'The statement follows by symmetry.', 'Hence it is true.'];
  const record: Solution = { id: 'a', problem: 'Is it true?', steps, answer: 'yes', error_steps: [] };
  await withSimulator({}, async (simulator) => {
    const [result] = await inject(simulator, [record]);
    assert.deepEqual([result?.injection?.status, result?.steps], ['rejected', steps]);
    assert.equal(simulator.counts.models['latebench-sim/injector']?.completed, 3);
    const reply = JSON.parse(await contentOf(simulator, 'injector', { prompt: 'Hello' })) as object;
    assert.deepEqual(Object.keys(reply), ['target_step', 'reason']);
  });
});

test('accepted, clean, rejected and failed are all there is', async () => {
  const padding = 'Take your time. '.repeat(3_000);
  const records = [...syntheticRecords({ count: 30, seed: 4 })].map((record, index) =>
    index % 3 === 0 ? { ...record, problem: padding + record.problem } : record,
  );
  await withSimulator({ maxBodyBytes: 30_000 }, async (simulator) => {
    const results = await inject(simulator, records, { cleanFraction: 0.4 });
    assert.equal(results.length, records.length);
    const statuses = new Set(results.map(({ injection }) => injection?.status));
    for (const status of ['accepted', 'clean', 'failed'] as const) assert.ok(statuses.has(status), status);
    for (const { injection, steps, error_steps } of results) {
      if (injection?.status !== 'failed') continue;
      assert.equal(error_steps, null);
      assert.ok(records.some((record) => record.steps === steps));
    }
  });
});
