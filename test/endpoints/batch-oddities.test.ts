// Providers whose files of results and answers have another form than OpenAI's: nothing is paid for twice for that, and
// what cannot be read is told with the way out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { count, setting } from './batch-setting.ts';
import { type Answer, type Asked, problem } from './lying-batches.ts';

type Result = { custom_id: string; response: unknown; error?: unknown };

/** The results, each changed. */
function changed({ truth }: Asked, change: (result: Result, at: number) => unknown): Answer {
  const lines = truth().body.trim().split('\n');
  const results = lines.map((line, at) => JSON.stringify(change(JSON.parse(line) as Result, at)));
  return { status: 200, body: `${results.join('\n')}\n` };
}

const downloads =
  (answer: (asked: Asked) => Answer | undefined) =>
  (asked: Asked): Answer | undefined =>
    asked.step === 'download' ? answer(asked) : undefined;

test('results under other names than those of their requests end the run after one batch', async (t) => {
  const { server, run } = await setting(
    t,
    downloads((asked) => changed(asked, (line, at) => ({ ...line, custom_id: `request-${at}` }))),
  );
  for (const _process of [1, 2]) {
    const { code, stderr } = await run();
    assert.equal(code, 4, stderr);
    assert.match(stderr, /output-1.* "request-0".*Nothing is sent again.*leave --batch out/s);
  }
  assert.equal(server.bought(), count);
});

test('results that all have the name of one request end the run after one batch', async (t) => {
  let first: string | undefined;
  const { server, run } = await setting(
    t,
    downloads((asked) =>
      changed(asked, (line) => {
        first ??= line.custom_id;
        return { ...line, custom_id: first };
      }),
    ),
  );
  const { code, stderr } = await run();
  assert.equal(code, 4, stderr);
  assert.equal(server.bought(), count);
});

for (const [what, headers] of [
  ['as its header says', { 'content-encoding': 'gzip' }],
  ['without a word', { 'content-type': 'application/octet-stream' }],
] as const) {
  test(`results that are compressed, ${what}, are read`, async (t) => {
    const { server, run } = await setting(
      t,
      downloads(({ truth, times }) => {
        const body = gzipSync(truth().body);
        // The first transfer is cut.
        return { status: 200, headers, body: times === 1 ? body.subarray(0, body.length / 2) : body };
      }),
    );
    const { code, stderr } = await run();
    assert.equal(code, 0, stderr);
    assert.match(stderr, /critic-0001 completed: 6 replies, 0 to be sent again/);
    assert.equal(server.bought(), count);
  });
}

test('lines without anything in them are no torn results', async (t) => {
  const { server, run } = await setting(
    t,
    downloads(({ truth }) => ({
      status: 200,
      body: `\ufeff\r\n${truth().body.replaceAll('\n', '\r\n \t\r\n')}`,
    })),
  );
  const { code, stderr } = await run();
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /torn/);
  assert.equal(server.steps.filter((step) => step === 'download').length, 1);
});

test('a reply counts, not the error with status 200 before it', async (t) => {
  const { server, run } = await setting(
    t,
    downloads(({ truth }) => {
      const lines = truth().body.trim().split('\n');
      const first = JSON.parse(lines[0]!) as Result;
      const failed = {
        ...first,
        response: { status_code: 200, body: problem('overloaded', 'server_error') },
      };
      return { status: 200, body: [JSON.stringify(failed), ...lines].join('\n') };
    }),
  );
  const { code, stderr } = await run();
  assert.equal(code, 0, stderr);
  assert.equal(server.bought(), count);
});

test('a call that the provider answers with an error and no response fails after three times, with the reason', async (t) => {
  const { server, run } = await setting(
    t,
    downloads((asked) => {
      const bad = asked.batches[0]!.requests[0]!.custom_id;
      const error = { code: 'model_error', message: 'it cannot be done' };
      return changed(asked, (line) => (line.custom_id === bad ? { ...line, response: null, error } : line));
    }),
  );
  const { code, stdout, stderr } = await run();
  assert.equal(code, 3, stderr);
  assert.equal(stdout.trim().split('\n').length, count);
  assert.match(stderr, /1 call failed:\n.*it cannot be done/);
  assert.equal(server.bought(), count + 2);
});

test('the last of some batches without a reply says what its results say', async (t) => {
  const { run } = await setting(
    t,
    downloads((asked) =>
      changed(asked, (line) => ({ ...line, response: { status_code: 500, body: problem('out of memory') } })),
    ),
  );
  const { code, stderr } = await run();
  assert.equal(code, 4, stderr);
  assert.match(stderr, /3 in a row without a reply: .*out of memory/);
});

