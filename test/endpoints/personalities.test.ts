// Each command against servers with the habits of those that people have: what a server refuses is learned once and costs
// nothing afterwards, what works there works, and what cannot work says so.
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { chatDialectNames } from '../../src/config/dialect-names.ts';
import { jsonLines, type Outcome, runInTurn } from '../support/cli.ts';
import {
  type PersonalityName,
  type PersonalServer,
  personalities,
  startPersonality,
} from '../support/personalities.ts';
import { temporaryFolder } from '../support/temporary.ts';

interface Expected {
  /** Beside the address and the model. */
  readonly flags: readonly string[];
  /** What the profile knows at the end. */
  readonly learned: readonly string[];
  /** How `pool build` ends: it works, or what it says. */
  readonly pool: 'works' | RegExp;
  /** Refused before a single call, also the first time. */
  readonly poolAsksNothing?: true;
  readonly check?: (server: PersonalServer) => void;
}

const noLogprobs = /gives no logprobs, which this command needs/;

const table: Readonly<Record<PersonalityName, Expected>> = {
  strict: { flags: [], learned: ['top_k'], pool: 'works' },
  azure: { flags: ['--dialect', 'azure'], learned: [], pool: 'works' },
  'o-series': {
    flags: [],
    learned: ['developer', 'json_object', 'system', 'temperature'],
    pool: /has no logprobs/,
    poolAsksNothing: true,
  },
  deepseek: { flags: [], learned: [], pool: /has no logprobs/, poolAsksNothing: true },
  vllm: {
    flags: ['--dialect', 'vllm'],
    learned: [],
    pool: 'works',
    check: ({ asked }) =>
      assert.ok(asked.some(({ body }) => JSON.stringify(body).includes('"enable_thinking":false'))),
  },
  ollama: {
    flags: ['--dialect', 'ollama'],
    learned: [],
    pool: 'works',
    check({ asked }) {
      const contexts = asked.map(({ body }) => (body.options as { num_ctx: number }).num_ctx);
      // Enough for each prompt, and grown for the long one.
      assert.ok(Math.min(...contexts) >= 4096);
      assert.ok(Math.max(...contexts) > 8192);
    },
  },
  'llama-server': { flags: [], learned: [], pool: 'works' },
  gemini: { flags: ['--dialect', 'gemini'], learned: ['logprobs'], pool: noLogprobs },
  anthropic: { flags: ['--dialect', 'anthropic'], learned: [], pool: noLogprobs, poolAsksNothing: true },
  gateway: {
    flags: ['--header', 'x-gateway-token=@token.txt', '--body', 'provider={"order": ["here"]}'],
    learned: [],
    pool: 'works',
  },
  'gzip-only': { flags: [], learned: [], pool: 'works' },
  'no-seed': { flags: [], learned: ['seed'], pool: 'works' },
  responses: { flags: ['--dialect', 'openai-responses'], learned: [], pool: 'works' },
};

async function setting(t: TestContext, name: PersonalityName) {
  const cwd = await temporaryFolder(t);
  const server = await startPersonality(t, name);
  const { models } = personalities[name];
  const { flags } = table[name];
  const env = Object.fromEntries(
    ['CRITIC', 'INJECT', 'LOGPROB'].map((role) => [`LATEBENCH_${role}_API_KEY`, 'key-0123456789']),
  );
  await writeFile(join(cwd, 'token.txt'), 'letter-of-marque\n');
  const args = (command: readonly string[], model: string): { args: string[] } => ({
    args: [...command, '--endpoint', server.url, '-m', `${models}-${model}`, '-c', '1', ...flags, '-q'],
  });
  const run = (...turns: { args: string[] }[]): Promise<Outcome[]> => runInTurn(turns, { cwd, env });
  const pool = (folder: string, seed: number): { args: string[] } => {
    const thinking = name === 'vllm' ? ['--thinking', 'disabled'] : [];
    const size = ['--n', '2', '--max-tokens', '64', '--seed', String(seed), ...thinking];
    return args(['pool', 'build', 'problems.jsonl', '--pool', folder, ...size], 'sampler');
  };
  return { cwd, server, args, run, pool };
}

function checkWorks({ code, stderr }: Outcome, what: string): void {
  assert.equal(code, 0, `${what}: ${stderr}`);
}

function checkPool({ code, stderr }: Outcome, pool: Expected['pool']): void {
  if (pool === 'works') {
    assert.equal(code, 0, `pool build: ${stderr}`);
    return;
  }
  assert.equal(code, 2, stderr);
  assert.match(stderr, pool);
}

/** A solution whose prompt is longer than 4,096 tokens. */
async function longRecord(path: string): Promise<void> {
  const steps = Array.from({ length: 700 }, (_, at) => `We add ${at} + 1 = ${at + 1} to the sum.`);
  await writeFile(path, `${JSON.stringify({ id: 'long', problem: 'Add up.', steps, error_steps: [] })}\n`);
}

