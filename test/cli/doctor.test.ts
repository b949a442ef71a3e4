import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scriptedModel } from '../doctor/scripted-model.ts';
import { runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

interface Row {
  readonly check: string;
  readonly status: string;
  readonly finding: string;
}

function rowsOf(stdout: string): Row[] {
  return (JSON.parse(stdout) as { readonly findings: Row[] }).findings;
}

test('doctor fits 80 columns, exits with 0 where what is configured works, and says what is not configured', async (t) => {
  const cwd = await temporaryFolder(t);
  const { url } = await scriptedModel(t);
  const env = {
    LATEBENCH_CRITIC_BASE_URL: url,
    LATEBENCH_CRITIC_MODEL: 'm',
    HF_HUB_OFFLINE: '1',
    LATEBENCH_INJECT_MODLE: 'x',
  };
  const table = await runHere(['doctor'], { cwd, env });
  assert.equal(table.code, 0, table.stdout + table.stderr);
  assert.deepEqual(
    table.stdout.split('\n').filter((line) => line.length > 80),
    [],
  );
  assert.match(table.stdout, /Everything that is configured works\. 9 calls to models were made\./);
  assert.match(table.stderr, /latebench doctor: critic: up to 9 small calls to m at/);
  const { code, stdout } = await runHere(['doctor', '--no-calls', '--format', 'json'], { cwd, env });
  assert.equal(code, 0);
  const status = (check: string): string | undefined =>
    rowsOf(stdout).find((row) => row.check === check)?.status;
  assert.deepEqual(['critic', 'inject', 'logprob', 'redis', 'hub', 'clock'].map(status), [
    'ok',
    'not set',
    'not set',
    'not set',
    'not set',
    'ok',
  ]);
  assert.ok(rowsOf(stdout).some(({ finding }) => /LATEBENCH_INJECT_MODLE.*did you mean/.test(finding)));
});

test('doctor exits with 1 where something that is configured does not work, and checks the roles that are named', async (t) => {
  const cwd = await temporaryFolder(t);
  const env = {
    LATEBENCH_CRITIC_BASE_URL: 'http://127.0.0.1:1/v1',
    HF_HUB_OFFLINE: '1',
    LATEBENCH_REDIS: 'redis://127.0.0.1:1',
  };
  const both = await runHere(['doctor', '--format', 'json'], { cwd, env });
  assert.equal(both.code, 1);
  const failed = rowsOf(both.stdout).filter(({ status }) => status === 'fails');
  assert.deepEqual(
    failed.map(({ check }) => check),
    ['critic', 'redis'],
  );
  const inject = await runHere(['doctor', 'inject'], { cwd, env: { ...env, LATEBENCH_REDIS: '' } });
  assert.equal(inject.code, 0, inject.stdout);
  const wrong = await runHere(['doctor', 'crtic'], { cwd, env });
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /crtic is not a role; did you mean critic\?/);
});

test('settings that cannot be read are a finding', async (t) => {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'latebench.config.json'), '{"critic": {"modle": "m"}}');
  const outcome = await runHere(['doctor'], { cwd });
  assert.equal(outcome.code, 1);
  assert.match(outcome.stdout.replace(/\s+/g, ' '), /fails settings .*no such setting/);
});

test('the simulation is said to be one, and nothing is written', async (t) => {
  const cwd = await temporaryFolder(t);
  const outcome = await runHere(['doctor', '--endpoint', 'sim'], { cwd, env: { HF_HUB_OFFLINE: '1' } });
  assert.equal(outcome.code, 0);
  assert.match(outcome.stdout, /simulated/);
  assert.match(outcome.stdout, /No call to a model was made/);
  assert.deepEqual(
    (await readdir(cwd)).filter((name) => name !== '.config'),
    [],
  );
});

test('an address behind --queue is not taken for the queue, and not passed over', async (t) => {
  const cwd = await temporaryFolder(t);
  const { code, stderr } = await runHere(['doctor', '--queue', 'redis://127.0.0.1:1'], { cwd });
  assert.equal(code, 2);
  assert.match(stderr, /--queue checks no role \(redis:.*\); its address goes to --redis \(LB_USAGE\)/);
});
