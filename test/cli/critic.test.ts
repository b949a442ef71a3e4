import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '../../src/simulator/server.ts';
import { jsonLines, runCommand, runHere, runInTurn, runPiped } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { critic, records, setting } from './critic-setting.ts';

test('a run leaves ProcessBench-style results by data set: a line a solution, a table by task with an overall row', async (t) => {
  const cwd = await setting(t);
  const { code, stderr } = await runHere([...critic, '--votes', '4', '--run', 'r'], { cwd });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /= 24 solutions judged by latebench-sim\/critic\/first_error\/v4/);
  const folder = join(cwd, 'r', 'results', 'processbench');
  assert.deepEqual((await readdir(folder)).sort(), [
    'Deltabench_v1_latebench-sim-critic_votes4.csv',
    'Deltabench_v1_latebench-sim-critic_votes4.jsonl',
    'other-set_latebench-sim-critic_votes4.csv',
    'other-set_latebench-sim-critic_votes4.jsonl',
  ]);
  const stem = join(folder, 'Deltabench_v1_latebench-sim-critic_votes4');
  const lines = jsonLines(await readFile(`${stem}.jsonl`, 'utf8'));
  assert.deepEqual(
    lines.map(({ id }) => id),
    ['r0', 'r3', 'r6', 'r9', 'r12', 'r15', 'r18', 'r21'],
  );
  for (const { label, prediction, match, votes } of lines) {
    assert.equal(match, label === prediction);
    assert.equal((votes as unknown[]).length, 4);
  }
  const [header, ...rows] = (await readFile(`${stem}.csv`, 'utf8'))
    .trim()
    .split('\n')
    .map((row) => row.split(','));
  assert.deepEqual(header, [
    'task_l1',
    'n',
    'n_error',
    'n_correct',
    'n_unparsed',
    'n_failed',
    'error_acc',
    'correct_acc',
    'f1',
  ]);
  assert.deepEqual(
    rows.map(([task]) => task),
    ['code', 'math', 'overall'],
  );
  const percent = (kept: typeof lines): number =>
    (100 * kept.filter(({ match }) => match).length) / kept.length;
  const [errorAcc, correctAcc] = [
    percent(lines.filter(({ label }) => label !== -1)),
    percent(lines.filter(({ label }) => label === -1)),
  ];
  assert.deepEqual(rows[2]!.slice(1), [
    '8',
    '4',
    '4',
    '0',
    '0',
    errorAcc.toFixed(2),
    correctAcc.toFixed(2),
    ((2 * errorAcc * correctAcc) / (errorAcc + correctAcc)).toFixed(2),
  ]);
});

test('a class that is missing leaves its cells empty', async (t) => {
  const cwd = await temporaryFolder(t);
  const [wrong] = records(1);
  await writeFile(join(cwd, 'in.jsonl'), `${JSON.stringify(wrong)}\n`);
  assert.equal((await runHere([...critic, '--run', 'r', '-q'], { cwd })).code, 0);
  const csv = await readFile(
    join(cwd, 'r/results/processbench/Deltabench_v1_latebench-sim-critic_votes1.csv'),
    'utf8',
  );
  assert.match(csv, /^overall,1,1,0,0,0,100\.00,,$/m);
});

test('an interrupted run with an early stop leaves no shorter results, and the repeated one has the bytes of an undisturbed one', async (t) => {
  const cwd = await setting(t, 12);
  const server = await startSimulator({ latencyMs: 20 });
  t.after(() => server.close());
  const args = [
    'critic',
    'in.jsonl',
    '--endpoint',
    server.url,
    '-m',
    'latebench-sim/critic',
    '-c',
    '2',
    '--votes',
    '4',
    '--early-stop-votes',
    '-q',
  ];
  const results = (run: string): string => join(cwd, run, 'results/processbench');
  const whole = await runHere([...args, '--run', 'whole', '--cache', 'off'], { cwd });
  assert.equal(whole.code, 0, whole.stderr);
  const before = server.counts.requests;
  const stopped = await runCommand([...args, '--run', 'cut', '--cache', 'off'], {
    cwd,
    started: (child) =>
      void (async () => {
        while (server.counts.requests < before + 8) await sleep(5);
        child.kill('SIGINT');
      })(),
  });
  assert.equal(stopped.code, 130, stopped.stderr);
  const left = existsSync(results('cut')) ? await readdir(results('cut')) : [];
  assert.deepEqual(
    left.filter((name) => /\.(?:csv|jsonl)$/.test(name) && !name.startsWith('.')),
    [],
  );
  const again = await runHere([...args, '--run', 'cut', '--cache', 'off'], { cwd });
  assert.deepEqual([again.code, again.stdout], [0, whole.stdout]);
  for (const name of await readdir(results('whole'))) {
    assert.equal(
      await readFile(join(results('cut'), name), 'utf8'),
      await readFile(join(results('whole'), name), 'utf8'),
    );
  }
});

