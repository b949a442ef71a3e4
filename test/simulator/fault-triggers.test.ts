import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultRule } from '../../src/simulator/faults/rules.ts';
import type { Simulator } from '../../src/simulator/server.ts';
import { chatBody, send, withSimulator } from './ask.ts';

/** `1` where the call of that place was refused. */
async function pattern(
  when: NonNullable<FaultRule['when']>,
  prompts: readonly string[],
  options: { readonly seed?: number } = {},
): Promise<string> {
  let found = '';
  await withSimulator({ faults: [{ do: 'error', status: 503, when }], ...options }, async (simulator) => {
    for (const prompt of prompts) found += (await refused(simulator, prompt)) ? '1' : '0';
  });
  return found;
}

async function refused({ url }: Simulator, prompt: string): Promise<boolean> {
  const { status } = await send(`${url}/chat/completions`, chatBody('critic', { prompt }));
  assert.ok(status === 200 || status === 503);
  return status === 503;
}

const eight = Array.from({ length: 8 }, (_, index) => `problem ${index}`);

test('calls are counted from the first: after n, for n, every nth', async () => {
  assert.equal(await pattern({}, eight), '11111111');
  assert.equal(await pattern({ after_calls: 5 }, eight), '00000111');
  assert.equal(await pattern({ for_calls: 2 }, eight), '11000000');
  assert.equal(await pattern({ after_calls: 2, for_calls: 3 }, eight), '00111000');
  assert.equal(await pattern({ every: 3 }, eight), '00100100');
  assert.equal(await pattern({ every: 2, after_calls: 4 }, eight), '00000101');
});

test('attempts are counted for each body', async () => {
  const prompts = ['a', 'b', 'a', 'a', 'b', 'b', 'c', 'a'];
  assert.equal(await pattern({ first_attempts: 2 }, prompts), '11101010');
});

test('a marker is looked for in the text of every message', async () => {
  const marker = 'a "quoted"\nline';
  assert.equal(await pattern({ marker }, ['x', `x ${marker} y`, 'a "quoted" line']), '010');
  await withSimulator({ faults: [{ do: 'error', status: 503, when: { marker } }] }, async ({ url }) => {
    const messages = [
      { role: 'system', content: marker },
      { role: 'user', content: 'x' },
    ];
    const { status } = await send(`${url}/chat/completions`, { model: 'latebench-sim/critic', messages });
    assert.equal(status, 503);
  });
});

test('a probability is drawn from the body, the attempt and the seed, never from the order of arrival', async () => {
  const many = Array.from({ length: 60 }, (_, index) => `problem ${index}`);
  const first = await pattern({ probability: 0.3 }, many);
  const count = [...first].filter((sign) => sign === '1').length;
  assert.ok(count > 6 && count < 32, `${count} of 60`);
  const backwards = await pattern({ probability: 0.3 }, many.toReversed());
  assert.equal([...backwards].toReversed().join(''), first);
  assert.notEqual(await pattern({ probability: 0.3 }, many, { seed: 1 }), first);
  assert.equal(await pattern({ probability: 0 }, eight), '00000000');
  assert.equal(await pattern({ probability: 1 }, eight), '11111111');
  const again = await pattern(
    { probability: 0.5 },
    Array.from({ length: 40 }, () => 'the same'),
  );
  assert.match(again, /01|10/);
});

test('a share is drawn once a body, so that its attempts share one fate', async () => {
  const prompts = Array.from({ length: 30 }, (_, index) => `problem ${index}`);
  const once = await pattern({ share: 0.4 }, prompts);
  assert.match(once, /01|10/);
  assert.equal(await pattern({ share: 0.4 }, [...prompts, ...prompts]), once + once);
});

test('time is counted from the first call', async () => {
  const faults: FaultRule[] = [{ do: 'error', status: 503, when: { after_ms: 0, for_ms: 150 } }];
  await withSimulator({ faults }, async (simulator) => {
    await sleep(20);
    assert.equal(await refused(simulator, 'a'), true);
    await sleep(160);
    assert.equal(await refused(simulator, 'a'), false);
  });
  await withSimulator(
    { faults: [{ do: 'error', status: 503, when: { after_ms: 60 } }] },
    async (simulator) => {
      assert.equal(await refused(simulator, 'a'), false);
      await sleep(70);
      assert.equal(await refused(simulator, 'a'), true);
    },
  );
});

test('above k in flight the k that came first are answered', async () => {
  const faults: FaultRule[] = [{ do: 'rate_limit', when: { above_in_flight: 3 } }];
  await withSimulator({ faults, latencyMs: 800 }, async ({ url, counts }) => {
    const ask = async (prompt: string): Promise<number> =>
      (await send(`${url}/chat/completions`, chatBody('critic', { prompt }))).status;
    const statuses = await Promise.all(eight.map(ask));
    assert.equal(statuses.filter((status) => status === 200).length, 3);
    assert.equal(statuses.filter((status) => status === 429).length, 5);
    assert.equal(await ask('later'), 200);
    assert.equal(counts.faults.rate_limit, 5);
  });
});

test('all conditions of a rule must hold, and the first rule that applies wins', async () => {
  const faults: FaultRule[] = [
    { name: 'poison', do: 'error', status: 500, when: { marker: 'POISON' } },
    { name: 'burst', do: 'error', status: 503, when: { for_calls: 4, every: 2 } },
    { name: 'rest', do: 'error', status: 502, when: { after_calls: 5 } },
  ];
  await withSimulator({ faults }, async ({ url, counts }) => {
    const statuses: number[] = [];
    for (const prompt of ['a', 'POISON', 'a', 'a', 'a', 'POISON', 'a']) {
      statuses.push((await send(`${url}/chat/completions`, chatBody('critic', { prompt }))).status);
    }
    assert.deepEqual(statuses, [200, 500, 200, 503, 200, 500, 502]);
    assert.deepEqual(counts.faults, { poison: 2, burst: 1, rest: 1 });
  });
});
