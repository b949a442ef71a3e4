import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '../../src/simulator/server.ts';
import { jsonLines, latebench, runCommand, runShell } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Two data sets, two tasks, solutions with and without a wrong sum that the simulated critic can see. */
function records(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, at) => {
    const wrong = at % 2 === 0;
    return {
      id: `r${at}`,
      dataset: at % 3 === 0 ? 'Deltabench_v1' : 'other set',
      subset: at < count / 2 ? 'dev' : 'test',
      task: at % 4 < 2 ? 'math' : 'code',
      problem: `What is ${at} + 1 + 1?`,
      steps: [`${at} + 1 = ${at + 1}`, `${at + 1} + 1 = ${wrong ? at + 3 : at + 2}`],
      error_steps: wrong ? [1] : [],
    };
  });
}

async function setting(t: TestContext, count = 24): Promise<string> {
  const cwd = await temporaryFolder(t);
  await writeFile(
    join(cwd, 'in.jsonl'),
    records(count)
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
  );
  return cwd;
}

const critic = ['critic', '--endpoint', 'sim', 'in.jsonl'];

test('a run leaves ProcessBench-style results by data set: a line a solution, a table by task with an overall row', async (t) => {
  const cwd = await setting(t);
  const { code, stderr } = await runCommand([...critic, '--votes', '4', '--run', 'r'], { cwd });
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
  assert.equal((await runCommand([...critic, '--run', 'r', '-q'], { cwd })).code, 0);
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
  const whole = await runCommand([...args, '--run', 'whole', '--cache', 'off'], { cwd });
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
  const again = await runCommand([...args, '--run', 'cut', '--cache', 'off'], { cwd });
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
  const good = await runCommand([...critic, '--template', 'mine.txt', '--system', '@mine.md'], { cwd });
  assert.equal(good.code, 2);
  assert.match(good.stderr, /--system mine\.md/);
  await writeFile(join(cwd, 'mine.md'), 'You are strict.');
  const sent = await runCommand([...critic, '--template', 'mine.txt', '--system', '@mine.md', '--run', 'r'], {
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
  const bad = await runCommand([...critic, '--template', 'bad.txt'], { cwd });
  assert.equal(bad.code, 2);
  assert.match(bad.stderr, /bad\.txt:2: asks for "answer", and a critic sees the problem and the steps only/);
  assert.equal(bad.stdout, '');
});

test('refused and failed replies are counted apart on stderr', async (t) => {
  const cwd = await setting(t, 6);
  const server = await startSimulator({
    faults: [{ do: 'error', status: 400, when: { marker: 'What is 0' } }],
  });
  t.after(() => server.close());
  const args = ['critic', 'in.jsonl', '--endpoint', server.url, '-m', 'latebench-sim/critic'];
  const { stderr } = await runCommand(args, { cwd });
  assert.match(stderr, /2 with an error, 3 without, 0 unparsed, 0 refused, 1 failed = 6 solutions/);
});

test('a reward model finds its threshold on the named split and applies it to all, and pays once for both', async (t) => {
  const cwd = await setting(t);
  const args = ['critic', '--endpoint', 'sim', '--prm', '--prm-split', 'subset=dev'];
  const { code, stdout, stderr } = await runCommand([...args, 'in.jsonl'], { cwd });
  assert.equal(code, 0, stderr);
  const [, threshold] =
    /threshold (0\.\d+) chosen where subset=dev: F1 .* over 6 solutions with an error and 6 without/.exec(
      stderr,
    )!;
  assert.match(stderr, /24 calls \+ 12 paid before/);
  const critiques = jsonLines(stdout).map(({ critiques }) => (critiques as Record<string, unknown>[])[0]!);
  for (const {
    threshold: used,
    threshold_chosen_on: on,
    step_scores: scores,
    first_error: first,
  } of critiques) {
    assert.deepEqual([used, on], [Number(threshold), 'subset=dev']);
    assert.equal(
      first,
      (scores as number[]).findIndex((score) => score < Number(threshold)),
    );
  }
  const piped = await runCommand(args, { cwd, input: await readFile(join(cwd, 'in.jsonl')) });
  assert.equal(piped.code, 2);
  assert.match(piped.stderr, /--prm-split-from FILE/);
  const from = await runCommand([...args, '--prm-split-from', 'in.jsonl'], {
    cwd,
    input: await readFile(join(cwd, 'in.jsonl')),
  });
  assert.equal(from.stdout, stdout);
});

test('a run of a reward model leaves the curve over its thresholds, with the AUC', async (t) => {
  const cwd = await setting(t, 4);
  const scores = records(4).map(({ id }, at) => ({ id, scores: at % 2 === 0 ? [0.8, 0.3] : [0.7, 0.6] }));
  await writeFile(join(cwd, 'scores.jsonl'), scores.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const args = ['critic', '--prm-scores', 'scores.jsonl', '-m', 'org/prm', '--run', 'r', '-q', 'in.jsonl'];
  assert.equal((await runCommand(args, { cwd })).code, 0);
  const file = join(cwd, 'r/results/prm/Deltabench_v1_org-prm.json');
  const { n_error, n_correct, auc, best, curve } = JSON.parse(await readFile(file, 'utf8')) as {
    n_error: number;
    n_correct: number;
    auc: number;
    best: { threshold: number; f1: number };
    curve: { threshold: number; f1: number }[];
  };
  assert.deepEqual([n_error, n_correct, auc, best.f1, curve.length], [1, 1, 1, 1, 101]);
  assert.deepEqual(
    curve.filter(({ f1 }) => f1 === 1).map(({ threshold }) => threshold),
    Array.from({ length: 30 }, (_, at) => (31 + at) / 100),
  );
});

test('step scores of a file make a critic without any endpoint', async (t) => {
  const cwd = await setting(t, 4);
  const scores = records(3).map(({ id }, at) => ({ id, scores: at === 1 ? [0.9] : [0.9, 0.1] }));
  await writeFile(join(cwd, 'scores.jsonl'), scores.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const { code, stdout, stderr } = await runCommand(
    ['critic', '--prm-scores', 'scores.jsonl', '-m', 'mine', 'in.jsonl'],
    { cwd },
  );
  assert.equal(code, 0, stderr);
  assert.deepEqual(
    jsonLines(stdout).map(({ critiques }) => {
      const [{ critic: name, status, first_error: first }] = critiques as [
        { critic: string; status: string; first_error: number },
      ];
      return [name, status, first];
    }),
    [
      ['mine/prm', 'ok', 1],
      ['mine/prm', 'unparsed', null],
      ['mine/prm', 'ok', 1],
      ['mine/prm', 'failed', null],
    ],
  );
  await writeFile(join(cwd, 'scores.jsonl'), '{"id": "r0"}\n');
  const bad = await runCommand(['critic', '--prm-scores', 'scores.jsonl', 'in.jsonl'], { cwd });
  assert.equal(bad.code, 2);
  assert.match(bad.stderr, /a line is not \{"id"/);
});

test('explanations are judged after the critics, in a pipe', async (t) => {
  const cwd = await temporaryFolder(t);
  const injecting = `${latebench} ingest --adapter synthetic --n 8 -q | ${latebench} inject --endpoint sim -q`;
  const injected = await runShell(injecting, { cwd });
  const judged = await runCommand(['critic', '--protocol', 'all_errors', '--endpoint', 'sim', '-q'], {
    cwd,
    input: injected.stdout,
  });
  const { code, stdout, stderr } = await runCommand(['judge', '--endpoint', 'sim'], {
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

test('options of language models are refused for a reward model', async (t) => {
  const cwd = await setting(t, 2);
  const { code, stderr } = await runCommand([...critic, '--prm', '--votes', '8'], { cwd });
  assert.equal(code, 2);
  assert.match(stderr, /--votes is for language models/);
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
  const { code, stderr } = await runCommand(['run', './judged.mjs', '--run', 'r', '-q'], { cwd });
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
  const verified = await runCommand(['verify-run', 'r'], { cwd });
  assert.equal(verified.code, 0, verified.stdout);
  assert.match(`${verified.stdout}${verified.stderr}`, /all as recomputed/);
});
