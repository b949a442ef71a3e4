// The endpoints that a run opens: once each, with their journal, cache and budget, counted alone in a dry run.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { EndpointConfig } from '../../src/config/endpoint-config.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import { profilePlaces } from '../../src/executor/check-endpoint.ts';
import { dryRunReport, endpointLines } from '../../src/executor/dry-run-report.ts';
import { logicalName, wireOf } from '../../src/executor/endpoint-wire.ts';
import { endpointFor, openSession, type Session, type SessionOptions } from '../../src/executor/session.ts';
import { startSimulator } from '../../src/simulator/server.ts';
import { createTally } from '../../src/stream/tally.ts';
import { temporaryFolder } from '../support/temporary.ts';

const flags = (given: Record<string, string>) =>
  new Map(Object.entries(given).map(([name, value]) => [name, { value, flag: `--${name}` }]));
const configOf = (home: string, given: Record<string, string> = { 'critic.base_url': 'sim' }) =>
  resolveConfig({ flags: flags({ home, ...given }), env: {}, cwd: '/' });

async function opened(t: TestContext, more: Partial<SessionOptions> = {}, given?: Record<string, string>) {
  const home = await temporaryFolder(t);
  const said: string[] = [];
  const session = openSession({
    ...{ config: configOf(home, given), mode: 'run', journalFolder: join(home, 'run', 'journal') },
    say: (line) => void said.push(line),
    ...more,
  });
  t.after(() => session.close());
  return { home, said, session };
}

const ask = (text: string, more: object = {}) => ({
  messages: [{ role: 'user' as const, content: text }],
  ...more,
});
const { signal } = new AbortController();
const reply = async (session: Session, text = 'What is 1 + 1?', more = {}) =>
  (await (await session.endpoint('critic')).chat(ask(text, more), { signal })).content;

/** The simulation as a server, whose replies are shared. */
async function served(t: TestContext): Promise<Record<string, string>> {
  const server = await startSimulator({ seed: 1, requestCounts: false });
  t.after(() => server.close());
  return { 'critic.base_url': server.url, 'critic.model': 'latebench-sim/critic' };
}

test('the endpoint of a role is opened once for each model, and those opened are listed in order', async (t) => {
  const { session } = await opened(t, {}, { 'critic.base_url': 'sim', 'inject.base_url': 'sim' });
  const [one, same] = await Promise.all([session.endpoint('critic'), session.endpoint('critic')]);
  assert.equal(one, same);
  await session.endpoint('inject');
  await session.endpoint('critic', { model: 'latebench-sim/other' });
  await session.endpoint('critic', { model: 'latebench-sim/critic' });
  assert.deepEqual(
    session.opened.map(({ role, model, name }) => [role, model, name]),
    [
      ['critic', 'latebench-sim/critic', 'simulation'],
      ['inject', 'latebench-sim/injector', 'simulation'],
      ['critic', 'latebench-sim/other', 'simulation'],
    ],
  );
  assert.deepEqual(session.opened[0]!.adapted ?? [], []);
  await assert.rejects(session.endpoint('embed'), { code: 'LB_ENDPOINT_CONFIG' });
});

test('replies are counted, kept in the journal of the role, and not requested again by the next session', async (t) => {
  const given = await served(t);
  const { home, session, said } = await opened(t, {}, given);
  const first = await reply(session);
  assert.equal(await reply(session), first);
  assert.deepEqual([session.counters.total().calls, session.counters.total().hits], [1, 1]);
  await session.close();
  assert.deepEqual(await readdir(join(home, 'run', 'journal')), ['critic']);
  assert.equal(existsSync(join(home, 'cache')), true, 'other runs find them too');
  const options = { config: configOf(home, given), say: (line: string) => void said.push(line) };
  const again = openSession({ ...options, mode: 'offline', journalFolder: join(home, 'run', 'journal') });
  t.after(() => again.close());
  assert.equal(await reply(again), first);
  await assert.rejects(reply(again, 'What is 2 + 2?'), { code: 'LB_OFFLINE' });
  assert.deepEqual([again.counters.total().calls, again.counters.total().hits], [0, 1]);
  const other = openSession({ ...options, mode: 'offline', journalFolder: join(home, 'other', 'journal') });
  t.after(() => other.close());
  assert.equal(await reply(other), first, 'from the cache');
  const uncached = openSession({
    ...{ ...options, mode: 'offline', cacheMode: 'off' },
    journalFolder: join(home, 'third', 'journal'),
  });
  t.after(() => uncached.close());
  await assert.rejects(reply(uncached), { code: 'LB_OFFLINE' });
  assert.deepEqual(said, []);
});