for (const name of Object.keys(table) as PersonalityName[]) {
  const { learned, pool, poolAsksNothing, check } = table[name];
  test(`${name}: learned once, nothing wasted after, and each command says what it can`, async (t) => {
    const { cwd, server, args, run, pool: poolArgs } = await setting(t, name);
    await longRecord(join(cwd, 'long.jsonl'));
    const make = [
      'ingest',
      '--adapter',
      'synthetic',
      '--n',
      '2',
      '--seed',
      '1',
      '-q',
      '-o',
      'problems.jsonl',
    ];
    const votes = ['--protocol', 'all_errors', '--votes', '2'];
    const outcomes = await run(
      { args: make },
      args(['inject', 'problems.jsonl', '--keep-rejected', '-o', 'injected.jsonl'], 'injector'),
      args(['critic', ...votes, 'injected.jsonl', '-o', 'judged.jsonl'], 'critic'),
      args(['judge', 'judged.jsonl', '-o', 'explained.jsonl'], 'critic'),
      args(['classify', '--all', 'injected.jsonl', '-o', 'labelled.jsonl'], 'critic'),
    );
    for (const [at, outcome] of outcomes.entries()) checkWorks(outcome, `command ${at}`);
    const [long] = await run(
      args(['critic', 'long.jsonl', '--system', 'Be careful.', '-o', 'long-judged.jsonl'], 'critic'),
    );
    checkWorks(long!, 'critic of a long solution');
    for (const file of ['judged.jsonl', 'long-judged.jsonl']) {
      const records = jsonLines(await readFile(join(cwd, file), 'utf8'));
      for (const { critiques } of records) {
        for (const { status } of (critiques ?? []) as { status: string }[]) assert.equal(status, 'ok');
      }
    }
    const before = server.asked.length;
    const [built] = await run(poolArgs('pool', 0));
    checkPool(built!, pool);
    if (poolAsksNothing) assert.equal(server.asked.length, before);

    const text = await readFile(join(cwd, '.latebench', 'profiles.json'), 'utf8').catch(
      () => '{"profiles":[]}',
    );
    const { profiles } = JSON.parse(text) as { profiles: { refuses: object; model: string }[] };
    const all = profiles.flatMap(({ refuses }) => Object.keys(refuses));
    assert.deepEqual([...new Set(all)].sort(), learned);
    // One call for each thing that was learned of a model, and no other.
    assert.equal(server.refused(), all.length);

    const now = server.asked.length;
    const [again, pooled] = await run(
      args(
        ['critic', ...votes, 'injected.jsonl', '-o', 'again.jsonl', '--seed', '9', '--cache', 'off'],
        'critic',
      ),
      poolArgs('pool-2', 9),
    );
    checkWorks(again!, 'critic, once more');
    checkPool(pooled!, pool);
    assert.equal(server.refused(), all.length, 'wasted after learning');
    assert.ok(server.asked.length > now);
    if (pool !== 'works') {
      assert.equal(
        server.asked.slice(now).filter(({ body }) => /sampler/.test(JSON.stringify(body))).length,
        0,
      );
    }
    check?.(server);
  });
}

test('sampling that was asked for ends the run where the server does not take it, once and for all', async (t) => {
  const { cwd, server, args, run } = await setting(t, 'o-series');
  await longRecord(join(cwd, 'records.jsonl'));
  const command = args(['critic', '--temperature', '0.5', 'records.jsonl', '-o', 'judged.jsonl'], 'critic');
  const [first, second] = await run(command, command);
  for (const { code, stderr } of [first!, second!]) {
    assert.equal(code, 2);
    assert.match(
      stderr,
      /o1-mini-critic at .* does not take the temperature that you set or that this command samples with; leave --temperature/,
    );
  }
  assert.equal(server.asked.length, 1);
});

test('a run folder keeps what its endpoints take, and says it in its manifest', async (t) => {
  const { cwd, server, args, run } = await setting(t, 'no-seed');
  await longRecord(join(cwd, 'records.jsonl'));
  const command = args(['critic', 'records.jsonl', '--run', 'run', '-o', 'judged.jsonl'], 'critic');
  await mkdir(join(cwd, 'run'));
  const loud = { args: command.args.filter((arg) => arg !== '-q') };
  const [outcome] = await run(loud);
  checkWorks(outcome!, 'critic');
  assert.match(outcome!.stderr, /does not take a seed: it is left out, and replies differ between runs/);
  const { profiles } = JSON.parse(await readFile(join(cwd, 'run', 'profile.json'), 'utf8')) as {
    profiles: { endpoint: string; model: string; refuses: object }[];
  };
  const { origin } = new URL(server.url);
  assert.deepEqual(
    profiles.map(({ endpoint, model, refuses }) => [endpoint, model, Object.keys(refuses)]),
    [[`${origin}/v1`, 'seedless-critic', ['seed']]],
  );
  const { endpoints } = JSON.parse(await readFile(join(cwd, 'run', 'manifest.json'), 'utf8')) as {
    endpoints: { adapted?: string[] }[];
  };
  assert.deepEqual(endpoints[0]!.adapted, ['seed']);
});

