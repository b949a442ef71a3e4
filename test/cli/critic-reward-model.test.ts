// What a user sees of reward models as critics, through the real command.
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSimulator } from '../../src/simulator/server.ts';
import { jsonLines, runCommand, runHere, runInTurn } from '../support/cli.ts';
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
  assert.match(stderr, /24 API calls, 12 stored replies/);
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
  assert.match(bad!.stderr, /bad\.jsonl: row 1 is not \{"id": …, "scores": \[…\]\}: \{"id":"r0"\}/);
});

test('a file of scores may repeat an id, not with other scores, and may have numbers for ids', async (t) => {
  const cwd = await setting(t, 4);
  const rows = records(4).map((row, at) => ({ ...row, id: `${at}` }));
  const write = (file: string, all: readonly object[]) =>
    writeFile(join(cwd, file), all.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const scores = rows.map((_, id) => ({ id, scores: [0.9, 0.1] }));
  await Promise.all([
    write('in.jsonl', rows),
    write('same.jsonl', [...scores, scores[0]!]),
    write('other.jsonl', [...scores, { id: '2', scores: [0.9, 0.8] }]),
  ]);
  const args = (file: string) => ({ args: ['critic', '--prm-scores', file, 'in.jsonl'] });
  const [same, other] = await runInTurn([args('same.jsonl'), args('other.jsonl')], { cwd });
  assert.equal(same!.code, 0, same!.stderr);
  assert.match(same!.stderr, /4 with an error, 0 without, 0 unparsed, 0 refused, 0 failed/);
  assert.equal(other!.code, 2);
  assert.match(other!.stderr, /other\.jsonl: row 5 has other scores for 2 than a row before it/);
});

test('options of language models are refused for a reward model', async (t) => {
  const cwd = await setting(t, 2);
  const { code, stderr } = await runHere([...critic, '--prm', '--votes', '8'], { cwd });
  assert.equal(code, 2);
  assert.match(stderr, /--votes is for language models/);
});

test('a dry run counts the calls for the split of another file too', async (t) => {
  const cwd = await setting(t, 12);
  const others = records(10).map((row, at) => ({ ...row, problem: `Another one, ${at}` }));
  await writeFile(join(cwd, 'dev.jsonl'), others.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const args = ['critic', '--endpoint', 'sim', '--prm', '--prm-split', 'subset=dev'];
  const [dry, wet] = await runInTurn(
    [
      { args: [...args, '--prm-split-from', 'dev.jsonl', '--dry-run', 'in.jsonl'] },
      { args: [...args, '--prm-split-from', 'dev.jsonl', 'in.jsonl'] },
    ],
    { cwd },
  );
  assert.match(dry!.stderr, /dry run: 17 calls/);
  assert.match(wet!.stderr, /17 API calls/);
});

test('invalid records of a split from another file are counted', async (t) => {
  const cwd = await setting(t, 12);
  const rows = [...records(10), { ...records(1)[0]!, id: 'empty', problem: '' }];
  await writeFile(join(cwd, 'dev.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const split = ['--prm-split', 'subset=dev', '--prm-split-from', 'dev.jsonl'];
  const { stderr } = await runHere(['critic', '--endpoint', 'sim', '--prm', ...split, 'in.jsonl'], { cwd });
  assert.match(stderr, /1 invalid record of dev\.jsonl skipped/);
});

test('Ctrl-C while a threshold is chosen ends as it does elsewhere, and the calls that had replies are not made again', async (t) => {
  const cwd = await setting(t, 24);
  const server = await startSimulator({ latencyMs: 100 });
  t.after(() => server.close());
  const args = ['critic', '--endpoint', server.url, '--model', 'latebench-sim/prm', '--prm', '-c', '2'];
  const command = [...args, '--prm-split', 'subset=dev', 'in.jsonl'];
  let child: ChildProcess | undefined;
  const stopped = runCommand(command, {
    cwd,
    started: (started) => {
      child = started;
    },
  });
  while (server.counts.requests < 5) await new Promise((resolve) => setTimeout(resolve, 5));
  child!.kill('SIGINT');
  const { code, stdout, stderr } = await stopped;
  assert.equal(code, 130, stderr);
  assert.equal(stdout, '');
  assert.match(stderr, /interrupted; run the command again to resume$/m);
  assert.doesNotMatch(stderr, /LB_ABORTED/);
  const paid = server.counts.completed;
  assert.ok(paid < 12, `${paid} calls before the threshold was known`);
  const again = await runCommand(command, { cwd });
  assert.equal(again.code, 0, again.stderr);
  assert.equal(server.counts.completed, 24, 'a reply was paid for twice');
});

test('scores outside 0 to 1 are no verdict, unless the threshold is given', async (t) => {
  const cwd = await setting(t, 4);
  const scores = records(4).map(({ id }, at) => ({ id, scores: at === 0 ? [7, 8] : [0.9, 0.8] }));
  await writeFile(join(cwd, 'scores.jsonl'), scores.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const args = ['critic', '--prm-scores', 'scores.jsonl', 'in.jsonl'];
  const [plain, given] = await runInTurn([{ args }, { args: [...args, '--prm-threshold', '7.5'] }], { cwd });
  assert.match(plain!.stderr, /0 with an error, 3 without, 1 unparsed, 0 refused, 0 failed = 4 solutions/);
  assert.match(plain!.stderr, /1 unparsed because a score is outside 0 to 1: .*--prm-threshold/);
  assert.match(given!.stderr, /4 with an error, 0 without, 0 unparsed/);
  assert.doesNotMatch(given!.stderr, /outside/);
});

test('the calls for a threshold are events of the run, so that its status has them and what they cost', async (t) => {
  const cwd = await setting(t, 24);
  const server = await startSimulator();
  t.after(() => server.close());
  const args = ['critic', '--endpoint', server.url, '--model', 'latebench-sim/prm', '--prm', '--run', 'r'];
  const [ran, shown] = await runInTurn(
    [
      { args: [...args, '--prm-split', 'subset=dev', 'in.jsonl'] },
      { args: ['status', 'r', '--format', 'json'] },
    ],
    { cwd },
  );
  assert.equal(ran!.code, 0, ran!.stderr);
  const { calls, in_flight, tokens } = JSON.parse(shown!.stdout) as {
    calls: { ok: number; read_again: number };
    in_flight: number;
    tokens: { prompt: number };
  };
  const [, prompt] = /; ([\d,]+) prompt \+ 0 completion tokens/.exec(ran!.stderr)!;
  assert.deepEqual([calls.ok, calls.read_again, in_flight], [24, 12, 0]);
  assert.equal(tokens.prompt, Number(prompt!.replaceAll(',', '')));
});
