// The critic that checks arithmetic, alone and as the first stage before a model.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arithmeticStage } from '../../src/critic/arithmetic-critic.ts';
import { jsonLines, runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { lastCritique, runCritic, solution } from './run-critic.ts';

test('the critique names the step, the equality and both values; a solution without a false one passes', async () => {
  const stage = arithmeticStage({ protocol: 'first_error' });
  const flagged = lastCritique(await runCritic(stage, solution()));
  assert.deepEqual([flagged.critic, flagged.first_error, flagged.error_steps], ['arithmetic', 2, [2]]);
  assert.equal(
    flagged.explanations?.['2'],
    '6 + 4 = 11 does not hold: the left side is 10, the right side is 11.',
  );
  const clean = lastCritique(await runCritic(stage, solution({ steps: ['1 + 2 = 3', 'x = 4'] })));
  assert.deepEqual([clean.status, clean.first_error, clean.error_steps], ['ok', -1, []]);
  const all = arithmeticStage({ protocol: 'all_errors' });
  const several = lastCritique(await runCritic(all, solution({ steps: ['1 + 1 = 3', 'so', '2 + 2 = 5'] })));
  assert.deepEqual(several.error_steps, [0, 2]);
});

const records = [
  { id: 'a', problem: 'Sum?', steps: ['1 + 2 = 3', '3 + 3 = 7'], error_steps: [1] },
  { id: 'b', problem: 'Sum?', steps: ['1 + 2 = 3', '3 + 3 = 6'], error_steps: [] },
  { id: 'c', problem: 'Sum?', steps: ['Suppose we have 4.', 'Then it is more.'], error_steps: [] },
];
const input = records.map((record) => `${JSON.stringify(record)}\n`).join('');

test('alone it needs no endpoint; before a model, only what it passes is asked about, and a dry run says so', async (t) => {
  const cwd = await temporaryFolder(t);
  const alone = await runHere(['critic', '--critic', 'arithmetic'], { cwd, input });
  assert.equal(alone.code, 0, alone.stderr);
  const firsts = (text: string): unknown[] =>
    jsonLines(text).map(({ critiques }) => (critiques as { first_error: unknown }[])[0]!.first_error);
  assert.deepEqual(firsts(alone.stdout), [1, -1, -1]);
  const cascade = ['critic', '--critic', 'arithmetic', '--then', 'latebench-sim/critic', '--endpoint', 'sim'];
  const dry = await runHere([...cascade, '--dry-run'], { cwd, input });
  assert.match(dry.stderr, /arithmetic found 1 without a call and passed 2 on to latebench-sim\/critic/);
  assert.match(dry.stderr, /dry run: 2 calls/);
  const both = await runHere(cascade, { cwd, input });
  assert.equal(both.code, 0, both.stderr);
  assert.match(both.stderr, /\b2 API calls/);
  assert.match(both.stderr, /arithmetic found 1 without a call and passed 2 on to latebench-sim\/critic/);
  assert.equal(firsts(both.stdout)[0], 1);
  const critiques = jsonLines(both.stdout).map((row) => (row.critiques as Record<string, unknown>[])[0]!);
  assert.deepEqual(
    critiques.map(({ critic, model }) => [critic, model]),
    [
      ['arithmetic+latebench-sim/critic/first_error', 'arithmetic'],
      ['arithmetic+latebench-sim/critic/first_error', 'latebench-sim/critic'],
      ['arithmetic+latebench-sim/critic/first_error', 'latebench-sim/critic'],
    ],
  );
  const again = await runHere([...cascade, '--dry-run'], { cwd, input });
  assert.match(again.stderr, /dry run: 0 calls, 2 replies are stored/);
});

test('score has it among the baselines, unless it is left out', async (t) => {
  const cwd = await temporaryFolder(t);
  const { stdout } = await runHere(['score', '--format', 'json'], { cwd, input });
  const { baselines } = JSON.parse(stdout) as {
    baselines: { critic: string; processbench: { error_acc: number; correct_acc: number } }[];
  };
  const { processbench } = baselines.find(({ critic }) => critic === 'arithmetic')!;
  assert.deepEqual([processbench.error_acc, processbench.correct_acc], [1, 1]);
  const table = await runHere(['score'], { cwd, input });
  assert.match(table.stdout, /Baselines read nothing; arithmetic reads, but only arithmetic\./);
  const without = await runHere(['score', '--no-arithmetic'], { cwd, input });
  assert.doesNotMatch(without.stdout, /arithmetic/);
});
