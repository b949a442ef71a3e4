import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { partPath } from '../../../src/deepconf/pool/layout.ts';
import type { ProblemCounts } from '../../../src/deepconf/pool/manifest-segment.ts';
import type { ReadyPool } from '../../../src/deepconf/pool/prepare.ts';
import { countProblem } from '../../../src/deepconf/pool/problem-counts.ts';
import { openPool } from '../../../src/deepconf/pool/read.ts';
import { verifyPool } from '../../../src/deepconf/pool/verify.ts';
import { createChatEndpoint } from '../../../src/endpoints/client.ts';
import { createUsageCounters } from '../../../src/endpoints/usage-counters.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../../src/simulator/server.ts';
import { openPoolWork } from '../../../src/stages/pool/work.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { build, fingerprint, model, sampling, twoProblems } from './build-here.ts';

async function setting(
  t: TestContext,
  options: SimulatorOptions = {},
): Promise<{ folder: string; other: string; server: Simulator; url: string }> {
  const root = await temporaryFolder(t);
  const server = await startSimulator({ sampler: { tokens: [10, 30] }, ...options });
  t.after(() => server.close());
  return { folder: join(root, 'pool'), other: join(root, 'other'), server, url: server.url };
}

test('a pool has every sample of every problem once, in order, and its numbers hold', async (t) => {
  const { folder, server, url } = await setting(t);
  const { failed, reason } = await build({ folder, url, n: 150 });
  assert.deepEqual({ failed, reason }, { failed: 0, reason: undefined });
  // One call is the probe.
  assert.equal(server.counts.requests, 301);
  const pool = await openPool(folder);
  t.after(() => pool.close());
  assert.deepEqual(pool.problems, twoProblems);
  const texts = new Set<string>();
  for (const { problem_id } of pool.problems) {
    const samples: number[] = [];
    for await (const batch of pool.traces(problem_id, {
      columns: ['text', 'tokens', 'answer', 'token_conf', 'n_tokens'],
    })) {
      samples.push(...batch.ints('sample_id'));
      const { values, ends } = batch.floatLists('token_conf');
      assert.deepEqual(
        [...batch.ints('n_tokens')],
        Array.from({ length: batch.rows }, (_, row) => ends[row + 1]! - ends[row]!),
      );
      assert.ok(values.every((conf) => conf > 0));
      const tokens = batch.textLists('tokens');
      for (const [row, text] of batch.texts('text').entries()) {
        texts.add(text!);
        const { bytes, textEnds } = tokens.values;
        const [from, to] = [textEnds[tokens.ends[row]!]!, textEnds[tokens.ends[row + 1]!]!];
        assert.equal(Buffer.from(bytes.subarray(from, to)).toString(), text, 'the tokens are the text');
      }
      assert.ok(batch.texts('answer').every((answer) => /^\d{1,3}$/.test(answer!)));
    }
    assert.deepEqual(
      samples,
      Array.from({ length: 150 }, (_, sample) => sample),
    );
  }
  assert.ok(texts.size > 290, 'each sample was asked for with a seed of its own');
  const { findings, short, parts } = await verifyPool(pool, () => {});
  assert.deepEqual({ findings, short, parts }, { findings: [], short: [], parts: 4 });
  assert.deepEqual(await readdir(join(folder, 'journal')), ['probe'], 'journals of whole parts are gone');
});

test('samples are counted as they are written, and as they would be if they were read', async (t) => {
  const { folder, url } = await setting(t);
  const counted: (ProblemCounts | undefined)[] = [];
  const beforeCounting = async ({ manifest }: ReadyPool): Promise<void> =>
    void counted.push(...twoProblems.map(({ problem_id }) => manifest.counts(problem_id)));
  const { pool } = await build({ folder, url, n: 150, beforeCounting });
  const opened = await openPool(folder);
  t.after(() => opened.close());
  const read: ProblemCounts[] = [];
  for (const problem of twoProblems) read.push(await countProblem(opened, problem));
  assert.deepEqual(counted, read);
  assert.equal(read[0]!.samples, 150);
  assert.ok(read[0]!.answers > 1, 'the answers differ');
  // Where samples were there before, these are counted too.
  await build({ folder, url, n: 160, beforeCounting });
  assert.deepEqual(counted.slice(2), [undefined, undefined]);
  assert.equal(pool.manifest.counts('b')!.samples, 150);
  const later = await build({ folder, url, n: 160 });
  assert.equal(later.pool.manifest.counts('b')!.samples, 160);
});

