// The first minute with a wrong setting: each of them through the real command against a real server. The cause
// and what to do are on stderr within 10 s, and the command does not end well.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { closedPort, filteredPort, serve, serveTls, silentPort } from '../support/wrong-servers.ts';

const maxMs = 10_000;

interface Setting {
  /** The base URL, given by --endpoint unless `env` or `args` name one. */
  readonly url?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

interface Misconfiguration {
  readonly name: string;
  readonly setting: (t: TestContext) => Promise<Setting> | Setting;
  readonly cause: RegExp;
  readonly remedy: RegExp;
  /** 2 where nothing is said. */
  readonly code?: number;
}

/** The same answer to everything. */
function answering(status: number, body: string | object): (t: TestContext) => Promise<Setting> {
  return async (t) => ({
    url: `${await serve(t, (request, response) => {
      request.resume();
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const type = text.startsWith('<') ? 'text/html' : 'application/json';
      request.on('end', () => response.writeHead(status, { 'content-type': type }).end(text));
    })}/v1`,
  });
}

function apiError(message: string, code: string): object {
  return { error: { message, type: code, code } };
}

/** A server that has a list of models and answers calls with an error. */
function refusingCalls(status: number, body: object): (t: TestContext) => Promise<Setting> {
  return async (t) => ({
    url: `${await serve(t, (request, response) => {
      request.resume();
      const models = { object: 'list', data: [{ id: 'gpt-4o-mini', object: 'model' }] };
      const [code, value] = request.url === '/v1/models' ? [200, models] : [status, body];
      request.on('end', () =>
        response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(value)),
      );
    })}/v1`,
  });
}

const misconfigurations: readonly Misconfiguration[] = [
  {
    name: 'unknown host',
    setting: () => ({ url: 'http://no-such-host.invalid/v1' }),
    cause: /host name cannot be resolved/,
    remedy: /Check the host in --endpoint/,
  },
  {
    name: 'connection refused',
    setting: async () => ({
      args: [],
      env: { OPENAI_BASE_URL: `http://127.0.0.1:${await closedPort()}/v1` },
    }),
    cause: /\(from OPENAI_BASE_URL\): connection refused/,
    remedy: /Start it, correct OPENAI_BASE_URL, or wait for it with --wait-for-endpoint 5m/,
  },
  {
    name: 'TLS to a plain server',
    setting: async (t) => ({
      url: `${(await serve(t, (_, response) => response.end())).replace('http:', 'https:')}/v1`,
    }),
    cause: /does not speak TLS/,
    remedy: /begin with http:\/\//,
  },
  {
    name: 'plain to a TLS server',
    setting: async (t) => ({ url: `http://127.0.0.1:${await serveTls(t)}/v1` }),
    cause: /from --endpoint\): /,
    remedy: /begins? with https:\/\//,
  },
  {
    name: 'self-signed certificate',
    setting: async (t) => ({ url: `https://127.0.0.1:${await serveTls(t)}/v1` }),
    cause: /TLS certificate is not accepted/,
    remedy: /--ca-file FILE/,
  },
  {
    name: 'filtered port',
    setting: async (t) => ({ url: `http://127.0.0.1:${await filteredPort(t)}/v1` }),
    cause: /no connection in time/,
    remedy: /Check host and port in --endpoint, and firewalls/,
  },
  {
    name: 'a port that accepts connections and never answers',
    setting: async (t) => ({ url: `http://127.0.0.1:${await silentPort(t)}/v1` }),
    cause: /accepts connections, and answered nothing in 5 s/,
    remedy:
      /Check host and port in --endpoint; if the server is only busy, wait for it with --wait-for-endpoint 5m/,
  },
  {
    name: '401',
    setting: answering(401, apiError('Incorrect API key provided', 'invalid_api_key')),
    cause: /answered 401: Incorrect API key/,
    remedy: /check the API key .*LATEBENCH_CRITIC_BASE_URL and _API_KEY/,
  },
  {
    name: '403',
    setting: answering(403, apiError('Your country is not supported', 'unsupported_country')),
    cause: /answered 403: Your country/,
    remedy: /check the API key/,
  },
  ...[404, 405].map(
    (status): Misconfiguration => ({
      name: `${status} of the path`,
      setting: async (t) => ({
        url: await serve(t, (request, response) => {
          request.resume();
          response.writeHead(status).end('not this way');
        }),
      }),
      cause: new RegExp(`answered ${status}`),
      remedy: /try a base URL that ends with it \(--endpoint\)/,
    }),
  ),
  ...(
    [
      ['gemini', ['--dialect', 'gemini'], /Most servers have their API under \/v1beta: try a base URL/],
      [
        'azure',
        ['--dialect', 'azure'],
        /Check the name of the deployment \(--model\), and the host in --endp/,
      ],
      [
        'ollama',
        ['--dialect', 'ollama'],
        /"ollama list" shows .* "ollama pull gpt-4o-mini" fetches this one/,
      ],
      ['a reward model', ['--prm'], /Does the server have \/pooling, and a reward model of this name\?/],
    ] as const
  ).map(([name, dialect, remedy]) => ({
    name: `404 of ${name}`,
    setting: async (t: TestContext) => {
      const { url } = await answering(404, apiError('not found', 'not_found'))(t);
      return { args: ['--endpoint', url!.replace('/v1', ''), '-m', 'gpt-4o-mini', ...dialect] };
    },
    cause: /answered 404: not found/,
    remedy,
  })),
  {
    name: 'a page where Gemini was expected',
    setting: async (t) => {
      const { url } = await answering(200, '<html><title>Sign in</title></html>')(t);
      return { args: ['--endpoint', url!, '--dialect', 'gemini'] };
    },
    cause: /the reply is a web page \(Sign in\), not JSON/,
    remedy: /Does --endpoint lead to an API of the dialect gemini\? Most base URLs end with \/v1beta\./,
  },
  {
    name: '404 of the model',
    setting: async (t) => {
      const { url } = await refusingCalls(404, apiError('no such model', 'model_not_found'))(t);
      return { url: url!, args: ['--endpoint', url!, '--model', 'gpt-five'] };
    },
    cause: /does not list the model gpt-five; it lists gpt-4o-mini/,
    remedy: /Name one of them with --model/,
  },
  {
    name: '429 of a quota',
    setting: answering(429, apiError('You exceeded your current quota', 'insufficient_quota')),
    cause: /answered 429: You exceeded/,
    remedy: /Add credit to the account/,
    code: 4,
  },
  {
    name: '500',
    setting: answering(500, apiError('CUDA out of memory', 'server_error')),
    cause: /answered 500: CUDA out of memory/,
    remedy: /See the server's log/,
  },
  {
    name: '502 with a page',
    setting: answering(
      502,
      '<html><head><title>502 Bad Gateway</title></head><body><h1>502</h1></body></html>',
    ),
    cause: /answered 502: a web page \(502 Bad Gateway\)/,
    remedy: /--wait-for-endpoint 5m/,
  },
  { name: 'empty body', setting: answering(200, ''), cause: /the reply is empty/, remedy: /end with \/v1/ },
  { name: '{}', setting: answering(200, {}), cause: /reply has no choices/, remedy: /end with \/v1/ },
  {
    name: 'streaming only',
    setting: refusingCalls(400, apiError('stream must be true', 'invalid_request_error')),
    cause: /every call failed .*answered 400: stream must be true/s,
    remedy: /run the command again/i,
    code: 4,
  },
  {
    name: 'another dialect',
    setting: answering(200, { type: 'message', content: [{ type: 'text', text: '0' }] }),
    cause: /the reply is one of Anthropic's Messages API/,
    remedy: /Add --dialect anthropic.* Chat completions are most often under \/v1 \(--endpoint\)/,
  },
  {
    name: "the address of Ollama's own API",
    setting: async (t) => {
      const { url } = await answering(404, '404 page not found')(t);
      return { url: url!.replace('/v1', '/api/chat') };
    },
    cause: /answered 404: 404 page not found/,
    remedy: /without \/api\/chat at its end: http:\/\/127\.0\.0\.1:\d+\/v1 \(--endpoint\)/,
  },
  {
    name: 'proxy refused',
    setting: async () => ({
      url: 'http://models.example/v1',
      env: { HTTP_PROXY: `http://127.0.0.1:${await closedPort()}`, NO_PROXY: '', no_proxy: '' },
    }),
    cause: /connection refused/,
    remedy: /proxies are set in HTTP_PROXY \(NO_PROXY/,
  },
  {
    name: 'unreadable file of authorities',
    setting: () => ({ args: ['--endpoint', 'https://127.0.0.1:9/v1', '--ca-file', 'missing.pem'] }),
    cause: /missing\.pem cannot be read/,
    remedy: /--ca-file, LATEBENCH_CA_FILE/,
  },
  {
    name: 'empty key',
    setting: () => ({ args: [], env: { OPENAI_API_KEY: '' } }),
    cause: /no endpoint is configured for critic/,
    remedy: /set OPENAI_API_KEY/,
  },
];

const record = {
  id: 'one',
  problem: 'What is 1 + 2?',
  steps: ['1 + 2 = 3.', 'The answer is 3.'],
  answer: '3',
  error_steps: [],
};

async function play(t: TestContext, { setting }: Misconfiguration, lane: number) {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'in.jsonl'), `${JSON.stringify(record)}\n`);
  const { url, args = ['--endpoint', url!], env = {} } = await setting(t);
  return runHere(['critic', ...args, '--cache', 'off', 'in.jsonl'], {
    cwd,
    lane,
    env: { OPENAI_API_KEY: '', ...env },
  });
}

/** In how many processes the commands run, one after the other in each: most of the time is spent waiting. */
const lanes = 5;

test('each wrong setting ends the command within 10 s, with cause and remedy', async (t) => {
  assert.equal(misconfigurations.length, 28);
  const outcomes: Awaited<ReturnType<typeof play>>[] = [];
  const left = misconfigurations.entries();
  const work = async (lane: number): Promise<void> => {
    for (const [at, one] of left) outcomes[at] = await play(t, one, lane);
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane + 1)));
  for (const [at, { code, stderr, stdout, ms }] of outcomes.entries()) {
    const { name, cause, remedy, code: expected = 2 } = misconfigurations[at]!;
    await t.test(name, () => {
      assert.match(stderr, cause);
      assert.match(stderr, remedy);
      assert.equal(code, expected, stderr);
      assert.ok(ms < maxMs, `${Math.round(ms)} ms`);
      assert.doesNotMatch(stderr, /\n\s+at /, 'no stack trace');
      if (expected === 2) assert.equal(stdout, '');
    });
  }
});
