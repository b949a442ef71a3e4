// Which key goes where: a key stays with the host that it was configured for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointConfig } from '../../src/config/endpoint-config.ts';
import { keyPlace } from '../../src/config/endpoint-key.ts';
import { placedOver, resolveConfig } from '../../src/config/resolve.ts';
import type { Role } from '../../src/config/setting-table.ts';

const nowhere = '/nonexistent-latebench';

function keyOf(
  role: Role,
  env: Record<string, string>,
  asked?: { url: string; from: string },
): string | undefined {
  const configured = resolveConfig({ cwd: nowhere, env: { HOME: nowhere, ...env } });
  const given = asked && { value: asked.url, origin: asked.from };
  const config = given === undefined ? configured : placedOver(configured, `${role}.base_url`, given);
  return endpointConfig(config, role).apiKey;
}

const openai = { OPENAI_API_KEY: 'openai-key' };
const deepseek = { DEEPSEEK_API_KEY: 'deepseek-key' };
const elsewhere = 'http://elsewhere.example/v1';

for (const [what, role, env, url, expected] of [
  ['the provider of the key', 'critic', openai, undefined, 'openai-key'],
  ['DeepSeek before OpenAI, each at home', 'logprob', { ...openai, ...deepseek }, undefined, 'deepseek-key'],
  [
    'OPENAI_BASE_URL never gets the key of DeepSeek',
    'logprob',
    { ...deepseek, OPENAI_BASE_URL: 'https://gateway.example/v1' },
    undefined,
    undefined,
  ],
  [
    'with both keys OPENAI_BASE_URL gets its own',
    'logprob',
    { ...openai, ...deepseek, OPENAI_BASE_URL: 'https://gateway.example/v1' },
    undefined,
    'openai-key',
  ],
  [
    'DeepSeek never gets the key of OpenAI',
    'logprob',
    { ...openai, LATEBENCH_LOGPROB_BASE_URL: 'https://api.deepseek.com' },
    undefined,
    undefined,
  ],
  [
    "a role's own URL takes the fallback key",
    'critic',
    { ...openai, LATEBENCH_CRITIC_BASE_URL: elsewhere },
    undefined,
    'openai-key',
  ],
  ['a flag elsewhere gets no provider key', 'critic', openai, elsewhere, undefined],
  [
    'a flag elsewhere gets no key of OPENAI_BASE_URL',
    'critic',
    { ...openai, OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1' },
    'http://127.0.0.1:9000/v1',
    undefined,
  ],
  ['a flag with the same host gets the key', 'critic', openai, 'https://api.openai.com/v2', 'openai-key'],
  ['a flag without TLS does not', 'critic', openai, 'http://api.openai.com/v1', undefined],
  [
    "a role's own key without a URL is for the flag's",
    'critic',
    { ...openai, LATEBENCH_CRITIC_API_KEY: 'own-key' },
    elsewhere,
    'own-key',
  ],
  [
    "a role's own key stays with the role's URL",
    'critic',
    { LATEBENCH_CRITIC_API_KEY: 'own-key', LATEBENCH_CRITIC_BASE_URL: 'https://home.example/v1' },
    elsewhere,
    undefined,
  ],
] as const) {
  test(what, () => {
    for (const from of ['--endpoint', 'pipeline p', 'spec of d'])
      assert.equal(keyOf(role, env, url === undefined ? undefined : { url, from }), expected);
  });
}

test('a URL with a password is refused, and not shown', () => {
  const env = { LATEBENCH_CRITIC_BASE_URL: 'https://me:hunter22@host.example/v1' };
  assert.throws(
    () => keyOf('critic', env),
    ({ code, message }: { code: string; message: string }) =>
      code === 'LB_ENDPOINT_CONFIG' &&
      /user name or a password/.test(message) &&
      !message.includes('hunter22'),
  );
  assert.throws(
    () => keyOf('critic', { LATEBENCH_CRITIC_BASE_URL: 'ftp://host.example/v1' }),
    /http or https/,
  );
});

test('config says which key goes where', () => {
  const env = { HOME: nowhere, ...openai, ...deepseek, LATEBENCH_CRITIC_BASE_URL: elsewhere };
  const config = resolveConfig({ cwd: nowhere, env });
  assert.equal(keyPlace(config, 'critic.api_key'), 'elsewhere.example (OPENAI_API_KEY)');
  assert.equal(keyPlace(config, 'logprob.api_key'), 'api.deepseek.com (DEEPSEEK_API_KEY)');
  assert.equal(keyPlace(config, 'critic.model'), null);
});