test('a larger n later buys only the missing samples and gives the bytes of a build at once', async (t) => {
  const { folder, other, server, url } = await setting(t);
  await build({ folder, url, n: 40 });
  await build({ folder, url, n: 130 });
  const paid = server.counts.requests;
  assert.equal(paid, 261);
  await build({ folder, url, n: 130 });
  await build({ folder, url, n: 20 });
  assert.equal(server.counts.requests, paid, 'what is there is not asked for again');
  await build({ folder: other, url, n: 130, concurrency: 1 });
  assert.deepEqual(await fingerprint(folder), await fingerprint(other));
});

test('a build that is stopped keeps what has come, and ends with the same bytes', async (t) => {
  const { folder, other, server, url } = await setting(t);
  await build({ folder: other, url, n: 140 });
  const needed = server.counts.requests;
  for (const stopAfter of [20, 50, 120]) await build({ folder, url, n: 140, stopAfter });
  const pool = await openPool(folder);
  let samples = 0;
  for await (const batch of pool.traces('aime/7.b', { columns: [] })) samples += batch.rows;
  await pool.close();
  assert.ok(samples >= 128, `${samples} samples can be voted on`);
  await build({ folder, url, n: 140 });
  assert.deepEqual(await fingerprint(folder), await fingerprint(other));
  assert.equal(server.counts.requests, 2 * needed, 'nothing was paid for twice');
});

test('samples that fail are asked for again by the next run', async (t) => {
  const { folder, other, url } = await setting(t);
  const faulty = await setting(t, { faults: [{ do: 'error', status: 400, when: { every: 9 } }] });
  const { failed, reported } = await build({ folder, url: faulty.url, n: 30, maxRetries: 0 });
  assert.ok(failed > 2);
  assert.equal(
    reported.filter((line) => line.includes('endpoint answered 400')).length,
    1,
    'each kind is said once',
  );
  await build({ folder, url, n: 30 });
  await build({ folder: other, url, n: 30 });
  assert.deepEqual(await fingerprint(folder), await fingerprint(other));
});

test('other sampling, another prompt or other problem texts are not mixed in; --rebuild begins again', async (t) => {
  const { folder, other, url } = await setting(t);
  await build({ folder, url, n: 3 });
  const hotter = { sampling: { ...sampling, temperature: 0.9 } };
  await assert.rejects(build({ folder, url, n: 3, change: hotter }), (error: Error) => {
    assert.match(error.message, /sampling\.temperature is 0\.6 and not 0\.9.*--rebuild/);
    return true;
  });
  const prompt = { prompt: { template: 'x', sha256: 'y' } };
  await assert.rejects(build({ folder, url, n: 3, change: prompt }), { code: 'LB_CONFIG' });
  const [first, second] = twoProblems;
  const changed = [first!, { ...second!, problem: 'How many?' }];
  await assert.rejects(build({ folder, url, n: 3, problems: changed }), { code: 'LB_CONFIG' });
  const twice = { code: 'LB_CONFIG', message: /^two problems have the id "aime\/7\.b"/ };
  await assert.rejects(build({ folder, url, n: 3, problems: [first!, second!, first!] }), twice);
  await build({ folder, url, n: 3, change: hotter, rebuild: true });
  await build({ folder: other, url, n: 3, change: hotter });
  assert.deepEqual(await fingerprint(folder), await fingerprint(other));
});

test('problems can be added, and answers corrected, without a call for what is there', async (t) => {
  const { folder, server, url } = await setting(t);
  const [first, second] = twoProblems;
  await build({ folder, url, n: 5, problems: [second!] });
  const paid = server.counts.requests;
  await build({ folder, url, n: 5, problems: [first!, { ...second!, truth: '7' }] });
  assert.equal(server.counts.requests, paid + 5);
  const pool = await openPool(folder);
  t.after(() => pool.close());
  assert.deepEqual(pool.problems, [first, { ...second!, truth: '7' }], 'in the order of the file');
  await build({ folder, url, n: 6, problems: [first!] });
  assert.equal((await openPool(folder)).problems.length, 2, 'a shorter file takes nothing away');
});

