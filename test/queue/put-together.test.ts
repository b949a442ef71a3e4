// Parts of a pool that workers put together from journals, for the coordinator to take in.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { adoptPart } from '../../src/deepconf/pool/adopt.ts';
import { planBuild } from '../../src/deepconf/pool/build-plan.ts';
import { partPath } from '../../src/deepconf/pool/layout.ts';
import { readReport } from '../../src/deepconf/pool/part-report.ts';
import { preparePool } from '../../src/deepconf/pool/prepare.ts';
import { countProblem, countProblems } from '../../src/deepconf/pool/problem-counts.ts';
import { openPool } from '../../src/deepconf/pool/read.ts';
import { sampleRequest } from '../../src/deepconf/pool/sampling.ts';
import { WrittenCounts } from '../../src/deepconf/pool/written-counts.ts';
import { createChatEndpoint } from '../../src/endpoints/client.ts';
import { requestKey } from '../../src/endpoints/request-key.ts';
import { createUsageCounters } from '../../src/endpoints/usage-counters.ts';
import { startSimulator } from '../../src/simulator/server.ts';
import { openPoolWork } from '../../src/stages/pool/work.ts';
import { openJournal } from '../../src/storage/journal/journal.ts';
import {
  build,
  fingerprint,
  model,
  poolSpecification,
  sampling,
  twoProblems,
} from '../deepconf/pool/build-here.ts';
import { temporaryFolder } from '../support/temporary.ts';

const samples = 5;
const nextProblem = 2 ** 20;
const { signal } = new AbortController();
/** As the coordinator says it: none of its samples was there before. */
const part = (group: number) => ({ group, span: { have: 0, end: samples } });

/** The calls of both problems but those that are left out, in the journals of a worker. */
async function bought(t: TestContext, leftOut: number) {
  const folder = await temporaryFolder(t);
  const server = await startSimulator({ sampler: { tokens: [5, 9] } });
  t.after(() => server.close());
  const pool = await preparePool(folder, poolSpecification(samples), twoProblems, {
    rebuild: false,
    say: () => {},
  });
  const work = await openPoolWork(folder, { say: () => {} });
  const endpoint = createChatEndpoint({
    baseUrl: server.url,
    name: 'simulation',
    model,
    concurrency: 2,
    counters: createUsageCounters(),
    replyStore: work.replies,
  });
  t.after(() => endpoint.close().then(() => work.replies.close()));
  const perform = work.perform(endpoint);
  for (let call = 0; call < samples; call += 1) {
    await perform({ group: 0, call }, signal);
    if (call < samples - leftOut) await perform({ group: nextProblem, call }, signal);
  }
  return { folder, server, pool, work, jobs: planBuild(pool.manifest, twoProblems, samples) };
}

test('parts that workers put together are those that a build of one process writes, and cost no call', async (t) => {
  const { folder, server, pool, work, jobs } = await bought(t, 0);
  const paid = server.counts.requests;
  await work.putTogether(part(0), signal);
  await work.putTogether(part(nextProblem), signal);
  assert.equal(server.counts.requests, paid);
  for (const job of jobs) assert.ok((await adoptPart(pool, job))!.tokens > 0);
  await countProblems(pool);
  await pool.manifest.save(twoProblems);
  const alone = await temporaryFolder(t);
  await build({ folder: alone, url: server.url, n: samples });
  assert.deepEqual(await fingerprint(folder), await fingerprint(alone));
});

test('a worker writes no part that lacks a reply, and pays for none', async (t) => {
  const { server, pool, work, jobs } = await bought(t, 1);
  const paid = server.counts.requests;
  await work.putTogether(part(nextProblem), signal);
  assert.equal(server.counts.requests, paid);
  assert.equal(await adoptPart(pool, jobs[1]!), null);
});

test('a worker writes no beginning of a part either, where a reply that is there is of no use', async (t) => {
  const { folder, server, pool, work, jobs } = await bought(t, 1);
  const journal = await openJournal(join(folder, 'journal', 'problem_id=b', 'part-000000'));
  const sample = samples - 1;
  await journal.append({
    key: requestKey('simulation', model, sampleRequest(twoProblems[1]!.problem, sampling, sample), sample),
    sample,
    attempt: 1,
    status: 500,
    headers: {},
    started_at: new Date(0).toISOString(),
    finished_at: new Date(0).toISOString(),
    endpoint: 'simulation',
    model,
    body: Buffer.from('{"error":{"message":"no"}}'),
  });
  await journal.close();
  const paid = server.counts.requests;
  await work.putTogether(part(nextProblem), signal);
  assert.equal(server.counts.requests, paid);
  assert.ok(!existsSync(partPath(folder, 'core', 'b', 0)));
  assert.equal(await adoptPart(pool, jobs[1]!), null);
});

test('a part without its other side, or with bytes that are not its own, is not committed', async (t) => {
  const { folder, pool, work, jobs } = await bought(t, 0);
  await work.putTogether(part(0), signal);
  await work.putTogether(part(nextProblem), signal);
  await rm(join(folder, 'top', 'problem_id=b'), { recursive: true });
  assert.equal(await adoptPart(pool, jobs[1]!), null);
  const path = join(folder, 'core', 'problem_id=aime%2F7%2Eb', 'part-000000.parquet');
  const bytes = await readFile(path);
  await rm(path);
  assert.equal(await adoptPart(pool, jobs[0]!), null);
  await writeFile(path, bytes.subarray(0, bytes.length >> 1));
  assert.equal(await adoptPart(pool, jobs[0]!), null);
});

test('a part is committed and counted by what its writer says of it', async (t) => {
  const { folder, pool, work, jobs } = await bought(t, 0);
  const said = readReport(JSON.parse(JSON.stringify(await work.putTogether(part(0), signal))))!;
  const counts = new WrittenCounts(pool.manifest, jobs);
  assert.ok((await adoptPart({ ...pool, counts }, jobs[0]!, said))!.tokens > 0);
  const [problem] = twoProblems;
  const counted = pool.manifest.counts(problem!.problem_id);
  await pool.manifest.commit();
  const read = await openPool(folder);
  t.after(() => read.close());
  assert.deepEqual(counted, await countProblem(read, problem!));
});

test('files that are not those of which their writer told are not committed, whatever differs', async (t) => {
  const { folder, pool, work, jobs } = await bought(t, 0);
  const said = readReport(await work.putTogether(part(0), signal))!;
  const [job] = jobs;
  for (const side of ['core', 'top'] as const) {
    const path = partPath(folder, side, job!.problem.problem_id, 0);
    const bytes = await readFile(path);
    // In the middle are values that a look at the file's samples does not read.
    const changed = Buffer.from(bytes);
    changed[bytes.length >> 1]! ^= 1;
    await writeFile(path, changed);
    assert.equal(await adoptPart(pool, job!, said), null, side);
    await writeFile(path, bytes);
  }
  const [core, top] = said.facts;
  for (const other of [{ part: 1 }, { problem_id: 'b' }, { rows: 4 }, { first_sample: 1 }, { bytes: 1 }]) {
    assert.equal(await adoptPart(pool, job!, { ...said, facts: [{ ...core!, ...other }, top!] }), null);
  }
  assert.equal(await adoptPart(pool, job!, { ...said, facts: [core!] }), null);
  assert.equal(pool.manifest.parts('core', job!.problem.problem_id).length, 0);
  assert.notEqual(await adoptPart(pool, job!, said), null);
});

test('what is no report is none', () => {
  for (const text of [undefined, null, 'null', 7, [], {}, { facts: [], tally: { samples: -1 } }]) {
    assert.equal(readReport(text), undefined);
  }
});