test('a template of the user is used, and one that asks for the truth ends with exit 2 before any call', async (t) => {
  const cwd = await setting(t, 2);
  await writeFile(
    join(cwd, 'mine.txt'),
    'Problem {problem}\n{tagged_response}\nIndex of the first error in \\boxed{}, or -1.',
  );
  await writeFile(join(cwd, 'bad.txt'), '{problem} {steps}\nReference: {answer}');
  const [good, bad] = await runInTurn(
    [
      { args: [...critic, '--template', 'mine.txt', '--system', '@mine.md'] },
      { args: [...critic, '--template', 'bad.txt'] },
    ],
    { cwd },
  );
  assert.equal(good!.code, 2);
  assert.match(good!.stderr, /--system mine\.md/);
  assert.equal(bad!.code, 2);
  assert.match(
    bad!.stderr,
    /bad\.txt:2: asks for "answer", and a critic sees the problem and the steps only/,
  );
  assert.equal(bad!.stdout, '');
  await writeFile(join(cwd, 'mine.md'), 'You are strict.');
  const sent = await runHere([...critic, '--template', 'mine.txt', '--system', '@mine.md', '--run', 'r'], {
    cwd,
  });
  assert.equal(sent.code, 0, sent.stderr);
  const manifest = JSON.parse(await readFile(join(cwd, 'r/manifest.json'), 'utf8')) as {
    stages: { config: { prompt_version: string; prompt_hash: string; preset: string } }[];
  };
  assert.match(manifest.stages[0]!.config.prompt_version, /^template\/[0-9a-f]{12}\+system-[0-9a-f]{12}$/);
  assert.match(manifest.stages[0]!.config.prompt_hash, /^[0-9a-f]{64}$/);
  assert.deepEqual(
    jsonLines(sent.stdout).map(({ critiques }) => (critiques as { first_error: number }[])[0]!.first_error),
    [1, -1],
  );
});

test('refused and failed replies are counted apart on stderr', async (t) => {
  const cwd = await setting(t, 6);
  const server = await startSimulator({
    faults: [{ do: 'error', status: 400, when: { marker: 'What is 0' } }],
  });
  t.after(() => server.close());
  const args = ['critic', 'in.jsonl', '--endpoint', server.url, '-m', 'latebench-sim/critic'];
  const { stderr } = await runHere(args, { cwd });
  assert.match(stderr, /2 with an error, 3 without, 0 unparsed, 0 refused, 1 failed = 6 solutions/);
});

test('explanations are judged after the critics, in a pipe', async (t) => {
  const cwd = await temporaryFolder(t);
  const injecting = ['ingest --adapter synthetic --n 8 -q', 'inject --endpoint sim -q'];
  const injected = await runPiped(injecting, { cwd });
  const judged = await runHere(['critic', '--protocol', 'all_errors', '--endpoint', 'sim', '-q'], {
    cwd,
    input: injected.stdout,
  });
  const { code, stdout, stderr } = await runHere(['judge', '--endpoint', 'sim'], {
    cwd,
    input: judged.stdout,
  });
  assert.equal(code, 0, stderr);
  const matches = jsonLines(stdout).flatMap(({ critiques }) =>
    (critiques as { judge?: { match: string } }[]).flatMap(({ judge }) => judge?.match ?? []),
  );
  assert.ok(matches.length > 0);
  assert.match(
    stderr,
    new RegExp(`${matches.length} judged: ${matches.filter((match) => match === 'yes').length} yes`),
  );
});

test('a pipeline leaves the same results, and can judge explanations', async (t) => {
  const cwd = await temporaryFolder(t);
  const pipeline = {
    name: 'judged',
    about: 'critics and a judge',
    source: { synthetic: { count: 8, seed: 1 } },
    stages: [
      { use: 'inject', with: {} },
      { use: 'critic', with: { votes: 3, keepReplies: true } },
      { use: 'judge', with: {} },
    ],
    endpoint: 'sim',
    seed: 1,
  };
  await writeFile(join(cwd, 'judged.mjs'), `export default ${JSON.stringify(pipeline)};\n`);
  const { code, stderr } = await runHere(['run', './judged.mjs', '--run', 'r', '-q'], { cwd });
  assert.equal(code, 0, stderr);
  const folder = join(cwd, 'r', 'results', 'processbench');
  assert.deepEqual((await readdir(folder)).sort(), [
    'synthetic_latebench-sim-critic_votes3.csv',
    'synthetic_latebench-sim-critic_votes3.jsonl',
  ]);
  const lines = jsonLines(
    await readFile(join(folder, 'synthetic_latebench-sim-critic_votes3.jsonl'), 'utf8'),
  );
  assert.ok(lines.every(({ generated_critique: replies }) => (replies as string[]).length === 3));
  const manifest = JSON.parse(await readFile(join(cwd, 'r', 'manifest.json'), 'utf8')) as {
    stages: { name: string }[];
  };
  assert.deepEqual(
    manifest.stages.map(({ name }) => name),
    ['inject', 'critic', 'judge'],
  );
  const verified = await runHere(['verify-run', 'r'], { cwd });
  assert.equal(verified.code, 0, verified.stdout);
  assert.match(`${verified.stdout}${verified.stderr}`, /all as recomputed/);
});