test('replies of the embedded simulation are in the journal, and not in the cache', async (t) => {
  const { home, session } = await opened(t);
  const first = await reply(session);
  assert.ok(first.length > 0);
  await session.close();
  assert.deepEqual(await readdir(join(home, 'run', 'journal')), ['critic']);
  assert.equal(existsSync(join(home, 'cache')), false);
});

test('a session over stored replies alone makes no call', async (t) => {
  const { session } = await opened(t, {}, await served(t));
  const first = await reply(session);
  const stored = session.storedOnly();
  t.after(() => stored.close());
  assert.equal(stored.mode, 'offline');
  assert.equal(await reply(stored), first);
  await assert.rejects(reply(stored, 'What is 2 + 2?'), { code: 'LB_OFFLINE' });
});

test('a fresh run uses no reply that it did not ask for, and finds its own again', async (t) => {
  const given = await served(t);
  const { home, session } = await opened(t, {}, given);
  await reply(session);
  await session.close();
  const fresh = (id: string) => {
    const one = openSession({
      ...{ config: configOf(home, given), mode: 'run', journalFolder: join(home, 'run', 'journal') },
      ...{ freshRun: id, say: () => {} },
    });
    t.after(() => one.close());
    return one;
  };
  const first = fresh('2026-01-01 a');
  assert.equal(first.freshRun, '2026-01-01 a');
  await reply(first);
  assert.equal(first.counters.total().calls, 1);
  await first.close();
  const resumed = fresh('2026-01-01 a');
  await reply(resumed);
  assert.deepEqual([resumed.counters.total().calls, resumed.counters.total().hits], [0, 1]);
  const next = fresh('2026-01-02 b');
  await reply(next);
  assert.equal(next.counters.total().calls, 1);
});

test('what a journal had to repair is said when it is opened', async (t) => {
  const given = await served(t);
  const { home, session } = await opened(t, {}, given);
  await reply(session);
  await session.close();
  const folder = join(home, 'run', 'journal', 'critic');
  const [file] = (await readdir(folder)).filter((name) => name.endsWith('.lbj'));
  const path = join(folder, file!);
  const whole = await readFile(path);
  const repaired = async (bytes: readonly Buffer[]) => {
    await writeFile(path, Buffer.concat(bytes));
    const said: string[] = [];
    const again = openSession({
      ...{ config: configOf(home, given), mode: 'run', journalFolder: join(home, 'run', 'journal') },
      say: (line) => void said.push(line),
    });
    await reply(again);
    assert.equal(again.counters.total().calls, 0);
    await again.close();
    return said;
  };
  // The beginning of an entry, and no more of it; then bytes of something else before a whole entry.
  const torn = whole.subarray(24, 68);
  assert.deepEqual(await repaired([whole, torn]), [
    `journal of critic: cut a torn end of 44 bytes in ${file}`,
  ]);
  const moved = [whole.subarray(0, 24), Buffer.from('something else'), whole.subarray(24)];
  assert.deepEqual(await repaired(moved), [
    `journal of critic: moved a damaged stretch of 14 bytes in ${file}`,
  ]);
  assert.deepEqual(await repaired([whole]), []);
});

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
  assert.deepEqual(dryRunReport({ stages: [] }, session, createTally()), [
    'dry run: 0 calls, no record needs one; nothing would be spent',
  ]);
});

test('a reward model has to be named; the simulation has its own', () => {
  const url = { 'critic.base_url': 'http://127.0.0.1:9/v1' };
  const model = (given: Record<string, string>, more = {}) =>
    endpointFor(configOf('/h', given), 'critic', { dialect: 'pooling', ...more }).model;
  assert.throws(() => model(url), {
    code: 'LB_USAGE',
    message: /--prm needs the name of a reward model: set --model/,
  });
  assert.equal(model({ ...url, 'critic.model': 'prm' }), 'prm');
  assert.equal(model({ 'critic.base_url': 'sim' }), 'latebench-sim/prm');
  assert.equal(endpointFor(configOf('/h', { ...url, 'critic.model': 'a' }), 'critic').model, 'a');
  assert.equal(
    endpointFor(configOf('/h', { ...url, 'critic.model': 'a' }), 'critic', { model: 'b' }).model,
    'b',
  );
});

