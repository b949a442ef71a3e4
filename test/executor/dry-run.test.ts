// What a dry run opens, counts and says.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { dryRunReport, endpointLines } from '../../src/executor/dry-run-report.ts';
import type { SessionOptions } from '../../src/executor/session.ts';
import { createTally } from '../../src/stream/tally.ts';
import { ask, opened, reply, signal } from './opened-session.ts';

test('a dry run opens nothing, and counts the calls of each role and model', async (t) => {
  const { home, session } = await opened(
    t,
    { mode: 'dry' },
    { 'critic.base_url': 'http://127.0.0.1:9/v1', 'critic.model': 'm' },
  );
  const endpoint = await session.endpoint('critic');
  for (const text of ['a', 'b', 'a']) {
    await assert.rejects(endpoint.chat(ask(text, { max_tokens: 100 }), { signal }), {
      code: 'LB_ENDPOINT_REPLY',
    });
  }
  await session.endpoint('critic', { model: 'other' });
  assert.deepEqual(
    [...session.counted].map(([role, runs]) => [role, runs.map(({ calls, repeats }) => [calls, repeats])]),
    [
      [
        'critic',
        [
          [2, 1],
          [0, 0],
        ],
      ],
    ],
  );
  assert.deepEqual(
    session.opened.map(({ model }) => model),
    ['m', 'other'],
  );
  await session.close();
  assert.deepEqual(await readdir(home), []);
});

test('a dry run is bounded where requests or a budget limit replies', async (t) => {
  const given = { 'critic.base_url': 'http://127.0.0.1:9/v1', 'critic.model': 'm' };
  const bounded = async (budget: SessionOptions['budget'], more = {}) => {
    const { session } = await opened(t, { mode: 'dry', budget }, given);
    await reply(session, 'a', more).catch(() => {});
    return session.counted.get('critic')![0]!.bound !== null;
  };
  assert.equal(await bounded(undefined), false);
  assert.equal(await bounded({ price: 'in=1,out=1' }), false);
  assert.equal(await bounded({ usd: 1 }), true);
  assert.equal(await bounded({ tokens: 1000 }), true);
  assert.equal(await bounded(undefined, { max_tokens: 5 }), true);
});

test('what a dry run found: calls, tokens, cost, the first request, and a bound for calls that follow from replies', async (t) => {
  const given = {
    'critic.base_url': 'http://127.0.0.1:9/v1',
    'critic.model': 'm',
    'inject.base_url': 'http://127.0.0.1:9/v1',
    'inject.model': 'n',
  };
  const { session } = await opened(t, { mode: 'dry' }, given);
  const injector = await session.endpoint('inject');
  const asked = ['a', 'b', 'b', 'b'];
  for (const text of asked) await injector.chat(ask(text, { max_tokens: 400 }), { signal }).catch(() => {});
  const tally = { ...createTally(), read: 1000 };
  const need = (role: 'inject' | 'critic', callsPerRecord: number, model?: string) => ({
    role,
    callsPerRecord,
    atOnce: 1,
    model,
  });
  const stages = [
    { use: 'inject', needs: [need('inject', 3), need('inject', 2)] },
    { use: 'critic', needs: [need('critic', 8)] },
    { use: 'judge', needs: [need('critic', 1, 'j')] },
    { use: 'filter', needs: [] },
  ] as never;
  const price = 'in=1,out=2';
  const lines = dryRunReport({ stages, price }, session, tally);
  assert.equal(
    lines[0],
    'dry run: 2 calls (2 more are the same and made once), retries and repeated attempts not counted',
  );
  assert.match(
    lines[1]!,
    /^expected: about \d+ prompt \+ 800 completion tokens \(400 a reply assumed\), \$0\.00\d+$/,
  );
  assert.match(lines[2]!, /^bound: at most \d+ prompt \+ 800 completion tokens, \$0\.00\d+$/);
  assert.equal(lines[3], 'first request:');
  assert.deepEqual((JSON.parse(lines[4]!) as { model: string }).model, 'n');
  assert.deepEqual(lines.slice(5), [
    'critic: at most 8,000 calls to the critic endpoint, by what the replies before it say',
    'judge: at most 1,000 calls to the critic endpoint, by what the replies before it say',
  ]);
  const critic = await session.endpoint('critic');
  await critic.chat(ask('x'), { signal }).catch(() => {});
  const more = dryRunReport({ stages }, session, tally).slice(5);
  assert.equal(more[0], 'dry run, critic: 1 call, retries and repeated attempts not counted');
  assert.match(more[1]!, /no price is known for m \(--price in=…,out=…\)$/);
  assert.equal(more[2], 'bound: none, since replies have no token limit; --max-tokens or a budget sets one');
  assert.equal(more[3], 'first request:');
  assert.deepEqual(more.slice(5), [
    'judge: at most 1,000 calls to the critic endpoint, by what the replies before it say',
  ]);
  const nothingRead = dryRunReport({ stages, price }, session, createTally());
  assert.doesNotMatch(nothingRead.join('\n'), /at most [\d,]+ calls/);
  const short = endpointLines(session.counted.get('inject')![0]!, { models: {} } as never, 'pool', false);
  assert.equal(short.length, 3);
  assert.match(short[0]!, /^pool: 2 calls/);
});

test('a dry run without calls says that nothing would be spent', async (t) => {
  const { session } = await opened(t, { mode: 'dry' });
  assert.deepEqual(dryRunReport({ stages: [] }, session, createTally()), [
    'dry run: 0 calls, nothing written',
  ]);
  await session.endpoint('critic');
  await session.endpoint('critic', { model: 'other' });
  const stages = [{ use: 'critic', needs: [{ role: 'critic', callsPerRecord: 8, atOnce: 1 }] }] as never;
  const read = { ...createTally(), read: 1000 };
  for (const report of [
    dryRunReport({ stages: [] }, session, createTally()),
    dryRunReport({ stages }, session, read),
  ])
    assert.deepEqual(report, ['dry run: 0 calls, no record needs one; nothing would be spent']);
  const later = dryRunReport({ stages: [...stages, ...stages] as never }, session, read);
  assert.equal(
    later[1],
    'critic: at most 8,000 calls to the critic endpoint, by what the replies before it say',
  );
});
