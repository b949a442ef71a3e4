// Pipelines of pools: a scheduled build that grows one pool run after run under one budget, and votes over it.
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { PoolManifest } from '../../src/deepconf/pool/manifest.ts';
import { readPoolProblems } from '../../src/deepconf/pool/problems-file.ts';
import { startSimulator } from '../../src/simulator/server.ts';
import { runHere } from '../datasets/hub/run-here.ts';
import { runPiped } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('a scheduled build grows one pool run after run, under one budget', async (t) => {
  const cwd = await temporaryFolder(t);
  const server = await startSimulator();
  t.after(() => server.close());
  const rows = [1, 2].map((at) =>
    JSON.stringify({ id: `p${at}`, problem: `What is ${at} + 1?`, answer: String(at + 1) }),
  );
  await writeFile(join(cwd, 'problems.jsonl'), rows.join('\n'));
  const declaration = {
    name: 'grow',
    about: 'four more samples a run',
    source: { files: ['problems.jsonl'] },
    stages: [
      { use: 'pool', with: { pool: 'pool', n: 12, grow: 4, maxTokens: 8, topLogprobs: 2 } },
      { use: 'vote', with: { pool: 'pool', k: [4], repeat: 2 } },
    ],
    endpoint: { logprob: { baseUrl: server.url, model: 'latebench-sim/sampler' } },
    // Two runs and a little: each of 8 samples takes some 37 tokens, and the probe one more call. Up to 300 are reserved
    // for a call, by the bytes of its prompt.
    budget: { tokens: 900 },
    schedule: { cron: '0 0 1 1 *' },
    seed: 0,
  };
  await writeFile(join(cwd, 'grow.json'), JSON.stringify(declaration));
  const poolSize = async (): Promise<number> => {
    const pool = join(cwd, 'pool');
    const [manifest, problems] = await Promise.all([PoolManifest.read(pool), readPoolProblems(pool)]);
    return problems
      .flatMap(({ problem_id }) => manifest.parts('core', problem_id))
      .reduce((sum, { rows: more }) => sum + more, 0);
  };
  const sizes: number[] = [];
  const codes: (number | null)[] = [];
  for (let run = 0; run < 3; run += 1) {
    // As if a year had passed.
    const state = join(cwd, 'runs', 'grow', 'schedule.json');
    const text = await readFile(state, 'utf8').catch(() => undefined);
    if (text !== undefined)
      await writeFile(
        state,
        JSON.stringify({ ...JSON.parse(text), handled: `20${10 + run}-01-01T00:00:00.000Z` }),
      );
    const { code, stderr } = await runPiped(['schedule grow.json --once -q'], { cwd });
    assert.ok(code === 0 || code === 4, stderr);
    codes.push(code);
    sizes.push(await poolSize());
  }
  assert.deepEqual(sizes.slice(0, 2), [8, 16]);
  assert.deepEqual(codes, [0, 0, 4]);
  assert.ok(sizes[2]! < 24, `${sizes[2]} samples in spite of the budget`);
  const runs = await readdir(join(cwd, 'runs', 'grow'), { recursive: true });
  assert.ok(runs.some((name) => name.endsWith('2-vote/summary.json')));
});

test('a pipeline of pools begins at its votes, and says why it takes no batches', async (t) => {
  const home = await temporaryFolder(t);
  const pool = join(home, 'pool');
  await writeFile(join(home, 'problems.jsonl'), '{"id":"a","problem":"What is 1 + 1?","answer":2}\n');
  const declaration = {
    name: 'votes',
    about: 'a test',
    source: { files: [join(home, 'problems.jsonl')] },
    stages: [
      { use: 'pool', with: { pool, n: 4, maxTokens: 40, topLogprobs: 2 } },
      { use: 'vote', with: { pool, k: [2], repeat: 2 } },
    ],
    endpoint: { logprob: { baseUrl: 'sim' } },
    seed: 0,
  };
  await writeFile(join(home, 'votes.json'), JSON.stringify(declaration));
  const run = (...more: string[]) =>
    runHere(['run', join(home, 'votes.json'), '--run', join(home, 'run'), ...more], { home });

  const early = await run('--from', 'vote');
  assert.equal(early.code, 2, early.stderr);
  const batch = await run('--batch');
  assert.equal(batch.code, 2);
  assert.match(batch.stderr, /--batch: the samples of a pool are not sent as batches.*--engine bullmq/);
  const offline = await run('--offline');
  assert.equal(offline.code, 2);
  assert.match(offline.stderr, /--from vote/);
  assert.match((await run('--from', 'critic')).stderr, /the pipeline has 1 pool, 2 vote/);

  const whole = await run();
  assert.equal(whole.code, 0, whole.stderr);
  const manifest = await readFile(join(pool, 'manifest.jsonl'));
  const votes = await run('--from', 'vote', '--offline');
  assert.equal(votes.code, 0, votes.stderr);
  assert.match(votes.stderr, /stage 1: pool .* is used as it is/);
  assert.deepEqual(await readFile(join(pool, 'manifest.jsonl')), manifest);
});
