import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { resolveConfig } from '../../src/config/resolve.ts';
import { chatRoles, type Role, roles } from '../../src/config/setting-table.ts';
import { checkEndpoint, type EndpointCheck } from '../../src/doctor/endpoint/check-endpoint.ts';
import { callsOfEach } from '../../src/doctor/endpoint/probes.ts';
import { targetsOf } from '../../src/doctor/endpoint/target.ts';
import { startSimulator } from '../../src/simulator/server.ts';
import { listening } from '../support/listening.ts';
import { startPersonality } from '../support/personalities.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { type Script, scriptedModel } from './scripted-model.ts';

interface Checked extends EndpointCheck {
  /** Of a part: its status and what was found. */
  part(name: string): string;
  readonly home: string;
  readonly said: readonly string[];
}

interface CheckedOptions {
  readonly asked?: readonly Role[];
  readonly calls?: boolean;
  readonly more?: Readonly<Record<string, string>>;
  readonly model?: string;
}

async function checked(
  t: TestContext,
  url: string,
  { asked = ['critic'], calls = true, more = {}, model = 'm' }: CheckedOptions = {},
): Promise<Checked> {
  const home = await temporaryFolder(t);
  const env = { OPENAI_BASE_URL: url, HOME: home, XDG_CONFIG_HOME: home, ...more };
  const flags = new Map(roles.map((role) => [`${role}.model`, { value: model, flag: '--model' }]));
  const { targets } = targetsOf(resolveConfig({ flags, env, cwd: home }), asked);
  assert.equal(targets.length, 1, 'roles that share endpoint and model are one target');
  const said: string[] = [];
  const check = await checkEndpoint(targets[0]!, { home, calls, say: (line) => said.push(line) });
  return {
    ...check,
    home,
    said,
    part(name) {
      const found = check.findings.find(({ check: of }) => of === asked.join(', ') + (name && `: ${name}`));
      return `${found?.status}: ${found?.finding}${found?.remedy === undefined ? '' : ` (${found.remedy})`}`;
    },
  };
}

async function withScript(
  t: TestContext,
  script: Script,
  asked: readonly Role[] = ['critic'],
): Promise<Checked> {
  return checked(t, (await scriptedModel(t, script)).url, { asked });
}

test('an endpoint that does all that is asked is probed once for all roles, with the calls that were announced', async (t) => {
  const server = await scriptedModel(t, { entry: { max_model_len: 32_768 } });
  const check = await checked(t, server.url, { asked: chatRoles });
  assert.deepEqual(
    [...new Set(check.findings.map(({ status }) => status))],
    ['ok'],
    JSON.stringify(check.findings),
  );
  assert.equal(server.calls(), callsOfEach + 1);
  assert.equal(check.calls, callsOfEach + 1);
  assert.match(check.said.join(), new RegExp(`up to ${callsOfEach + 1} small calls to m at`));
  assert.match(check.part(''), /^ok: m at http:.*from OPENAI_BASE_URL\); no key is sent/);
  assert.equal(check.part('context'), 'ok: 32,768 tokens');
  assert.equal(check.part('seed'), 'ok: one seed gives one text, another seed another');
});

test('an endpoint of embeddings gets one call, apart from the roles that write', async (t) => {
  const server = await startSimulator();
  t.after(() => server.close());
  const check = await checked(t, server.url, { asked: ['embed'], model: 'latebench-sim/embedding' });
  assert.match(check.part(''), /^ok: latebench-sim\/embedding \(simulated\) at http:/);
  assert.match(check.part('reply'), /^ok: an embedding of \d+ numbers$/);
  assert.deepEqual([check.calls, server.counts.completed], [1, 1]);
  const others = createServer((_, response) => void response.end(JSON.stringify({ data: [] })));
  const none = await checked(t, `${await listening(t, others)}/v1`, { asked: ['embed'] });
  assert.match(none.part('reply'), /^fails: .*the reply has no embedding: is this a model of embeddings\?/);
  assert.equal(none.findings.length, 3);
  const env = { OPENAI_BASE_URL: server.url, HOME: await temporaryFolder(t) };
  const flags = new Map(roles.map((role) => [`${role}.model`, { value: 'm', flag: '--model' }]));
  const { targets } = targetsOf(resolveConfig({ flags, env, cwd: env.HOME }), roles);
  assert.deepEqual(
    targets.map(({ roles: of }) => of),
    [chatRoles, ['embed']],
  );
});

