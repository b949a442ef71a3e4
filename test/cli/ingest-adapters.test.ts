// The ingest command on rows that it must not guess at, and on mappings, as a user calls it: exit codes and messages.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const files = {
  'shepherd.jsonl': { input: 'P? Step 1: a ки', label: 'P? Step 1: a', task: 'MATH' },
  'first.jsonl': { problem: 'P', steps: ['a', 'b'], first_error_step: 1 },
  'prompt.jsonl': { prompt: 'Write a poem.' },
  'verl.jsonl': { prompt: 'Add.', reward_model: { ground_truth: '3', style: 'rule' }, data_source: 'math' },
  'nested.jsonl': { t: { x: 'P' }, r: [{ o: [{ t: 'a' }, { t: 'b' }] }], m: 2 },
  'mapping.json': { problem: 't.x', steps: 'r[0].o[*].t', label: 'm', label_base: 1 },
  'wrong.json': { problem: 't.x', step: 'r' },
  'critic_results.json': { example_id: 'lb_1', critic_result: { error_steps: [2] }, success: true },
};

test('what is not certain fails with what settles it, and what has no steps says so', async (t) => {
  const cwd = await temporaryFolder(t);
  for (const [name, row] of Object.entries(files))
    await writeFile(join(cwd, name), `${JSON.stringify(row)}\n`);
  const ingest = (...args: string[]) => runHere(['ingest', ...args], { cwd });
  const cases: readonly [string[], number, RegExp][] = [
    [['shepherd.jsonl'], 3, /label has no \+ or - after step 1/],
    [
      ['first.jsonl'],
      2,
      / first\.jsonl:1 \(byte 0\): first_error_step = 1: .*; add --label-base 0 or --label-base 1 /,
    ],
    [['prompt.jsonl'], 3, /fields: prompt; --problem-key/],
    [['verl.jsonl'], 0, /none of 1 verl records has steps/],
    [['critic_results.json'], 2, /latebench score --critiques FILE/],
    [
      ['nested.jsonl', '--mapping', 'wrong.json'],
      2,
      /--mapping wrong\.json: mapping: it has no field step; its fields are problem, steps/,
    ],
    [['nested.jsonl', '--mapping', 'none.json'], 2, /--mapping none\.json: .*no such file/],
  ];
  for (const [args, code, message] of cases) {
    const outcome = await ingest(...args);
    assert.equal(outcome.code, code, `${args.join(' ')}: ${outcome.stderr}`);
    assert.match(outcome.stderr, message);
  }
  const labels = async (...args: string[]): Promise<unknown> =>
    (JSON.parse((await ingest('-q', ...args)).stdout) as { error_steps: unknown }).error_steps;
  assert.deepEqual(await labels('first.jsonl', '--label-base', '1'), [0]);
  assert.deepEqual(await labels('first.jsonl', '--label-base', '0'), [1]);
  assert.deepEqual(await labels('nested.jsonl', '--mapping', 'mapping.json'), [1]);
  assert.equal((await ingest('nested.jsonl', '--mapping', 'mapping.json', '--label-base', '0')).code, 3);
});

test('rows that need a flag are read with it by every command, and what has no flags names the command that has', async (t) => {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'first.jsonl'), `${JSON.stringify({ id: 'a', ...files['first.jsonl'] })}\n`);
  await writeFile(join(cwd, 'predictions.csv'), 'id,pred\na,1\n');
  const score = ['score', 'first.jsonl', '--critiques', 'predictions.csv', '--format', 'json'];
  const asked = await runHere(score, { cwd });
  assert.equal(asked.code, 2);
  assert.match(asked.stderr, /; add --label-base 0 or --label-base 1 /);
  const scores = async (base: string): Promise<number | null> => {
    const { code, stdout, stderr } = await runHere([...score, '--label-base', base], { cwd });
    assert.equal(code, 0, stderr);
    const { critics } = JSON.parse(stdout) as {
      critics: { processbench: { error_acc: number | null } }[];
    };
    return critics[0]!.processbench.error_acc;
  };
  assert.equal(await scores('0'), 1);
  assert.equal(await scores('1'), 0);
  const pipeline = {
    ...{ name: 'own-rows', about: 'own rows', seed: 1, source: { files: ['first.jsonl'] } },
    stages: [{ use: 'score', with: {} }],
  };
  await writeFile(join(cwd, 'own-rows.json'), JSON.stringify(pipeline));
  for (const args of [
    ['run', 'own-rows.json', '--run', 'run'],
    ['view', 'first.jsonl', '--port', '0'],
  ]) {
    const { code, stderr } = await runHere(args, { cwd });
    assert.equal(code, 2, stderr);
    assert.match(
      stderr,
      /latebench ingest first\.jsonl and --label-base 0 or --label-base 1, and name the file/,
    );
  }
  // A list of problems to stay clear of: what its labels mean does not matter.
  const clear = ['filter', 'first.jsonl', '--label-base', '0', '--overlap', 'first.jsonl', '-q'];
  const { code, stderr } = await runHere(clear, { cwd });
  assert.equal(code, 0, stderr);
});
