// `latebench run processbench`: the four subsets from the hub or from local copies, in the words that people bring.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPipeline } from '../../src/library/run-pipeline.ts';
import { startSimulator } from '../../src/simulator/server.ts';
import { runHere } from '../datasets/hub/run-here.ts';
import { jsonLines, repository } from '../support/cli.ts';
import { startLoopbackHub } from '../support/loopback-hub.ts';
import { temporaryFolder } from '../support/temporary.ts';

const subsets = ['gsm8k', 'math', 'olympiadbench', 'omnimath'];

function fileOf(subset: string): string {
  return JSON.stringify(
    Array.from({ length: 6 }, (_, n) => ({
      id: `${subset}-${n}`,
      generator: 'some-model',
      problem: `What is ${n} + 1 + 1?`,
      steps: [`${n} + 1 = ${n + 1}`, `${n + 1} + 1 = ${n % 2 === 0 ? n + 3 : n + 2}`],
      final_answer_correct: n % 2 === 1,
      label: n % 2 === 0 ? 1 : -1,
    })),
  );
}

const published = Object.fromEntries(subsets.map((subset) => [`${subset}.json`, fileOf(subset)]));
const resultFiles = (model: string): string[] =>
  subsets.flatMap((subset) => ['csv', 'jsonl'].map((ending) => `${subset}_${model}_votes1.${ending}`));

interface Summary {
  critics: {
    n: number;
    processbench: {
      simple_f1_score: number;
      weighted_f1: number;
      subsets: Record<string, { simple_f1_score: number; n: number }>;
    };
  }[];
}

test('four subsets from the hub, judged by the model at a URL, so many records of each', async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('Qwen/ProcessBench', published);
  const server = await startSimulator({});
  t.after(() => server.close());
  const home = await temporaryFolder(t);
  const folder = join(home, 'r');
  const args = [
    'run',
    'processbench',
    '--model',
    'latebench-sim/critic',
    '--api-url',
    server.url,
    '--limit',
    '4',
  ];
  const { code, stderr, stdout } = await runHere([...args, '--run', folder, '--full', '-q'], {
    home,
    env: { HF_ENDPOINT: hub.url },
  });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /gsm8k[\s\S]*omnimath/);
  const { critics } = JSON.parse(await readFile(join(folder, 'summary.json'), 'utf8')) as Summary;
  const { processbench } = critics[0]!;
  assert.equal(critics[0]!.n, 16);
  assert.deepEqual(Object.keys(processbench.subsets), subsets);
  for (const subset of subsets) assert.equal(processbench.subsets[subset]!.n, 4);
  assert.equal(processbench.simple_f1_score, processbench.weighted_f1);
  assert.ok(processbench.simple_f1_score > 0);
  assert.deepEqual(
    (await readdir(join(folder, 'results/processbench'))).sort(),
    resultFiles('latebench-sim-critic'),
  );
  const { source, endpoint } = JSON.parse(await readFile(join(folder, 'pipeline.json'), 'utf8'));
  assert.equal(source.limit, 4);
  assert.equal(endpoint.critic.model, 'latebench-sim/critic');
});

test('a program runs it too', async (t) => {
  const hub = await startLoopbackHub(t);
  hub.put('Qwen/ProcessBench', published);
  const home = await temporaryFolder(t);
  const kept = process.env.HF_ENDPOINT;
  process.env.HF_ENDPOINT = hub.url;
  process.env.LATEBENCH_HOME = join(home, '.latebench');
  t.after(() => {
    delete process.env.LATEBENCH_HOME;
    if (kept === undefined) delete process.env.HF_ENDPOINT;
    else process.env.HF_ENDPOINT = kept;
  });
  const { records } = await runPipeline('processbench', { endpoint: 'sim', folder: join(home, 'r') });
  assert.equal(records!.score!.critics[0]!.n, 24);
});

test("--datasets reads local copies: a folder, or files one after the other; process_bench is the pipeline's own", async (t) => {
  const home = await temporaryFolder(t);
  await mkdir(join(home, 'pb'));
  for (const [name, text] of Object.entries(published)) await writeFile(join(home, 'pb', name), text);
  const run = (run: string, ...datasets: string[]) =>
    runHere(
      ['run', 'processbench', '--endpoint', 'sim', '-q', '--run', join(home, run), '--datasets', ...datasets],
      { home, env: { HF_ENDPOINT: 'http://127.0.0.1:9' } },
    );
  const all = await run('all', join(home, 'pb'), '-n', '2');
  assert.equal(all.code, 0, all.stderr);
  assert.deepEqual(
    (await readdir(join(home, 'all/results/processbench'))).sort(),
    resultFiles('latebench-sim-critic'),
  );
  const two = await run('two', join(home, 'pb/gsm8k.json'), join(home, 'pb/math.json'));
  assert.equal(two.code, 0, two.stderr);
  const { critics } = JSON.parse(await readFile(join(home, 'two/summary.json'), 'utf8')) as Summary;
  assert.deepEqual(Object.keys(critics[0]!.processbench.subsets), ['gsm8k', 'math']);
  const none = await run('none', 'process_bench', '--max-retries', '0');
  assert.notEqual(none.code, 0);
  assert.match(none.stderr, /name local copies of its files: --datasets DIR\|FILE…/);
});

test('critic takes --dataset, --n-votes and --processes, and help shows them', async (t) => {
  const home = await temporaryFolder(t);
  const kept = process.cwd();
  process.chdir(home);
  t.after(() => process.chdir(kept));
  await writeFile(join(home, 'mine.jsonl'), fileOf('mine').slice(1, -1).replaceAll('},{', '}\n{'));
  const args = [
    'critic',
    '--dataset',
    'mine',
    '--n-votes',
    '2',
    '--processes',
    '3',
    '--endpoint',
    'sim',
    '-q',
  ];
  const { code, stdout, stderr } = await runHere(args, { home });
  assert.equal(code, 0, stderr);
  assert.equal(jsonLines(stdout).length, 6);
  const help = await runHere(['critic', '--help'], { home });
  for (const word of ['also --n-votes', 'also --processes', 'also --api-url', '--dataset NAME|FILE']) {
    assert.ok(help.stdout.replaceAll(/\s+/g, ' ').includes(word), word);
  }
  const hub = await startLoopbackHub(t);
  hub.put('o/mine', { 'mine.json': fileOf('mine') });
  const remote = ['critic', '--dataset', 'o/mine', '--endpoint', 'sim', '-q'];
  const fetched = await runHere(remote, { home, env: { HF_ENDPOINT: hub.url } });
  assert.equal(fetched.code, 0, fetched.stderr);
  assert.equal(jsonLines(fetched.stdout).length, 6);
});

const data = join(repository, '..', 'shared', 'data', 'processbench');

test('the published files, ten records of each', {
  skip: existsSync(data) ? false : `${data} is not here`,
}, async (t) => {
  const home = await temporaryFolder(t);
  const args = ['run', 'processbench', '--endpoint', 'sim', '--limit', '10', '--datasets', data];
  const { code, stderr } = await runHere([...args, '--run', join(home, 'r'), '-q'], { home });
  assert.equal(code, 0, stderr);
  const names = await readdir(join(home, 'r/results/processbench'));
  assert.ok(names.includes('olympiadbench_latebench-sim-critic_votes1.csv'), names.join());
});