test('the simulation answers in every dialect, and what it said is verified in it', async (t) => {
  const cwd = await temporaryFolder(t);
  await longRecord(join(cwd, 'problems.jsonl'));
  const judge = (dialect: string): { args: string[] }[] => [
    {
      args: [
        'critic',
        'problems.jsonl',
        '--endpoint',
        'sim',
        '--dialect',
        dialect,
        '-q',
        '-o',
        `${dialect}.jsonl`,
      ],
    },
  ];
  const outcomes = await runInTurn(chatDialectNames.flatMap(judge), { cwd });
  for (const [at, outcome] of outcomes.entries()) checkWorks(outcome, chatDialectNames[at]!);
  const files = await Promise.all(
    chatDialectNames.map((dialect) => readFile(join(cwd, `${dialect}.jsonl`), 'utf8')),
  );
  for (const text of files) {
    const [{ critiques }] = jsonLines(text) as [{ critiques: { status: string }[] }];
    assert.deepEqual(
      critiques.map(({ status }) => status),
      ['ok'],
    );
  }
  const pipeline = {
    ...{ name: 'judging', about: 'judges', source: { files: ['problems.jsonl'] }, seed: 0 },
    stages: [{ use: 'critic', with: {} }],
    endpoint: { critic: { baseUrl: 'sim', dialect: 'anthropic' } },
  };
  await writeFile(join(cwd, 'judging.json'), JSON.stringify(pipeline));
  const verified = await runInTurn(
    [{ args: ['run', 'judging.json', '--run', 'run', '-q'] }, { args: ['verify-run', 'run'] }],
    { cwd },
  );
  for (const outcome of verified) checkWorks(outcome, 'run and verify-run');
});

test('what a dialect cannot do is refused before the first call, also in a dry run and as a batch', async (t) => {
  const { cwd, server, args, run, pool } = await setting(t, 'anthropic');
  await longRecord(join(cwd, 'problems.jsonl'));
  const dry = pool('pool', 0);
  const [tried, batch] = await run(
    { args: [...dry.args, '--dry-run'] },
    args(['critic', 'problems.jsonl', '--batch', '--run', 'run'], 'critic'),
  );
  assert.equal(tried!.code, 2);
  assert.match(
    tried!.stderr,
    /the dialect anthropic gives no logprobs, which this command needs; take another/,
  );
  assert.equal(batch!.code, 2);
  assert.match(batch!.stderr, /--batch: the dialect anthropic has no batches; leave it out/);
  assert.equal(server.asked.length, 0);
});

test('a pipeline of several parts is refused before its first part calls anybody', async (t) => {
  const { cwd, server, run } = await setting(t, 'anthropic');
  await longRecord(join(cwd, 'problems.jsonl'));
  const at = (model: string) => ({ baseUrl: server.url, dialect: 'anthropic', model: `claude-${model}` });
  const pipeline = {
    name: 'mixed',
    about: 'judges, and builds a pool',
    source: { files: ['problems.jsonl'] },
    stages: [
      { use: 'critic', with: {} },
      { use: 'pool', with: { pool: 'pool', n: 2, maxTokens: 64 } },
    ],
    endpoint: { critic: at('critic'), logprob: at('sampler') },
    seed: 0,
  };
  await writeFile(join(cwd, 'mixed.json'), JSON.stringify(pipeline));
  const [outcome] = await run({ args: ['run', 'mixed.json', '--run', 'run', '-q'] });
  assert.equal(outcome!.code, 2);
  assert.match(outcome!.stderr, /the dialect anthropic gives no logprobs/);
  assert.equal(server.asked.length, 0);
});

test('a pipeline sends what its roles declare, and a secret header is in no file', async (t) => {
  const { cwd, server, run } = await setting(t, 'gateway');
  await longRecord(join(cwd, 'problems.jsonl'));
  const critic = {
    baseUrl: server.url,
    model: 'gateway-critic',
    headers: { 'x-gateway-token': '@token.txt' },
    body: { provider: { order: ['here'] } },
    query: { tier: 'slow' },
  };
  const pipeline = {
    ...{ name: 'judging', about: 'judges', source: { files: ['problems.jsonl'] }, seed: 0 },
    stages: [{ use: 'critic', with: {} }],
    endpoint: { critic },
  };
  await writeFile(join(cwd, 'judging.json'), JSON.stringify(pipeline));
  const [outcome] = await run({ args: ['run', 'judging.json', '--run', 'run', '-q'] });
  checkWorks(outcome!, 'run');
  const [{ url, body, headers }] = server.asked as [(typeof server.asked)[number]];
  assert.equal(url.search, '?tier=slow');
  assert.deepEqual(body.provider, { order: ['here'] });
  assert.equal(headers['x-gateway-token'], 'letter-of-marque');
  const files = (await readdir(cwd, { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  );
  for (const { parentPath, name } of files) {
    if (name === 'token.txt') continue;
    const text = (await readFile(join(parentPath, name))).toString('latin1');
    assert.ok(!text.includes('letter-of-marque'), name);
  }
});
