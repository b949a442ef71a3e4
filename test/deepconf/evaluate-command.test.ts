// `latebench deepconf evaluate`: a pool where it is missing, then votes that call nobody.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSimulator } from '../../src/simulator/server.ts';
import { runHere } from '../datasets/hub/run-here.ts';
import { repository, runHere as runIn } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const flags =
  '--problem_key text --answer_key truth --k 4 --temperature 0.6 --max_tokens 16 --confidence_metric lowest_group ' +
  '--group_size 8 --tail_tokens 8 --etas 0.1 0.9 --repeat 3 --seed 5';

test('the first run samples the pool, later ones vote over it, and --rebuild_pool samples again', async (t) => {
  const home = await temporaryFolder(t);
  const server = await startSimulator({});
  t.after(() => server.close());
  const problems = join(home, 'two.jsonl');
  await writeFile(
    problems,
    [12, 13].map((n) => `${JSON.stringify({ text: `What is ${n} + 1?`, truth: n + 1 })}\n`).join(''),
  );
  const pool = join(home, 'pool');
  const shared = ['deepconf', 'evaluate', '--dataset', problems, ...flags.split(' '), '--pool', pool, '-q'];
  const endpoint = ['--endpoint', server.url, '--model', 'latebench-sim/sampler'];
  const run = (folder: string, ...more: string[]) =>
    runHere([...shared, '--run', join(home, folder), ...more], { home });
  const first = await run('first', ...endpoint);
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /Cons@4/);
  const { settings } = JSON.parse(await readFile(join(home, 'first/summary.json'), 'utf8'));
  assert.deepEqual([settings.window, settings.tail, settings.metrics], [8, 8, ['lowest']]);
  assert.ok(existsSync(join(home, 'first/results.json')));
  const { n, sampling } = JSON.parse(await readFile(join(pool, 'pool.json'), 'utf8'));
  assert.deepEqual([n, sampling.temperature, sampling.max_tokens, sampling.seed], [32, 0.6, 16, 5]);
  const paid = server.counts.requests;

  const again = await run('again', ...endpoint, '--seed', '6', '--group_size', '4');
  assert.equal(again.code, 0, again.stderr);
  const offline = await run('offline');
  assert.equal(offline.code, 0, offline.stderr);
  assert.equal(server.counts.requests, paid);
  assert.equal(
    await readFile(join(home, 'offline/results.json'), 'utf8'),
    await readFile(join(home, 'first/results.json'), 'utf8'),
  );
  const other = await run('other', ...endpoint, '--temperature', '0.9');
  assert.equal(other.code, 2);
  assert.match(other.stderr, /temperature is 0\.6 and not 0\.9/);

  const rebuilt = await run('rebuilt', ...endpoint, '--rebuild_pool', '--n', '4');
  assert.equal(rebuilt.code, 0, rebuilt.stderr);
  assert.ok(server.counts.requests > paid);
  assert.equal(JSON.parse(await readFile(join(pool, 'pool.json'), 'utf8')).n, 4);
});

test('help has the options of both stages once, and a dry run of a missing pool writes nothing', async (t) => {
  const home = await temporaryFolder(t);
  const { stdout } = await runHere(['deepconf', 'evaluate', '--help'], { home });
  for (const option of ['--max-tokens', '--etas', '--pool', '--repeat', '--top-logprobs']) {
    const rows = stdout.split('\n').filter((line) => line.trimStart().startsWith(`${option} `));
    assert.equal(rows.length, 1, option);
  }
  const problems = join(home, 'one.jsonl');
  await writeFile(problems, '{"problem": "What is 1 + 1?", "answer": 2}\n');
  const pool = join(home, 'pool');
  const args = [
    'deepconf',
    'evaluate',
    problems,
    '--k',
    '4',
    '--pool',
    pool,
    '--endpoint',
    'sim',
    '--dry-run',
  ];
  const { code, stderr } = await runHere(args, { home });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /32 calls/);
  assert.equal(existsSync(pool), false);
});

test('without --pool the pool is named after the problems', async (t) => {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'sums.jsonl'), '{"question": "1 + 1?", "answer": "2"}\n');
  const args = 'deepconf evaluate sums.jsonl --k 2 --n 4 --repeat 2 --endpoint sim'.split(' ');
  const { code, stderr } = await runIn(args, { cwd });
  assert.equal(code, 0, stderr);
  assert.equal(existsSync(join(cwd, 'data', 'pools', 'sums', 'pool.json')), true);
});

const aime = join(repository, '..', 'shared', 'data', 'aime', 'aime_2025.jsonl');

test("the document's flags read the published AIME files, whose field is question", {
  skip: existsSync(aime) ? false : `${aime} is not here`,
}, async (t) => {
  const home = await temporaryFolder(t);
  const documented =
    '--problem_key problem --answer_key answer --k 64 --temperature 0.6 --max_tokens 4096 --confidence_metric lowest_group ' +
    '--group_size 2048 --tail_tokens 2048 --etas 0.1 0.9';
  const args = ['deepconf', 'evaluate', '--dataset', aime, ...documented.split(' '), '--endpoint', 'sim'];
  const dry = await runHere([...args, '--pool', join(home, 'pool'), '--dry-run'], { home });
  assert.equal(dry.code, 0, dry.stderr);
  assert.match(dry.stderr, /15,360 calls/);
  const other = await runHere([...args, '--problem_key', 'text', '--dry-run'], { home });
  assert.equal(other.code, 2, 'a name of its own is taken literally');
  assert.match(other.stderr, /no problem in it \(text\); its fields: question, answer/);
});