test("a job's own settings are defaults: what the user asked for takes precedence", async (t) => {
  const { session, home } = await opened(t, { mode: 'dry' }, {});
  const own = { concurrency: 99, endpoint: { url: 'http://127.0.0.1:9/v1', from: 'spec.json' } };
  const fork = session.fork(own);
  assert.equal(fork.concurrency, 99);
  for (const role of ['critic', 'inject', 'embed', 'logprob'] as const) {
    assert.deepEqual(
      [fork.config.get(`${role}.base_url`)?.value, fork.config.get(`${role}.base_url`)?.origin],
      ['http://127.0.0.1:9/v1', 'spec.json'],
    );
  }
  assert.equal(session.config.get('critic.base_url')?.value, undefined, 'the session keeps its settings');
  assert.equal(session.fork({}).concurrency, session.concurrency);
  const asked = openSession({
    ...{ mode: 'dry', journalFolder: join(home, 'journal'), say: () => {} },
    config: configOf(home, { 'critic.base_url': 'sim', concurrency: '3' }),
  }).fork(own);
  assert.equal(asked.concurrency, 3);
  assert.equal(asked.config.get('critic.base_url')?.value, 'sim');
  assert.equal(asked.config.get('inject.base_url')?.value, 'http://127.0.0.1:9/v1');
});

test('settings with a wrong value are an error before any model is called', async (t) => {
  const home = await temporaryFolder(t);
  const open = (given: Record<string, string>, more: Partial<SessionOptions> = {}) =>
    openSession({ config: configOf(home, given), mode: 'run', journalFolder: home, say: () => {}, ...more });
  assert.throws(() => open({ wait_for_endpoint: 'long' }), { code: 'LB_CONFIG' });
  assert.throws(() => open({ concurrency: '0' }), { code: 'LB_CONFIG' });
  const replies = {} as never;
  assert.throws(() => open({}, { freshRun: 'x', replies }), {
    code: 'LB_USAGE',
    message: /^--fresh: .*--rebuild/,
  });
  open({}, { replies });
  assert.equal(open({}).batches, false);
  assert.equal(open({}, { batchFolder: home }).batches, true);
  assert.deepEqual(open({}).batchClients, []);
  assert.equal(
    openSession({ config: new Map(), mode: 'run', journalFolder: home, say: () => {} }).concurrency,
    1,
  );
});

test('an endpoint that is known to lack what the work needs is an error before the first call', async (t) => {
  const anthropic = {
    'critic.base_url': 'http://127.0.0.1:9/v1',
    'critic.model': 'm',
    'critic.dialect': 'ollama',
  };
  const { session, home } = await opened(t, { batchFolder: '/nowhere' }, anthropic);
  await assert.rejects(session.check('critic', {}), {
    code: 'LB_USAGE',
    message: '--batch: the dialect ollama has no batches; leave it out',
  });
  await assert.rejects(session.endpoint('critic'), { code: 'LB_USAGE', message: /no batches/ });
  const direct = openSession({
    ...{ config: configOf(home, { ...anthropic, 'critic.dialect': 'anthropic' }), mode: 'run' },
    ...{ journalFolder: join(home, 'journal'), say: () => {} },
  });
  t.after(() => direct.close());
  await direct.check('critic', {});
  await assert.rejects(direct.check('critic', { requires: ['logprobs'] }), { code: /LB_/ });
  assert.deepEqual(await readdir(home), [], 'nothing is opened for it');
});

