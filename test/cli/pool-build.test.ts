import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../src/simulator/server.ts';
import { fingerprint } from '../deepconf/pool/build-here.ts';
import { type Outcome, runCommand, runHere, runInTurn } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { repetitions } from '../support/thorough.ts';

const duckdb = await import('@duckdb/node-api').catch(() => undefined);

async function setting(
  t: TestContext,
  options: SimulatorOptions = {},
): Promise<{ cwd: string; server: Simulator; args: (pool: string) => string[] }> {
  const cwd = await temporaryFolder(t);
  const server = await startSimulator({ sampler: { tokens: [8, 20] }, ...options });
  t.after(() => server.close());
  const problems = [
    { id: 'a/1', problem: 'How many paths?', answer: '042' },
    { question: 'How many primes?', answer: 7 },
  ];
  await writeFile(join(cwd, 'problems.jsonl'), problems.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const args = (pool: string): string[] => [
    ...['pool', 'build', 'problems.jsonl', '--pool', pool, '--n', '140', '--top_logprobs', '4'],
    ...['--endpoint', server.url, '--model', 'latebench-sim/sampler'],
  ];
  return { cwd, server, args };
}

interface Whole {
  readonly at: Awaited<ReturnType<typeof setting>>;
  readonly outcome: Outcome;
}

/** A pool that nothing disturbed, for all who look at one. */
async function buildWhole(t: TestContext): Promise<Whole> {
  const at = await setting(t, { latencyMs: 5 });
  return { at, outcome: await runHere(at.args('whole'), { cwd: at.cwd }) };
}

let whole: Whole;
before(async (t) => {
  whole = await buildWhole(t as TestContext);
});

test('killed again and again, a build ends with the same bytes and pays only for what was in flight', {
  timeout: 180_000,
}, async () => {
  const { cwd, server, args } = whole.at;
  assert.equal(whole.outcome.code, 0, whole.outcome.stderr);
  const needed = server.counts.requests;
  assert.equal(needed, 2 * 140 + 1);
  let kills = 0;
  for (const times = repetitions(2, 3); kills < times; kills += 1) {
    const until = server.counts.requests + 60 + 29 * kills;
    const outcome = await runCommand([...args('killed'), '-c', '4'], {
      cwd,
      started: (child) => {
        void (async () => {
          while (server.counts.requests < until && child.exitCode === null) await sleep(2);
          child.kill('SIGKILL');
        })();
      },
    });
    if (outcome.signal !== 'SIGKILL') break;
  }
  assert.ok(kills >= 2);
  const final = await runHere(args('killed'), { cwd });
  assert.equal(final.code, 0, final.stderr);
  const paid = server.counts.requests - needed;
  assert.ok(paid <= needed + kills * 4, `${paid} calls for ${needed} replies after ${kills} kills`);
  assert.deepEqual(await fingerprint(join(cwd, 'killed')), await fingerprint(join(cwd, 'whole')));
  const verified = await runHere(['pool', 'verify', 'killed'], { cwd });
  assert.equal(verified.code, 0, verified.stderr);
});

test('DuckDB reads a pool with one glob', {
  skip: duckdb === undefined ? 'needs the development dependency @duckdb/node-api' : false,
}, async (t) => {
  const { cwd } = whole.at;
  assert.match(whole.outcome.stderr, /made by a simulation/);
  // What a killed writer leaves behind has a name that no glob sees.
  await writeFile(join(cwd, 'whole/core/problem_id=a%2F1/.part-000009.parquet.tmp-01234567'), 'torn');
  const instance = await duckdb!.DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  t.after(() => {
    connection.closeSync();
    instance.closeSync();
  });
  const result = await connection.runAndReadAll(`
    SELECT problem_id, count(*) AS samples, count(DISTINCT sample_id) AS ids, max(sample_id) AS last,
      bool_and(len(token_conf) = n_tokens) AS whole
    FROM read_parquet('${cwd}/whole/core/*/*.parquet', hive_partitioning = true, hive_types_autocast = false)
    GROUP BY problem_id ORDER BY problem_id DESC`);
  const [first, second] = result.getRowObjectsJson();
  assert.deepEqual(first, { problem_id: 'a/1', samples: '140', ids: '140', last: 139, whole: true });
  assert.equal(second!.samples, '140');
  const info = await runHere(['pool', 'info', 'whole', '--format', 'json'], { cwd });
  const { totals, settings } = JSON.parse(info.stdout) as {
    totals: { samples: number };
    settings: { k: number; simulated: boolean };
  };
  assert.deepEqual([totals.samples, settings.k, settings.simulated], [280, 4, true]);
});

test('a build that cannot be right is refused before it costs anything', async (t) => {
  const { cwd, server, args } = await setting(t);
  const wrong = [
    [['--temperature', '0.5', '--top-p', '0.9'], /give one of them/],
    [['--model', 'deepseek-reasoner'], /has no logprobs/],
    [['--model', 'another'], /does not list the model another; it lists latebench-sim\/critic/],
    [['--n', '1000000', '--max-tokens', '100000'], /are needed and .* are free/],
    [['--keep-top', '--no-keep-top'], /give one of them/],
  ] as const;
  const turns = wrong.map(([more]) => ({ args: [...args('refused'), ...more] }));
  const [dry, ...refused] = await runInTurn([{ args: [...args('dry'), '--dry-run'] }, ...turns], { cwd });
  for (const [at, { code, stderr }] of refused.entries()) {
    assert.ok(code === 2 || code === 5, stderr);
    assert.match(stderr, wrong[at]![1]);
  }
  assert.ok(dry !== undefined);
  assert.equal(dry.code, 0, dry.stderr);
  assert.match(dry.stderr, /dry run: 280 calls/);
  assert.match(dry.stderr, /--no-keep-top/, 'both sizes are said');
  await assert.rejects(readFile(join(cwd, 'dry', 'pool.json')), { code: 'ENOENT' });
  assert.equal(server.counts.requests, 0);
});