test('logprobs of no use are refused by the probe, or allowed', async (t) => {
  for (const [fault, reason] of [
    [{ do: 'degenerate_logprobs' }, /more than half of the 5 alternatives .* lacks 5\.0/],
    [{ do: 'no_logprobs' }, /has no logprobs/],
    [
      { do: 'fewer_alternatives', keep: 2 },
      /gives 2 alternatives of a token, and 5 were asked for \(--top-logprobs 2 /,
    ],
    [{ do: 'sentinel_alternatives', count: 3 }, /in 16 of 16 tokens .* 3\.0 placeholders such as -9999/],
  ] as const) {
    const { folder, url, server } = await setting(t, { faults: [fault] });
    await assert.rejects(build({ folder, url, n: 5 }), { code: 'LB_ENDPOINT_STOPPED', message: reason });
    assert.equal(server.counts.requests, 1, 'nothing but the probe was paid for');
    const { reason: ended } = await build({ folder, url, n: 5, allowDegenerate: true });
    assert.equal(ended, undefined);
  }
});

test('logprobs that become useless during a build end it after the first few', async (t) => {
  const { folder, url, server } = await setting(t, {
    faults: [{ do: 'degenerate_logprobs', when: { after_calls: 20 } }],
  });
  const { reason } = await build({ folder, url, n: 100, concurrency: 2 });
  assert.match(reason!.message, /3 replies in a row are of no use/);
  assert.ok(server.counts.requests < 30, `${server.counts.requests} calls`);
});

test('parts that a crash left out of the manifest are adopted, damaged ones bought again', async (t) => {
  const { folder, server, url } = await setting(t);
  await build({ folder, url, n: 130 });
  const whole = await fingerprint(folder);
  const paid = server.counts.requests;
  // A manifest without any part, as versions before the log of segments wrote it.
  await rm(join(folder, 'manifest.jsonl'));
  await writeFile(join(folder, 'manifest.json'), '{"schema_version":1,"parts":[]}');
  await build({ folder, url, n: 130 });
  assert.equal(server.counts.requests, paid);
  assert.deepEqual(await fingerprint(folder), whole);
  const path = partPath(folder, 'core', 'b', 0);
  await writeFile(path, (await readFile(path)).subarray(0, -20));
  const { reported } = await build({ folder, url, n: 130 });
  assert.ok(reported.some((line) => line.includes('moved')));
  assert.equal(server.counts.requests, paid + 128);
  const { 'core/problem_id=b/.part-000000.parquet.damaged': aside, ...rest } = await fingerprint(folder);
  assert.ok(aside !== undefined);
  assert.deepEqual(rest, whole);
});

interface RawRow {
  readonly sample_id: number;
  readonly body: {
    readonly id?: unknown;
    readonly choices: readonly {
      readonly logprobs: { readonly content: readonly { readonly bytes?: unknown }[] };
    }[];
  };
}

async function rawRows(folder: string): Promise<readonly RawRow[]> {
  const [name] = await readdir(join(folder, 'raw', 'problem_id=b'));
  const lines = gunzipSync(await readFile(join(folder, 'raw', 'problem_id=b', name!)));
  const rows = lines.toString().trim().split('\n');
  return rows.map((line) => JSON.parse(line) as RawRow);
}

test('raw bodies are kept as they came where asked for, a line each', async (t) => {
  const { folder, url } = await setting(t);
  await build({ folder, url, n: 4, keepRaw: true, problems: [twoProblems[1]!] });
  const rows = await rawRows(folder);
  assert.deepEqual(
    rows.map(({ sample_id }) => sample_id),
    [0, 1, 2, 3],
  );
  for (const { body } of rows) {
    assert.equal(body.choices.length, 1);
    assert.ok(body.choices[0]!.logprobs.content.every(({ bytes }) => Array.isArray(bytes)));
  }
});

function endpointOf(baseUrl: string) {
  return { baseUrl, name: 'simulation', model, concurrency: 1 };
}

test('raw bodies of replies that an earlier run kept without them have all that is known of these', async (t) => {
  const { folder, url, server } = await setting(t);
  const problems = [twoProblems[1]!];
  await build({ folder, url, n: 4, problems, stopAfter: 1, concurrency: 1 });
  // A process that was killed after its reply: what it asked for is what a build asks for.
  for (const [call, keepRaw] of [
    [2, false],
    [3, true],
  ] as const) {
    const { perform, replies } = await openPoolWork(folder, { say: () => {}, keepRaw });
    const counters = createUsageCounters();
    const endpoint = createChatEndpoint({ ...endpointOf(url), counters, replyStore: replies });
    await perform(endpoint)({ group: 0, call }, new AbortController().signal);
    await endpoint.close();
    await replies.close();
  }
  const { requests } = server.counts;
  await build({ folder, url, n: 4, keepRaw: true, problems });
  assert.equal(server.counts.requests, requests + 1, 'sample 1');
  const rows = await rawRows(folder);
  assert.deepEqual(
    rows.map(({ sample_id, body }) => [sample_id, typeof body.id, body.choices.length]),
    [1, 2, 3].map((sample) => [sample, 'string', 1]),
  );
  const contents = rows.map(({ body }) => body.choices[0]!.logprobs.content);
  assert.deepEqual(
    contents.map((content) => content.length > 0 && content.every(({ bytes }) => Array.isArray(bytes))),
    [true, false, true],
  );
  assert.ok(contents[1]!.every((token) => 'token' in token && 'logprob' in token && 'top_logprobs' in token));
});
