// DeltaBench as its ProcessBench-style script has it: what the preset sets, what goes before it, and who hears of it.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { planStages } from '../../src/executor/build-plan.ts';
import { jsonLines, runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { records } from './critic-setting.ts';

const hint =
  /DeltaBench: --preset deltabench-processbench has the settings of the ProcessBench-style script \(8 votes at temperature 0\.7, its wording\)/g;

async function rows(t: TestContext): Promise<string> {
  const cwd = await temporaryFolder(t);
  const row = (id: string): string =>
    JSON.stringify({
      id,
      question: 'What is 1 + 1 + 1?',
      sections: [{ content: '1 + 1 = 2' }, { content: '2 + 1 = 4' }],
      reason_error_section_numbers: [2],
    });
  await writeFile(join(cwd, 'Deltabench_v1.jsonl'), `${row('a')}\n${row('b')}\n`);
  return cwd;
}

const critic = ['critic', 'Deltabench_v1.jsonl', '--endpoint', 'sim', '--progress', 'off'];

test('one line says which settings reproduce the script, where nothing else is said', async (t) => {
  const cwd = await rows(t);
  const plain = await runHere(critic, { cwd });
  assert.equal(plain.code, 0, plain.stderr);
  assert.equal(plain.stderr.match(hint)?.length, 1, plain.stderr);
  for (const own of [
    ['--votes', '2'],
    ['--votes', '1'],
    ['--n-votes', '1'],
    ['--wording', 'deltabench'],
    ['--temperature', '0'],
    ['--preset', 'plain'],
  ]) {
    const { code, stderr } = await runHere([...critic, ...own], { cwd });
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stderr, hint);
  }
  const [other] = records(2).slice(1);
  const { stderr } = await runHere(['critic', '--endpoint', 'sim', '--progress', 'off'], {
    cwd,
    input: `${JSON.stringify(other)}\n`,
  });
  assert.doesNotMatch(stderr, hint);
});

test('the preset is 8 votes at 0.7 in the words of the script', async (t) => {
  const cwd = await rows(t);
  const args = [...critic, '--preset', 'deltabench-processbench', '--run', 'r'];
  const { code, stdout, stderr } = await runHere(args, { cwd });
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, hint);
  const [record] = jsonLines(stdout) as {
    critiques: { critic: string; votes: object[]; prompt_version: string }[];
  }[];
  const [critique] = record!.critiques;
  assert.equal(critique!.critic, 'latebench-sim/critic/first_error/v8');
  assert.equal(critique!.votes.length, 8);
  assert.equal(critique!.prompt_version, 'processbench-deltabench/1');
  const manifest = JSON.parse(await readFile(join(cwd, 'r/manifest.json'), 'utf8'));
  const [{ config }] = manifest.stages;
  assert.deepEqual([config.temperature, config.preset], [0.7, 'deltabench-processbench']);
  assert.deepEqual(manifest.options[0].with, { preset: 'deltabench-processbench' });
  const { votes, wording } = manifest.resolved[0].with;
  assert.deepEqual([votes, wording], [8, 'deltabench']);
});

test('what is given takes precedence over the preset, in pipelines and programs too', async () => {
  const options = { preset: 'deltabench-processbench', votes: 3, wording: undefined };
  const { maps } = await planStages([{ use: 'critic', with: options }]);
  assert.equal(maps[0]!.with.votes, 3);
  assert.equal(maps[0]!.with.wording, 'deltabench');
  assert.equal(maps[0]!.needs[0]!.callsPerRecord, 3);
});
