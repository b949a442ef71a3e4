import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { endpointConfig } from '../../src/config/endpoint-config.ts';
import { type ConfigSources, resolveConfig } from '../../src/config/resolve.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('flags go before environment, .env, project file, user file and defaults', async (t) => {
  const home = await temporaryFolder(t);
  const cwd = join(home, 'project', 'deep');
  await mkdir(cwd, { recursive: true });
  await mkdir(join(home, '.config', 'latebench'), { recursive: true });
  const model = (sources: ConfigSources): string =>
    Object.values(
      resolveConfig({ cwd, ...sources, env: { HOME: home, ...sources.env } }).get('critic.model') ?? {},
    )
      .slice(0, 2)
      .join(' from ');
  assert.equal(model({}), 'gpt-4o-mini from default');
  await writeFile(join(home, '.config', 'latebench', 'config.json'), '{"critic": {"model": "user"}}');
  assert.match(model({}), /^user from .*config\.json$/);
  await writeFile(join(home, 'project', 'latebench.config.json'), '{"critic": {"model": "project"}}');
  assert.match(model({}), /^project from .*latebench\.config\.json$/);
  await writeFile(join(cwd, '.env'), 'LATEBENCH_CRITIC_MODEL=dotenv\n');
  assert.equal(model({}), 'dotenv from .env: LATEBENCH_CRITIC_MODEL');
  assert.equal(model({ env: { LATEBENCH_CRITIC_MODEL: 'env' } }), 'env from LATEBENCH_CRITIC_MODEL');
  const flags = new Map([['critic.model', { value: 'flag', flag: '--model' }]]);
  assert.equal(model({ env: { LATEBENCH_CRITIC_MODEL: 'env' }, flags }), 'flag from --model');
});

test('files are read as editors and shells on Windows write them', async (t) => {
  const cwd = await temporaryFolder(t);
  const texts = {
    'latebench.config.json': '{"critic": {"model": "project"}}',
    '.env': 'LATEBENCH_INJECT_MODEL=dotenv\r\n',
  };
  const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
  for (const written of [
    (text: string) => Buffer.from(`\uFEFF${text}`),
    utf16,
    (text: string) => utf16(text).swap16(),
  ]) {
    for (const [name, text] of Object.entries(texts)) await writeFile(join(cwd, name), written(text));
    const config = resolveConfig({ cwd, env: { HOME: cwd } });
    assert.equal(config.get('critic.model')?.value, 'project');
    assert.equal(config.get('inject.model')?.value, 'dotenv');
  }
});

test('names the file, and what is wrong in it', async (t) => {
  const cwd = await temporaryFolder(t);
  const path = join(cwd, 'latebench.config.json');
  const rejects = async (content: string, message: RegExp): Promise<void> => {
    await writeFile(path, content);
    assert.throws(() => resolveConfig({ cwd, env: { HOME: cwd } }), { code: 'LB_CONFIG', message });
  };
  await rejects('{', /cannot be read as JSON/);
  for (const other of ['[]', '"x"', 'null', '3']) await rejects(other, /config\.json: write one JSON object/);
  await rejects('{"critic": {"model": ["a"]}}', /critic\.model is a list; give one text or number/);
  await rejects('{"critic": {"modell": "x"}}', /no such setting: critic\.modell/);
  await rejects('{"critic": {"api_key": "x"}}', /critic\.api_key is a secret/);
  assert.throws(() => resolveConfig({ cwd, env: { HOME: cwd }, envFile: join(cwd, 'none') }), {
    code: 'LB_INPUT_MISSING',
  });
});

test('an endpoint needs a base URL or a known key, and says what to set', async (t) => {
  const cwd = await temporaryFolder(t);
  const of = (role: 'critic' | 'logprob', env: Record<string, string>): unknown => {
    const { baseUrl, model, apiKey } = endpointConfig(
      resolveConfig({ cwd, env: { HOME: cwd, ...env } }),
      role,
    );
    return [baseUrl, model, apiKey];
  };
  assert.throws(() => of('critic', {}), { code: 'LB_ENDPOINT_CONFIG', message: /set OPENAI_API_KEY/ });
  assert.throws(() => of('critic', { OPENAI_BASE_URL: 'nowhere' }), {
    code: 'LB_ENDPOINT_CONFIG',
    message: /nowhere/,
  });
  assert.deepEqual(of('critic', { OPENAI_API_KEY: 'k' }), ['https://api.openai.com/v1', 'gpt-4o-mini', 'k']);
  assert.deepEqual(of('logprob', { DEEPSEEK_API_KEY: 'd', OPENAI_API_KEY: 'k' }), [
    'https://api.deepseek.com',
    'deepseek-chat',
    'd',
  ]);
  assert.deepEqual(
    of('critic', { LATEBENCH_CRITIC_BASE_URL: 'http://127.0.0.1:1/v1', LATEBENCH_CRITIC_MODEL: 'm' }),
    ['http://127.0.0.1:1/v1', 'm', undefined],
  );
  assert.deepEqual(of('critic', { LATEBENCH_CRITIC_BASE_URL: 'sim' }), [
    'sim',
    'latebench-sim/critic',
    undefined,
  ]);
});