test('what an endpoint takes is kept in the run folder, beside the journal of the work, or where a job says', () => {
  const config = configOf('/h');
  assert.deepEqual(profilePlaces({ config, journalFolder: '/runs/a/journal' }), {
    home: '/h',
    run: '/runs/a',
  });
  assert.deepEqual(profilePlaces({ config, journalFolder: '/h/x/critic' }), {
    home: '/h',
    run: '/h/x/critic',
  });
  const profileFolder = '/pool';
  assert.deepEqual(profilePlaces({ config, journalFolder: '/r/journal', profileFolder }), {
    home: '/h',
    run: '/pool',
  });
  assert.equal(profilePlaces({ config: new Map(), journalFolder: '/j' }).home, '.latebench');
});

test('an endpoint is named without what changes from run to run: random ports of this machine, a final slash', () => {
  assert.equal(logicalName('sim', 'm'), 'simulation');
  assert.equal(logicalName('http://127.0.0.1:41234/v1', 'latebench-sim/critic'), 'simulation');
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    assert.equal(logicalName(`http://${host}:32768/v1/`, 'm'), `http://${host}/v1`);
    assert.equal(logicalName(`http://${host}:32767/v1`, 'm'), `http://${host}:32767/v1`);
  }
  assert.equal(logicalName('http://gpu-7:40000/v1', 'm'), 'http://gpu-7:40000/v1');
  const config = { role: 'critic', baseUrl: 'http://gpu-7/v1', model: 'm' } as EndpointConfig;
  assert.deepEqual([wireOf(config).name, wireOf(config).address], ['http://gpu-7/v1', 'http://gpu-7/v1']);
  assert.equal(wireOf(config, 'chat', 'http://other/v1').address, 'http://other/v1');
  const stored = wireOf({ ...config, name: 'http://gpu-6/v1' });
  assert.deepEqual([stored.name, stored.address], ['http://gpu-6/v1', 'http://gpu-7/v1']);
  assert.notEqual(wireOf(config, 'pooling').name, wireOf(config).name);
});

test('with a budget, the limit of replies that have none is said once for each model, with how many calls fit', async (t) => {
  const given = await served(t);
  const priced = await opened(t, { budget: { usd: 5, price: 'in=1,out=2' } }, given);
  for (const text of ['a', 'b']) await reply(priced.session, text);
  const lines = priced.said.filter((line) => line.startsWith('budget: replies are limited'));
  assert.equal(lines.length, 1);
  assert.match(
    lines[0]!,
    /^budget: replies are limited to [\d,]+ tokens \(.+; --max-tokens where the command has it\); a call may take 0\.\d+ USD, so that [\d,]+ fit at a time$/,
  );
  const tokens = await opened(t, { budget: { tokens: 1_000_000 } }, given);
  await reply(tokens.session, 'c');
  assert.match(tokens.said.join('\n'), /^budget: replies are limited to [\d,]+ tokens \([^)]*\)$/m);
  const unlimited = await opened(t, {}, given);
  await reply(unlimited.session, 'd');
  await unlimited.session.close();
  assert.deepEqual(unlimited.said, []);
});

test('a spent budget ends calls, and what failed is said when the session is closed', async (t) => {
  const given = await served(t);
  const { session, said } = await opened(t, { budget: { tokens: 10 } }, given);
  await assert.rejects(reply(session), { code: 'LB_BUDGET' });
  await session.close();
  const down = await opened(
    t,
    {},
    { 'critic.base_url': 'http://127.0.0.1:9/v1', 'critic.model': 'm', max_retries: '0' },
  );
  await assert.rejects(reply(down.session));
  await down.session.close();
  assert.ok(
    said.every((line) => !line.includes('failed')),
    said.join('\n'),
  );
});

test('a budget that names a folder is shared with other sessions that name it', async (t) => {
  const given = await served(t);
  const folder = await temporaryFolder(t);
  const spent = async (budget: SessionOptions['budget'], budgetFolder?: string) => {
    const { session } = await opened(t, { budget, budgetFolder }, given);
    await reply(session, 'A question of some length', { max_tokens: 50 });
  };
  await spent({ tokens: 100_000, folder });
  const names = await readdir(folder);
  assert.ok(names.length > 0, 'the count is kept there');
  const other = join(folder, 'job');
  await spent({ tokens: 100_000 }, other);
  assert.ok((await readdir(other)).length > 0);
  const free = join(folder, 'free');
  await spent({ folder: free });
  assert.equal(existsSync(free), false, 'without a limit nothing is kept');
});
