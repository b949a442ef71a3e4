// Batch APIs that lie: an answer that is none, a thing that is absent for a moment, results that arrive in part. A batch is
// paid for twice only where its results cannot be had at all, and then it is counted twice.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { count, setting } from './batch-setting.ts';
import { type Answer, type Asked, page, problem } from './lying-batches.ts';

const error = (status: number, message: string, code?: string) => ({
  status,
  body: JSON.stringify(problem(message, code)),
});
const empty = { status: 200, body: '' };

/** The results, with one line put in the place of each. */
function changed({ truth }: Asked, change: (line: string, at: number) => string | readonly string[]) {
  const lines = truth().body.trim().split('\n').flatMap(change);
  return { status: 200, body: `${lines.join('\n')}\n` };
}

function failedLine(line: string, status: number, message: string, code?: string): string {
  return JSON.stringify({
    ...JSON.parse(line),
    response: { status_code: status, body: problem(message, code) },
  });
}

/** Lies after which everything is had without a second batch. */
const harmless: Readonly<Record<string, (asked: Asked) => Answer | undefined>> = {
  'a batch that is absent for a moment': ({ step, times }) =>
    step === 'look' && times === 1 ? error(404, 'No such batch') : undefined,
  'a page in the place of a batch': ({ step, times }) =>
    step === 'look' && times === 1 ? { ...page, status: 404 } : undefined,
  'an empty answer about a batch': ({ step, times }) => (step === 'look' && times === 1 ? empty : undefined),
  'an empty answer to a batch that is made': ({ step, times, truth }) => {
    if (step !== 'create' || times > 1) return undefined;
    truth();
    return empty;
  },
  'an empty answer to an upload': ({ step, times }) => (step === 'upload' && times === 1 ? empty : undefined),
  'a list that is a page when a lost answer is looked for': ({ step, times, truth }) => {
    if (step === 'list' && times === 2) return { ...page, status: 200 };
    if (step !== 'create' || times > 1) return undefined;
    truth();
    return page;
  },
  'a list with entries of another form': ({ step, times, truth, batches }) => {
    if (step === 'list') {
      const data = [{ id: 7 }, { id: 'x', status: null, metadata: 'y' }, null, ...batches];
      return { status: 200, body: JSON.stringify({ data, has_more: false }) };
    }
    if (step !== 'create' || times > 1) return undefined;
    truth();
    return page;
  },
  'a list without an end': ({ step }) =>
    step === 'list'
      ? { status: 200, body: '{"data":[{"id":"x","status":"failed"}],"has_more":true,"last_id":"x"}' }
      : undefined,
  'an empty file of results': ({ step, times }) => (step === 'download' && times === 1 ? empty : undefined),
  'a file of results that ends after some lines': (asked) =>
    asked.step === 'download' && asked.times === 1
      ? changed(asked, (line, at) => (at < 3 ? line : []))
      : undefined,
  'a file of results that is absent for a moment': ({ step, times }) =>
    step === 'download' && times === 1 ? error(404, 'No such file') : undefined,
  'results of requests that are not ours': (asked) =>
    asked.step === 'download'
      ? changed(asked, (line, at) => (at > 0 ? line : [line, '{"custom_id":"other","response":null}']))
      : undefined,
  'an error before the reply to the same call': (asked) =>
    asked.step === 'download'
      ? changed(asked, (line, at) => (at > 0 ? line : [failedLine(line, 500, 'oops'), line, line]))
      : undefined,
};

for (const [what, lie] of Object.entries(harmless)) {
  test(`${what} costs no second batch`, async (t) => {
    const { server, run } = await setting(t, lie);
    const { code, stdout, stderr } = await run();
    assert.equal(code, 0, stderr);
    assert.equal(stdout.trim().split('\n').length, count);
    assert.deepEqual([server.batches.length, server.bought()], [1, count], stderr);
    assert.match(stderr, /critic-0001 completed: 6 replies, 0 to be sent again/);
    assert.ok(server.steps.length < 20, `${server.steps}`);
  });
}

test('results that stay missing are asked for again, and what was billed for them is counted', async (t) => {
  const { server, run } = await setting(t, (asked) =>
    asked.step === 'download' && asked.batches.length === 1
      ? changed(asked, (line, at) => (at < 4 ? line : []))
      : undefined,
  );
  const { code, stderr } = await run();
  assert.equal(code, 0, stderr);
  assert.match(
    stderr,
    /critic-0001: 2 of its 6 results are missing; the calls without a result are sent again/,
  );
  assert.match(stderr, /critic-0001 completed: 4 replies, 2 to be sent again/);
  assert.match(stderr, /2 attempts were sent and came back without usage; counted at the worst case/);
  assert.equal(server.bought(), count + 2);
});

test('a key that is wrong or an account without credit ends the run, and not the calls for good', async (t) => {
  for (const [status, message, exit] of [
    [401, 'Incorrect API key', 2],
    [429, 'insufficient_quota', 4],
  ] as const) {
    const { server, run } = await setting(t, (asked) =>
      asked.step === 'download' && asked.batches.length === 1
        ? changed(asked, (line, at) => (at === 1 ? failedLine(line, status, message, message) : line))
        : undefined,
    );
    const first = await run();
    assert.equal(first.code, exit, first.stderr);
    assert.ok(first.stderr.includes(message), first.stderr);
    const second = await run();
    assert.equal(second.code, 0, second.stderr);
    assert.equal(server.bought(), count + 1, 'the others are not paid for again');
  }
});

