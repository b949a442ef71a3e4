// Replies that end, count or list otherwise than most servers' do: what a pool makes of them.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { openPool } from '../../../src/deepconf/pool/read.ts';
import { runHere } from '../../support/cli.ts';
import { listening } from '../../support/listening.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { build } from './build-here.ts';

interface Asked {
  readonly model: string;
  readonly seed?: number;
  readonly top_logprobs: number;
  readonly max_tokens: number;
}

interface Odd {
  readonly finish_reason?: unknown;
  readonly usage?: unknown;
  /** Alternatives of a token; as many as asked for by default. */
  readonly alternatives?: number;
  readonly logprobs?: null;
  /** What is written for the log-probability of a token's last alternative. */
  readonly last?: string;
}

/** A server whose replies are as usual but for what `odd` says of each call. */
function server(odd: (asked: Asked, call: number) => Odd) {
  let calls = 0;
  return createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method === 'GET') return void response.end('{"data": []}');
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
    calls += 1;
    const { alternatives = asked.top_logprobs, last, ...rest } = odd(asked, calls);
    const texts = ['\\boxed{', '42', '}', ...Array.from({ length: 20 }, () => ' so')].slice(
      0,
      asked.max_tokens,
    );
    const content = texts.map((token, at) => ({
      token,
      logprob: -0.1,
      top_logprobs: Array.from({ length: alternatives }, (_, n) => ({
        token: `${token}${n}`,
        logprob: last !== undefined && n === alternatives - 1 ? 'last' : -0.1 - n - at / 100,
      })),
    }));
    const { finish_reason = 'stop', usage = { prompt_tokens: 20, completion_tokens: texts.length } } = rest;
    const logprobs = rest.logprobs === null ? null : { content };
    const choice = { message: { content: texts.join('') }, finish_reason, logprobs };
    response.setHeader('content-type', 'application/json');
    const body = JSON.stringify({ model: asked.model, choices: [choice], usage });
    response.end(last === undefined ? body : body.replaceAll('"last"', last));
  });
}

test('every word for the token limit is one: traces that it cut are counted, and can be excluded', async (t) => {
  const words = ['length', 'max_tokens', 'model_length', 'MAX_TOKENS', 'stop', 'eos_token', null, 'length'];
  const url = await listening(
    t,
    server(({ seed, max_tokens }) => (max_tokens === 16 ? {} : { finish_reason: words[(seed ?? 3) - 3] })),
  );
  const cwd = await temporaryFolder(t);
  const folder = join(cwd, 'pool');
  await build({ folder, url: `${url}/v1`, n: 8 });
  const pool = await openPool(folder);
  t.after(() => pool.close());
  const reasons: (string | null)[] = [];
  for await (const batch of pool.traces('b', { columns: ['finish_reason'] }))
    reasons.push(...batch.texts('finish_reason'));
  assert.deepEqual(reasons, [
    ...['length', 'length', 'length', 'length'],
    ...['stop', 'eos_token', null, 'length'],
  ]);
  const info = await runHere(['pool', 'info', folder, '--format', 'json'], { cwd });
  const { problems } = JSON.parse(info.stdout) as { problems: { truncated: number }[] };
  assert.deepEqual(
    problems.map(({ truncated }) => truncated),
    [5 / 8, 5 / 8],
  );
});

test('a reply that the server gave up is asked for again and is no sample', async (t) => {
  const given: string[] = [];
  const url = await listening(
    t,
    server(({ max_tokens }, call) => {
      const reason =
        max_tokens > 16 ? ['abort', 'stop', 'stop', 'error', 'stop', 'stop', 'stop'][call % 7]! : 'stop';
      given.push(reason);
      return { finish_reason: reason };
    }),
  );
  const cwd = await temporaryFolder(t);
  const { failed, pool } = await build({ folder: join(cwd, 'pool'), url: `${url}/v1`, n: 6, concurrency: 1 });
  assert.equal(failed, 0);
  assert.ok(given.includes('abort') && given.includes('error'));
  const opened = await openPool(pool.folder);
  t.after(() => opened.close());
  for (const { problem_id } of opened.problems)
    for await (const batch of opened.traces(problem_id, { columns: ['finish_reason'] }))
      assert.deepEqual(batch.texts('finish_reason'), Array(6).fill('stop'));
});

test('prompt tokens that the server does not report, or cannot have counted, are not known, and not 0', async (t) => {
  const impossible = { prompt_tokens: 3e9, completion_tokens: 23 };
  const usages = [undefined, {}, { prompt_tokens: 0, completion_tokens: 0 }, 'x', null, impossible];
  const url = await listening(
    t,
    server(({ seed }) => {
      const at = (seed ?? 3) - 3;
      return at === 0 ? {} : { usage: usages[at] ?? null };
    }),
  );
  const cwd = await temporaryFolder(t);
  const { pool } = await build({ folder: join(cwd, 'pool'), url: `${url}/v1`, n: 6 });
  const opened = await openPool(pool.folder);
  t.after(() => opened.close());
  for await (const batch of opened.traces('b', { columns: ['prompt_tokens'] })) {
    const known = batch.known('prompt_tokens');
    assert.deepEqual(
      Array.from({ length: batch.rows }, (_, row) => known(row)),
      [true, false, false, false, false, false],
    );
  }
});