test('without calls only the list of models is asked for', async (t) => {
  const server = await scriptedModel(t, { entry: { max_model_len: 4096 } });
  const check = await checked(t, server.url, { calls: false });
  assert.deepEqual([server.calls(), check.calls, check.said.length], [0, 0, 0]);
  assert.equal(check.part('model'), 'ok: listed, one of 1');
  assert.match(check.part('context'), /^warning: 4,096 tokens \(.*longer context/);
});

test('what a server refuses is found, and remembered in its profile', async (t) => {
  const check = await withScript(t, {
    refuses: ({ seed, response_format: format }) => {
      if (seed !== undefined) return 'Unsupported parameter: seed';
      return format?.type === 'json_schema' ? 'response_format json_schema is not supported' : undefined;
    },
  });
  assert.equal(check.part('seed'), 'warning: not taken: replies differ between runs');
  assert.match(check.part('JSON Schema'), /^warning: rejected/);
  const { profiles } = JSON.parse(await readFile(join(check.home, 'profiles.json'), 'utf8')) as {
    profiles: { refuses: object }[];
  };
  assert.deepEqual(Object.keys(profiles[0]!.refuses).sort(), ['json_schema', 'seed']);
});

test('what a server accepts and does not do is found', async (t) => {
  const check = await withScript(t, { content: (_, calls) => `call ${calls}`, alternatives: 5 });
  assert.match(check.part('seed'), /^warning: ignored/);
  assert.match(check.part('JSON mode'), /^warning: accepted, and the reply is not a JSON object/);
  assert.match(check.part('JSON Schema'), /^warning: accepted, and the reply does not follow it/);
  assert.match(check.part('logprobs'), /^warning: at most 5 of 20 alternatives/);
  const constant = await withScript(t, { content: () => 'always' });
  assert.match(constant.part('seed'), /^warning: two seeds gave the same text at temperature 1/);
});

test('missing log-probabilities fail the role that samples pools, and only that', async (t) => {
  assert.match((await withScript(t, { alternatives: 0 })).part('logprobs'), /^warning: gives none/);
  const pool = await withScript(t, { alternatives: 0 }, ['logprob']);
  assert.match(pool.part('logprobs'), /^fails: gives none \(name another endpoint/);
});

test('a list of models that is refused is not called one that is missing', async (t) => {
  const parts = [404, 401, 403].map(async (listing) => {
    const { url } = await scriptedModel(t, { listing });
    return (await checked(t, url, { calls: false })).part('model');
  });
  const [missing, ...refused] = await Promise.all(parts);
  assert.equal(missing, 'ok: the server lists none');
  for (const part of refused) assert.match(part!, /^warning: .*refused.*HTTP 40[13].*key/);
});

test('a server that cuts long prompts, or counts no tokens, is found', async (t) => {
  const cut = await withScript(t, { promptTokens: (words) => Math.min(words, 2048) });
  assert.match(cut.part('long prompt'), /^fails: 2,048 tokens of 4,500 words were read \(.*longer context/);
  const short = await withScript(t, { promptTokens: (words) => Math.min(words, 512) });
  assert.match(short.part('long prompt'), /^fails: 4,500 words were truncated \(.*longer context/);
  const silent = await withScript(t, { promptTokens: () => 0 });
  assert.match(silent.part('long prompt'), /^warning: the server reports no token counts/);
});

test('where the first call fails no other is made, and cause and remedy are said', async (t) => {
  const broken = await scriptedModel(t, { status: 401 });
  const check = await checked(t, broken.url);
  assert.match(check.part('reply'), /^fails: .*401.*\(correct the key/);
  assert.equal(broken.calls(), 1);
  assert.equal(check.calls, 1, 'it was made, and may be billed');
  const nowhere = await checked(t, 'http://127.0.0.1:1/v1');
  assert.match(
    nowhere.part(''),
    /^fails: .*connection refused.*correct the address \(from OPENAI_BASE_URL\)/,
  );
  assert.equal(nowhere.calls, 0);
});

test('an address of another API is said with the way out, as by a run', async (t) => {
  const { url } = await scriptedModel(t, { status: 404 });
  const check = await checked(t, url.replace('/v1', '/api/chat'));
  assert.match(
    check.part('reply'),
    /404.*\(give the base URL alone, without \/api\/chat at its end: http:.*\/v1 \(OPENAI_BASE_URL\)\)$/,
  );
});

test('a key or a credit that ends between the calls is no endpoint that works', async (t) => {
  const expired = await withScript(t, { status: 401, after: 3 });
  assert.match(expired.part('reply'), /^ok/);
  assert.ok(expired.findings.some(({ status, finding }) => status === 'fails' && finding.includes('401')));
  const spent = await withScript(t, { status: 402, after: 1 });
  assert.ok(spent.findings.some(({ status, finding }) => status === 'fails' && finding.includes('402')));
});

test('a file of authorities that cannot be read fails, with its name', async (t) => {
  const check = await checked(t, 'https://127.0.0.1:1/v1', { more: { LATEBENCH_CA_FILE: 'no-such.pem' } });
  assert.match(check.part(''), /^fails: no-such\.pem cannot be read/);
});

test('a server that does not answer is given up after ten seconds', async (t) => {
  const began = performance.now();
  const check = await withScript(t, { silent: true });
  assert.match(check.part('reply'), /^fails: .*(within|in time)/);
  assert.ok(performance.now() - began < 15_000);
});

test("Ollama's own API is probed in its words, with a context that has room for the long prompt", async (t) => {
  const server = await startPersonality(t, 'ollama');
  const env = { LATEBENCH_CRITIC_DIALECT: 'ollama' };
  const check = await checked(t, server.url, { more: env, model: 'ollama-critic' });
  assert.match(check.part(''), /^ok: /);
  assert.match(check.part('long prompt'), /^ok: /);
  assert.ok(server.asked.length > 0 && server.asked.every(({ url }) => url.pathname === '/api/chat'));
});
