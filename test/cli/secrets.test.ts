// A server that echoes the key in bodies, headers and errors: no file of a run has it, in any form, compressed or not.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { openCacheAccess } from '../../src/endpoints/cache/cache-mode.ts';
import { openJournal } from '../../src/storage/journal/journal.ts';
import { repository, runCommand } from '../support/cli.ts';
import { formsOfSecret, startEchoingEndpoint } from '../support/echoing-endpoint.ts';
import { temporaryFolder } from '../support/temporary.ts';

const duckdb = await import('@duckdb/node-api').catch(() => undefined);
const samples = join(repository, 'data', 'samples', 'problems.jsonl');
const key = 'sk-proj-Zq3/81+vTnKx_57wLmR0aYcBd9EfGhJk';

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** All that the journals below a folder hold, decompressed; and the keys of their calls. */
async function journalTexts(files: readonly string[]): Promise<{ texts: string[]; keys: string[] }> {
  const folders = new Set(files.filter((file) => file.endsWith('.lbj')).map((file) => dirname(file)));
  const texts: string[] = [];
  const keys: string[] = [];
  for (const folder of folders) {
    const journal = await openJournal(folder);
    for await (const { body, ...header } of journal.scan()) {
      texts.push(`${JSON.stringify(header)}\n${Buffer.from(body).toString('latin1')}`);
      keys.push(header.key);
    }
    await journal.close();
  }
  return { texts, keys };
}

async function cacheTexts(folder: string, keys: readonly string[]): Promise<string[]> {
  const cache = await openCacheAccess('read', folder);
  const found = await Promise.all(keys.map((one) => cache.get(one)));
  await cache.close();
  return found.flatMap((reply) =>
    reply === null ? [] : [`${JSON.stringify(reply)}\n${Buffer.from(reply.body).toString('latin1')}`],
  );
}

async function parquetTexts(files: readonly string[]): Promise<string[]> {
  if (duckdb === undefined) return [];
  const instance = await duckdb.DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  const texts: string[] = [];
  for (const file of files.filter((name) => name.endsWith('.parquet'))) {
    const rows = await connection.runAndReadAll(`SELECT * FROM '${file}'`);
    texts.push(JSON.stringify(rows.getRowObjectsJson()));
  }
  connection.closeSync();
  instance.closeSync();
  return texts;
}