test('a key that expires while a batch is waited for costs nothing', async (t) => {
  const { server, run } = await setting(t, ({ step, times }) =>
    step === 'look' && times === 1 ? error(401, 'expired') : undefined,
  );
  assert.equal((await run()).code, 2);
  assert.equal((await run()).code, 0);
  assert.equal(server.bought(), count);
});

test('a file that is too large for a proxy is sent in pieces', async (t) => {
  const { server, run } = await setting(t, ({ step, body }) =>
    step === 'upload' && body.split('custom_id').length > 3
      ? { status: 413, body: '<html><title>413 Request Entity Too Large</title></html>' }
      : undefined,
  );
  const { code, stderr } = await run();
  assert.equal(code, 0, stderr);
  assert.match(stderr, /critic-0001 is too large for the provider: it is sent in files of 3 requests/);
  assert.deepEqual(
    server.batches.map(({ requests }) => requests.length),
    [2, 2, 2],
  );
  const none = await setting(t, ({ step }) => (step === 'upload' ? { status: 413, body: '' } : undefined));
  const refused = await none.run();
  assert.equal(refused.code, 4, refused.stderr);
  assert.match(refused.stderr, /a single request is too large for the endpoint/);
});

test('a full queue is told in any place and in any form', async (t) => {
  const { server, run } = await setting(
    t,
    ({ step, times }) =>
      step === 'upload' && times === 1 ? error(429, 'Limit reached', 'token_limit_exceeded') : undefined,
    (batch, { length }) => {
      if (length > 1) return;
      batch.status = 'failed';
      batch.errors = { data: [{ code: 'token_limit_exceeded', message: 'Limit reached' }] };
    },
  );
  const { code, stderr } = await run();
  assert.equal(code, 0, stderr);
  assert.match(stderr, /the provider has no room for more batches/);
  assert.deepEqual(
    server.batches.map(({ status }) => status),
    ['failed', 'completed'],
  );
});

test('a batch ends under other names of its states, and a state that nobody knows is told', async (t) => {
  let looks = 0;
  const { server, run } = await setting(
    t,
    ({ step, truth, batches }) => {
      if (step !== 'look' || batches.length < 2 || looks++ > 0) return undefined;
      const { body } = truth();
      return { status: 200, body: body.replace('"completed"', '"resting"') };
    },
    (batch, { length }) => {
      if (length === 1) batch.status = 'canceled';
    },
  );
  const { code, stderr } = await run();
  assert.equal(code, 0, stderr);
  assert.match(stderr, /critic-0001 canceled: 0 replies, 6 to be sent again/);
  assert.match(stderr, /critic-0002 is "resting", a status that is not known here/);
  assert.equal(server.batches.length, 2);
});

test('a wrong address and a redirect are told in seconds, and buy nothing', async (t) => {
  const lost = await setting(t, ({ step }) => (step === 'other' ? undefined : { ...page, status: 404 }));
  const wrong = await lost.run();
  assert.equal(wrong.code, 2, wrong.stderr);
  assert.match(wrong.stderr, /POST \/files: endpoint answered 404: a web page .*check the base URL/);
  const moved = await setting(t, ({ step }) =>
    step === 'look' ? { status: 302, body: '', headers: { location: 'http://127.0.0.1:9/x' } } : undefined,
  );
  const redirected = await moved.run();
  assert.equal(redirected.code, 1, redirected.stderr);
  assert.match(redirected.stderr, /answered 302, a redirect to http:\/\/127\.0\.0\.1:9\/x/);
  assert.equal(moved.server.bought(), count);
});

test('a batch that has failed ends the run with its reason, in whatever case its status is', async (t) => {
  for (const status of ['failed', 'FAILED']) {
    const { server, run } = await setting(t, undefined, (batch) => {
      Object.assign(batch, { status, errors: { data: [{ message: 'm has no batches' }] } });
    });
    const { code, stderr } = await run();
    assert.equal(code, 4, stderr);
    assert.match(stderr, /batch critic-0001 \(batch-1\) failed: m has no batches/);
    assert.equal(server.batches.length, 1);
  }
});

test('an empty id of a file is none', async (t) => {
  const { server, run } = await setting(t, undefined, (batch) => {
    batch.error_file_id = '';
  });
  const { code, stderr } = await run();
  assert.equal(code, 0, stderr);
  assert.equal(server.steps.filter((step) => step === 'download').length, 1);
});

test('a batch that has been under way for longer than a day is told', async (t) => {
  const { cwd, server, run } = await setting(t, ({ step, batches }) =>
    step === 'look'
      ? { status: 200, body: JSON.stringify({ ...batches[0], status: 'validating' }) }
      : undefined,
  );
  const first = await run(['--batch-wait', '0']);
  assert.doesNotMatch(first.stderr, /still validating/);
  const log = join(cwd, 'r', 'batches.jsonl');
  await writeFile(log, (await readFile(log, 'utf8')).replaceAll(/"at":"\d{4}/g, '"at":"2020'));
  const { code, stderr } = await run(['--batch-wait', '1']);
  assert.equal(code, 4, stderr);
  assert.equal(
    stderr.match(/\(batch-1\) is still validating after \d+ hours, .* ask the provider/g)?.length,
    1,
  );
  assert.equal(server.batches.length, 1);
});
