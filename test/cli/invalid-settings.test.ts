import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('config says which settings a command would reject, each once, and fails', async (t) => {
  const cwd = await temporaryFolder(t);
  const env = {
    LATEBENCH_CRITIC_BASE_URL: 'notaurl',
    LATEBENCH_INJECT_RPM: 'many',
    LATEBENCH_LOGPROB_DIALECT: 'klingon',
    LATEBENCH_EMBED_BODY: '{"a":',
    LATEBENCH_CONCURRENCY: '0',
    LATEBENCH_MAX_RETRIES: '-1',
    LATEBENCH_MAX_REPLY_MB: '9000',
    LATEBENCH_WAIT_FOR_ENDPOINT: 'long',
    LATEBENCH_DRAIN_SECONDS: 'x',
    LATEBENCH_CA_FILE: 'nowhere.pem',
    HF_ENDPOINT: 'huggingface',
  };
  const { code, stdout, stderr } = await runCommand(['config'], { cwd, env });
  assert.match(stdout, /^critic\.base_url +notaurl +LATEBENCH_CRITIC_BASE_URL$/m);
  const said = stderr.trimEnd().split('\n');
  for (const wrong of [
    /critic\.base_url = "notaurl"/,
    /inject\.rpm = "many"/,
    /"klingon"/,
    /EMBED_BODY/,
    /nowhere\.pem/,
    /HF_ENDPOINT/,
  ]) {
    assert.equal(said.filter((line) => wrong.test(line)).length, 1, `${wrong}: ${stderr}`);
  }
  for (const name of ['concurrency', 'max_retries', 'max_reply_mb', 'wait_for_endpoint', 'drain_seconds']) {
    assert.equal(said.filter((line) => line.includes(`${name} = `)).length, 1, `${name}: ${stderr}`);
  }
  assert.equal(said.length, Object.keys(env).length, stderr);
  assert.equal(code, 2);
});

test('config is content with no endpoint at all, and with one for one role', async (t) => {
  const cwd = await temporaryFolder(t);
  for (const env of [
    {},
    { LATEBENCH_CRITIC_BASE_URL: 'http://127.0.0.1:9/v1' },
    { OPENAI_API_KEY: 'sk-abcdefghijklmnop' },
  ]) {
    const { code, stderr } = await runCommand(['config'], { cwd, env });
    assert.deepEqual([code, stderr], [0, '']);
  }
});