test('an id of a file with other characters is one path', async (t) => {
  let asked = '';
  const { run } = await setting(t, (question) => {
    const { step, truth, path } = question;
    if (step === 'look') {
      const { body } = truth();
      return { status: 200, body: body.replace('"output-1"', JSON.stringify('files/a b?c#d')) };
    }
    if (step !== 'download') return undefined;
    asked ||= path;
    return { status: 404, body: JSON.stringify(problem('no such file')) };
  });
  await run(['--batch-wait', '5']);
  assert.equal(asked, '/v1/files/files/a%20b%3Fc%23d/content');
});

for (const status of [405, 501]) {
  test(`a provider whose list of batches answers ${status} has none`, async (t) => {
    const { server, run } = await setting(t, ({ step }) =>
      step === 'list' ? { status, body: JSON.stringify(problem('no list here')) } : undefined,
    );
    const { code, stderr } = await run();
    assert.equal(code, 0, stderr);
    assert.equal(server.bought(), count);
  });
}

test('a pause that a provider asks for is kept, and told', async (t) => {
  const at: number[] = [];
  const { run } = await setting(t, ({ step, times }) => {
    if (step !== 'upload') return undefined;
    at.push(performance.now());
    if (times > 1) return undefined;
    return { status: 429, headers: { 'retry-after': '3' }, body: JSON.stringify(problem('slow down')) };
  });
  const { code, stderr } = await run();
  assert.equal(code, 0, stderr);
  assert.ok(at[1]! - at[0]! > 2900, `${at[1]! - at[0]!} ms`);
  assert.match(stderr, /POST \/files: endpoint answered 429: slow down; trying again/);
});

test('an endpoint without a Batch API is told as one', async (t) => {
  const { run } = await setting(t, ({ step }) =>
    step === 'upload' || step === 'list' ? { status: 404, body: '{"detail":"Not Found"}' } : undefined,
  );
  const { code, stderr } = await run();
  assert.equal(code, 2, stderr);
  assert.match(stderr, /POST \/files: endpoint answered 404: Not Found.*leave --batch out/);
});

test('results in other forms are read, since they were paid for', async (t) => {
  type Result = { response: { status_code: unknown; body: unknown } };
  for (const change of [
    ({ response }: Result) => ({ status_code: '200', body: JSON.stringify(response.body) }),
    ({ response }: Result) => ({ body: response.body }),
    ({ response }: Result) => response.body,
  ]) {
    const { server, run } = await setting(t, ({ step, truth }) => {
      if (step !== 'download') return undefined;
      const lines = truth().body.trim().split('\n');
      const changed = lines.map((line) => {
        const value = JSON.parse(line) as Result;
        return JSON.stringify({ ...value, response: change(value) });
      });
      return { status: 200, body: `${changed.join('\n')}\n` };
    });
    const { code, stderr } = await run();
    assert.equal(code, 0, stderr);
    assert.equal(server.bought(), count);
  }
});

test('calls that came back as errors are sent again when the command is run again', async (t) => {
  let isWell = false;
  const { server, run } = await setting(t, ({ step, truth }) => {
    if (step !== 'download' || isWell) return undefined;
    const lines = truth().body.trim().split('\n');
    const refused = { status_code: 400, body: { error: { message: 'no such field', code: 'unknown' } } };
    const all = lines.map((line) => JSON.stringify({ ...JSON.parse(line), response: refused }));
    return { status: 200, body: `${all.join('\n')}\n` };
  });
  const first = await run();
  assert.equal(first.code, 4, first.stderr);
  assert.match(first.stderr, /6 x endpoint answered 400: no such field/);
  assert.equal(server.bought(), count, 'a refused call is sent once by a process');
  isWell = true;
  const again = await run();
  assert.equal(again.code, 0, again.stderr);
  assert.equal(server.bought(), 2 * count);
});

test('replies of batches are in the cache, for other runs', async (t) => {
  const { server, run, runDirectly } = await setting(t);
  const first = await run(['--cache', 'on']);
  assert.equal(first.code, 0, first.stderr);
  const other = await runDirectly(['--cache', 'on'], 'other');
  assert.equal(other.code, 0, other.stderr);
  assert.match(other.stderr, /0 API calls, 6 stored replies/);
  assert.equal(other.stdout, first.stdout);
  assert.equal((await run(['--cache', 'on'], 'third')).stdout, first.stdout);
  assert.equal(server.batches.length, 1);
});