test('a server that echoes the key everywhere: the key is in no file and in no message, in no form', async (t) => {
  const cwd = await temporaryFolder(t);
  const server = await startEchoingEndpoint(key);
  t.after(() => server.close());
  const env: Record<string, string> = {};
  for (const [role, model] of [
    ['CRITIC', 'critic'],
    ['INJECT', 'injector'],
    ['LOGPROB', 'sampler'],
  ] as const) {
    env[`LATEBENCH_${role}_BASE_URL`] = server.url;
    env[`LATEBENCH_${role}_API_KEY`] = key;
    env[`LATEBENCH_${role}_MODEL`] = `latebench-sim/${model}`;
    env[`LATEBENCH_${role}_RPM`] = '1000000';
  }
  const said: string[] = [];
  const run = async (...args: string[]): Promise<void> => {
    const { stdout, stderr, code } = await runCommand([...args, '--max-retries', '2'], {
      cwd,
      env: { ...env, LATEBENCH_HOME: join(cwd, `home-${args[0]}`) },
    });
    said.push(stdout, stderr);
    assert.ok(code === 0 || code === 3, `${args[0]} ended with ${code}: ${stderr}`);
  };
  const judge = (output: string): Promise<void> => {
    const options = ['--keep-replies', '--votes', '2', '--run', 'judged', '-n', '10'];
    return run('critic', ...options, '-o', output, samples);
  };
  await Promise.all([
    judge('judged.jsonl'),
    run('inject', '--run', 'injected', '-o', 'injected.parquet', '-n', '10', samples),
    run(
      'pool',
      'build',
      '--n',
      '4',
      '--max-tokens',
      '40',
      '--keep-raw',
      '--pool',
      'pool',
      '--limit',
      '2',
      samples,
    ),
  ]);
  await run('judge', 'judged.jsonl', '--critic', 'latebench-sim/critic/first_error/v2', '--run', 'r3');
  // Stored replies are read as they were the first time.
  await judge('again.jsonl');
  assert.ok(server.calls() > 20, `${server.calls()} calls`);

  const files = filesIn(cwd);
  const journals = await journalTexts(files);
  assert.ok(journals.texts.length > 20, `${journals.texts.length} entries in journals`);
  const cached = await cacheTexts(join(cwd, 'home-critic', 'cache'), journals.keys);
  assert.ok(cached.length > 5, `${cached.length} replies in the cache`);
  const unzipped = files.filter((file) => file.endsWith('.gz')).map((file) => gunzipSync(readFileSync(file)));
  const texts = [
    ...files.map((file) => `${file}\n${readFileSync(file, 'latin1')}`),
    ...unzipped.map(String),
    ...journals.texts,
    ...cached,
    ...(await parquetTexts(files)),
    ...said,
  ];
  for (const form of formsOfSecret(key)) {
    const found = texts.filter((text) => text.includes(form)).map((text) => text.slice(0, 200));
    assert.deepEqual(found, [], `${form} was found`);
  }
  assert.ok(
    texts.some((text) => text.includes(Buffer.from('sk-…GhJk').toString('latin1'))),
    'what was echoed is there, without the secret',
  );

  // What may hold replies is for nobody else.
  const secret = files.filter((file) => /\.lbj$|\.mdb$|events.*\.jsonl$|quarantine/.test(file));
  const runs = ['judged', 'injected', 'r3', 'home-critic'].map((name) => join(cwd, name));
  const open = [...secret, ...runs].filter((path) => (statSync(path).mode & 0o077) !== 0);
  assert.deepEqual(open, [], 'files that others may read');
});

test('secrets of --query and of a header that is read from a file are printed and kept nowhere', async (t) => {
  const cwd = await temporaryFolder(t);
  const secrets = ['Qs9/secret+of=the.query', 'Hf7-secret-of-the-file'] as const;
  const [sig, gateway] = secrets;
  let calls = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      if (request.method === 'GET') {
        response.end('{"data":[{"id":"m"}]}');
        return;
      }
      calls += 1;
      const said = `${request.url} ${new URL(request.url!, 'http://x').searchParams.get('sig')} ${request.headers['x-gateway']}`;
      const message = { role: 'assistant', content: `\\boxed{1} ${said}` };
      const usage = { prompt_tokens: 9, completion_tokens: 9 };
      const refusal = { error: { message: `bad request: ${said}` } };
      response.statusCode = calls % 2 === 0 ? 400 : 200;
      response.end(
        JSON.stringify(calls % 2 === 0 ? refusal : { choices: [{ message, finish_reason: 'stop' }], usage }),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  writeFileSync(join(cwd, 'gateway.txt'), `${gateway}\n`);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const extras = ['--query', `sig=${sig}`, '--query', 'api-version=1', '--header', 'x-gateway=@gateway.txt'];
  const { stdout, stderr } = await runCommand(
    [
      'critic',
      '--endpoint',
      url,
      '--model',
      'm',
      ...extras,
      '--keep-replies',
      '--run',
      'run',
      '-n',
      '4',
      samples,
    ],
    { cwd, env: { LATEBENCH_HOME: join(cwd, 'home') } },
  );
  assert.equal(calls, 4, stderr);
  assert.match(stdout, /api-version=1/);
  const files = filesIn(cwd).filter((file) => !file.endsWith('gateway.txt'));
  const { texts } = await journalTexts(files);
  assert.equal(texts.length > 0, true);
  const all = [stdout, stderr, ...texts, ...files.map((file) => readFileSync(file, 'latin1'))];
  for (const form of secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]))
    assert.deepEqual(
      all.filter((text) => text.includes(form)).map((text) => text.slice(0, 200)),
      [],
      `${form} was found`,
    );
});