test('an endpoint that gives fewer alternatives than asked for is said to, with the option that asks for as many', async (t) => {
  const url = await listening(
    t,
    server(() => ({ alternatives: 2 })),
  );
  const cwd = await temporaryFolder(t);
  await assert.rejects(build({ folder: join(cwd, 'pool'), url: `${url}/v1`, n: 2 }), {
    code: 'LB_ENDPOINT_STOPPED',
    message:
      /^a short probe: the endpoint gives 2 alternatives of a token, and 5 were asked for \(--top-logprobs 2 asks for as many as it gives\)/,
  });
});

test('minus infinity and NaN as Python writes them are no cut reply: they are left out, and raw bodies are JSON', async (t) => {
  const url = await listening(
    t,
    server(({ seed }) => ({ last: (seed ?? 0) % 2 === 0 ? '-Infinity' : 'NaN' })),
  );
  const cwd = await temporaryFolder(t);
  const folder = join(cwd, 'pool');
  const { failed } = await build({ folder, url: `${url}/v1`, n: 2, keepRaw: true, maxRetries: 0 });
  assert.equal(failed, 0);
  const pool = await openPool(folder);
  t.after(() => pool.close());
  const columns = ['n_valid', 'n_sentinel'] as const;
  for await (const batch of pool.traces('b', { columns })) {
    assert.deepEqual(new Set(batch.intLists('n_valid').values), new Set([4]));
    assert.deepEqual([...batch.ints('n_sentinel')], [0, 23]);
  }
  await writeFile(join(cwd, 'problems.jsonl'), '{"id": "b", "problem": "How many?"}\n');
  const raw = join(folder, 'raw', 'problem_id=b', 'part-000000-000000.jsonl.gz');
  const args = ['pool', 'import', raw, '--problems', 'problems.jsonl', '--pool', 'again'];
  const imported = await runHere(args, { cwd });
  assert.match(imported.stderr, /^2 traces of 1 problem imported, 5 alternatives a token$/m);
  assert.equal(imported.code, 0);
});

test('an endpoint that sends probabilities or scores in place of log-probabilities is refused at the probe', async (t) => {
  for (const last of ['0.9', '7.25']) {
    const url = await listening(
      t,
      server(() => ({ last })),
    );
    const folder = join(await temporaryFolder(t), 'pool');
    const built = build({ folder, url: `${url}/v1`, n: 1 });
    await assert.rejects(built, { code: 'LB_ENDPOINT_STOPPED', message: /not log-probabilities/ });
  }
});

test('replies without logprobs and copies of one reply are counted by the build, and the former by the vote', async (t) => {
  const cwd = await temporaryFolder(t);
  const alternatives = ({ seed }: Asked): Odd => (seed! % 3 === 2 ? { alternatives: 0 } : {});
  const url = await listening(t, server(alternatives));
  const { reported } = await build({ folder: join(cwd, 'pool'), url: `${url}/v1`, n: 9, concurrency: 1 });
  const all = reported.join('\n');
  assert.match(all, /the first 8 replies to aime\/7\.b are the same text/);
  assert.match(all, /the logprobs of 6 of 18 replies are of no use, the last because in 23 of 23 tokens/);
  assert.match(all, /all replies are the same text for 2 of 2 problems/);
  const none = await listening(
    t,
    server(({ seed }) => (seed! % 3 === 2 ? { logprobs: null } : {})),
  );
  await build({ folder: join(cwd, 'none'), url: `${none}/v1`, n: 9, concurrency: 1 });
  const { stdout } = await runHere(['vote', '--pool', 'none', '--k', '4', '--format', 'md'], { cwd });
  assert.match(stdout, /6 of 18 traces without a confidence \(average, bottom 10%, lowest group, tail\)/);
});

test('a dry run leaves out replies that an earlier run has stored of a part that is not whole', async (t) => {
  const fails = ({ seed, max_tokens }: Asked): Odd =>
    seed === 0 && max_tokens > 16 ? { finish_reason: 'abort' } : {};
  const url = await listening(t, server(fails));
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'one.jsonl'), '{"id": "a", "problem": "How many?", "answer": "42"}\n');
  const args = ['pool', 'build', 'one.jsonl', '--pool', 'pool', '--samples', '6', '--base-url', `${url}/v1`];
  const model = ['--model', 'm', '--max-retries', '0'];
  const built = await runHere([...args, ...model], { cwd });
  assert.equal(built.code, 3, built.stderr);
  const { stderr } = await runHere([...args, ...model, '--dry-run'], { cwd });
  assert.match(stderr, /5 stored replies of an earlier run\ndry run: 1 call,/);
});
