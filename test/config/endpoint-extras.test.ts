// Headers, fields of the body and queries of an endpoint: from flags, the environment, files and pipelines; what they do to
// the endpoint's name in keys.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { endpointConfig } from '../../src/config/endpoint-config.ts';
import { resolveConfig } from '../../src/config/resolve.ts';
import { wireOf } from '../../src/executor/endpoint-wire.ts';
import { declaredFlags } from '../../src/pipeline/declared-config.ts';
import { pipelineSchema } from '../../src/pipeline/schema.ts';
import { temporaryFolder } from '../support/temporary.ts';

const url = 'https://gateway.example/v1';

function configured(env: Readonly<Record<string, string>>, cwd = '/') {
  const plain = { LATEBENCH_CRITIC_BASE_URL: url, HOME: cwd };
  return endpointConfig(resolveConfig({ env: { ...plain, ...env }, cwd }), 'critic');
}

test('from the environment by role: pairs, one a line, or an object; a header from a file', async (t) => {
  const cwd = await temporaryFolder(t);
  const file = join(cwd, 'token');
  await writeFile(file, 'secret value\n');
  const { extras, dialect } = configured({
    LATEBENCH_CRITIC_HEADERS: `X-Team=blue\nx-gateway-token=@${file}`,
    LATEBENCH_CRITIC_BODY: '{"provider": {"order": ["a"]}, "reasoning_effort": "low"}',
    LATEBENCH_CRITIC_QUERY: 'api-version=2',
    LATEBENCH_CRITIC_DIALECT: 'vllm',
  });
  assert.deepEqual(extras, {
    headers: { 'x-team': 'blue', 'x-gateway-token': 'secret value' },
    body: { provider: { order: ['a'] }, reasoning_effort: 'low' },
    query: { 'api-version': '2' },
    secrets: ['secret value'],
  });
  assert.equal(dialect, 'vllm');
});

test('from latebench.config.json as objects; secrets are not written there', async (t) => {
  const cwd = await temporaryFolder(t);
  const path = join(cwd, 'latebench.config.json');
  await writeFile(path, '{"critic": {"body": {"provider": {"order": ["a"]}}, "query": {"tier": 1}}}');
  const { extras } = configured({}, cwd);
  assert.deepEqual(extras, { headers: {}, body: { provider: { order: ['a'] } }, query: { tier: '1' } });
  await mkdir(join(cwd, 'below'));
  await writeFile(path, '{"critic": {"headers": "x-key=a"}}');
  assert.throws(() => configured({}, join(cwd, 'below')), /critic\.headers is a secret/);
});

test('what cannot be is said with its origin and without its value', () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['HEADERS', 'hush-hush', /write name=value/],
    ['HEADERS', 'content-length=hush-hush', /is not a header that can be set/],
    ['HEADERS', 'x-a=hush-hush\u0001', /characters that no header may have/],
    ['HEADERS', 'x-a=@/no/such/hush-file', /cannot be read/],
    ['BODY', 'seed=1', /set by the command's own options/],
    ['BODY', 'provider={hush-hush', /is not JSON/],
    ['DIALECT', 'latin', /choose one of openai/],
  ];
  for (const [name, value, words] of cases) {
    const variable = `LATEBENCH_CRITIC_${name}`;
    assert.throws(
      () => configured({ [variable]: value }),
      ({ code, message }: Error & { code: string }) => {
        assert.equal(code, 'LB_CONFIG');
        assert.match(message, words);
        assert.match(message, new RegExp(variable));
        assert.doesNotMatch(message, /hush-hush/);
        return true;
      },
    );
  }
});

test('a pipeline declares them by role; a secret only by its file', () => {
  const endpoint = {
    critic: { baseUrl: url, dialect: 'anthropic' as const, headers: { 'x-team': 'blue' }, body: { a: 1 } },
  };
  const flags = declaredFlags({ name: 'p', endpoint }, undefined, '--endpoint');
  const { extras, dialect } = endpointConfig(resolveConfig({ flags, env: {}, cwd: '/' }), 'critic');
  assert.deepEqual([dialect, extras?.headers, extras?.body], ['anthropic', { 'x-team': 'blue' }, { a: 1 }]);
  // Another endpoint that is asked for with the run gets none of it.
  assert.equal(declaredFlags({ name: 'p', endpoint }, 'sim', '--endpoint').has('critic.headers'), false);
  const parse = (headers: Record<string, string>) =>
    pipelineSchema.safeParse({
      ...{ name: 'p', about: 'x', source: {}, stages: [{ use: 'filter', with: {} }], seed: 0 },
      endpoint: { critic: { headers } },
    });
  assert.equal(parse({ 'x-api-key': '@key.txt' }).success, true);
  assert.match(JSON.stringify(parse({ 'x-api-key': 'abc' }).error), /names a file/);
});

test('the name in keys: as before without them, another with them, the same for another token', () => {
  const named = (env: Readonly<Record<string, string>>) => wireOf(configured(env)).name;
  assert.equal(named({}), url);
  const headers = (value: string) => named({ LATEBENCH_CRITIC_HEADERS: value });
  assert.match(headers('x-team=blue'), /^https:\/\/gateway\.example\/v1#[0-9a-f]{12}$/);
  assert.notEqual(headers('x-team=blue'), headers('x-team=red'));
  assert.equal(headers('x-gateway-token=one'), headers('x-gateway-token=two'));
  assert.notEqual(named({ LATEBENCH_CRITIC_BODY: 'a=1' }), named({ LATEBENCH_CRITIC_BODY: 'a=2' }));
  assert.equal(named({ LATEBENCH_CRITIC_DIALECT: 'openai' }), url);
  assert.equal(named({ LATEBENCH_CRITIC_DIALECT: 'anthropic' }), `${url}/messages`);
});

test('requests carry them: headers over ours, fields merged into the body, a query after the path', () => {
  const { dialect } = wireOf(
    configured({
      LATEBENCH_CRITIC_DIALECT: 'ollama',
      LATEBENCH_CRITIC_HEADERS: 'authorization=Basic abc',
      LATEBENCH_CRITIC_BODY: 'options={"num_ctx": 16384}',
      LATEBENCH_CRITIC_QUERY: 'a=1 2',
    }),
  );
  assert.deepEqual(dialect.headers('k'), { authorization: 'Basic abc' });
  assert.equal(dialect.path('m'), '/api/chat?a=1+2');
  const messages = [{ role: 'user' as const, content: 'x' }];
  const { options } = JSON.parse(dialect.body('m', { messages, temperature: 0.5 })) as { options: object };
  assert.deepEqual(options, { temperature: 0.5, num_ctx: 16384 });
});
