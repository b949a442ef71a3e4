// What a user sees of reward models as critics, through the real command.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { jsonLines, runHere, runInTurn } from '../support/cli.ts';
import { critic, records, setting } from './critic-setting.ts';

test('a reward model finds its threshold on the named split and applies it to all, and pays once for both', async (t) => {
  const cwd = await setting(t);
  const args = ['critic', '--endpoint', 'sim', '--prm', '--prm-split', 'subset=dev'];
  const input = await readFile(join(cwd, 'in.jsonl'), 'utf8');
  const [named, piped, from] = await runInTurn(
    [
      { args: [...args, 'in.jsonl'] },
      { args, input },
      { args: [...args, '--prm-split-from', 'in.jsonl'], input },
    ],
    { cwd },
  );
  const { code, stdout, stderr } = named!;
  assert.equal(code, 0, stderr);
  const [, threshold] =
    /threshold (0\.\d+) chosen where subset=dev: F1 .* over 6 solutions with an error and 6 without/.exec(
      stderr,
    )!;
  assert.match(stderr, /24 API calls, 12 from cache/);
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
  assert.equal(piped!.code, 2);
  assert.match(piped!.stderr, /--prm-split-from FILE/);
  assert.equal(from!.stdout, stdout);
});

test('a run of a reward model leaves the curve over its thresholds, with the AUC', async (t) => {
  const cwd = await setting(t, 4);
  const scores = records(4).map(({ id }, at) => ({ id, scores: at % 2 === 0 ? [0.8, 0.3] : [0.7, 0.6] }));
  await writeFile(join(cwd, 'scores.jsonl'), scores.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const args = ['critic', '--prm-scores', 'scores.jsonl', '-m', 'org/prm', '--run', 'r', '-q', 'in.jsonl'];
  assert.equal((await runHere(args, { cwd })).code, 0);
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
  await writeFile(join(cwd, 'bad.jsonl'), '{"id": "r0"}\n');
  const [scored, bad] = await runInTurn(
    [
      { args: ['critic', '--prm-scores', 'scores.jsonl', '-m', 'mine', 'in.jsonl'] },
      { args: ['critic', '--prm-scores', 'bad.jsonl', 'in.jsonl'] },
    ],
    { cwd },
  );
  const { code, stdout, stderr } = scored!;
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
  assert.equal(bad!.code, 2);
  assert.match(bad!.stderr, /a line is not \{"id"/);
});

test('options of language models are refused for a reward model', async (t) => {
  const cwd = await setting(t, 2);
  const { code, stderr } = await runHere([...critic, '--prm', '--votes', '8'], { cwd });
  assert.equal(code, 2);
  assert.match(stderr, /--votes is for language models/);
});
