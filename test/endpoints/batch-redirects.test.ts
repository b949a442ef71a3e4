// Batch APIs that redirect to a store where their results are: the store is asked, without the key.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createDownloads } from '../../src/endpoints/batch/result-download.ts';
import { runHere } from '../support/cli.ts';
import { listening } from '../support/listening.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { count, input } from './batch-setting.ts';
import { startLyingBatches } from './lying-batches.ts';

const key = 'key-of-a-test-0123456789';
const signature = '?signature=very-secret';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const serve = (t: TestContext, handler: Handler): Promise<string> => listening(t, createServer(handler));

/** A run of a batch whose results are in a store that answers so. `status`: of the redirect. */
async function storedRun(
  t: TestContext,
  status: number,
  answer: (times: number, results: string) => { readonly status: number; readonly body: string },
) {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'in.jsonl'), input);
  let results = '';
  const asked: IncomingMessage[] = [];
  const store = await serve(t, (request, response) => {
    // The store itself moves its files once more.
    if (request.url === `/old${signature}`) {
      asked.push(request);
      response.writeHead(301, { location: `new${signature}` }).end();
      return;
    }
    asked.push(request);
    const times = asked.filter(({ url }) => url === `/new${signature}`).length;
    const said = answer(times, results);
    response.writeHead(said.status).end(said.body);
  });
  const server = await startLyingBatches(t, ({ step, truth }) => {
    if (step !== 'download') return undefined;
    results = truth().body;
    return { status, body: '', headers: { location: `${store}/old${signature}` } };
  });
  const words = ['critic', 'in.jsonl', '--base-url', server.url, '--model', 'm', '--cache', 'off', '--batch'];
  const outcome = await runHere([...words, '--run', 'r'], { cwd, env: { OPENAI_API_KEY: key } });
  return { ...outcome, server, asked };
}

for (const status of [302, 307]) {
  test(`results that a redirect (${status}) leads to are fetched without the key, and paid for once`, async (t) => {
    const { code, stdout, stderr, server, asked } = await storedRun(t, status, (_times, body) => ({
      status: 200,
      body,
    }));
    assert.equal(code, 0, stderr);
    assert.equal(stdout.trim().split('\n').length, count);
    assert.deepEqual([server.batches.length, server.bought()], [1, count]);
    assert.deepEqual(
      asked.map(({ method, url }) => `${method} ${url}`),
      [`GET /old${signature}`, `GET /new${signature}`],
    );
    for (const { rawHeaders } of asked) assert.ok(!rawHeaders.join(' ').includes(key), rawHeaders.join(' '));
  });
}

test('a signed address that has lapsed is asked for anew', async (t) => {
  const { code, stderr, server } = await storedRun(t, 302, (times, body) =>
    times === 1 ? { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' } : { status: 200, body },
  );
  assert.equal(code, 0, stderr);
  assert.equal(server.bought(), count);
  assert.equal(server.steps.filter((step) => step === 'download').length, 2);
});

test('the key goes to its own host alone, and redirects end', async (t) => {
  const seen: [string, string | undefined][] = [];
  let other = '';
  const own = await serve(t, (request, response) => {
    seen.push([`own ${request.url}`, request.headers.authorization]);
    const to: Record<string, string> = { '/a': '/b', '/b': `${other}/c`, '/round': '/round' };
    const location = to[request.url!];
    if (location === undefined) response.end('here');
    else response.writeHead(302, { location }).end();
  });
  other = await serve(t, (request, response) => {
    seen.push([`other ${request.url}`, request.headers.authorization]);
    response.writeHead(302, { location: `${own}/d` }).end();
  });
  const downloads = createDownloads(undefined);
  t.after(() => downloads.close());
  const { signal } = new AbortController();
  const get = (path: string) => downloads.get(new URL(own + path), { authorization: key }, signal);
  const { status, body, elsewhere } = await get('/a');
  assert.deepEqual([status, await body.text(), elsewhere], [200, 'here', true]);
  assert.deepEqual(seen, [
    ['own /a', key],
    ['own /b', key],
    ['other /c', undefined],
    ['own /d', undefined],
  ]);
  await assert.rejects(get('/round'), { code: 'LB_ENDPOINT_REQUEST', message: /more than 5 redirects/ });
  const nowhere = await serve(t, (_request, response) => response.writeHead(302).end());
  await assert.rejects(downloads.get(new URL(`${nowhere}/x${signature}`), {}, signal), (error: Error) => {
    assert.match(error.message, /answered 302, a redirect to nowhere/);
    return !error.message.includes('secret');
  });
});
