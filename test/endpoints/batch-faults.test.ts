// What providers do to batches: files that have expired, torn lines, batches that are cancelled or expire as a whole, a
// limit of enqueued tokens, errors in every line, and more batches than a page of their list has. A run comes to its end
// by itself, or says why not.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type KnownBatch, requestsOf } from '../../src/endpoints/batch/batch-files.ts';
import { createRequestNotes } from '../../src/endpoints/batch/request-notes.ts';
import { batchPriceOf } from '../../src/endpoints/budget/price.ts';
import { listPrices, pricesWith } from '../../src/endpoints/budget/price-table.ts';
import type { BatchFault, BatchSettings } from '../../src/simulator/batches.ts';
import { startSimulator } from '../../src/simulator/server.ts';
import { jsonLines, runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const records = 12;
const price = { in: 10, out: 30 };

interface Remote {
  readonly status: string;
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number };
  readonly metadata: { readonly latebench: string } | null;
}

async function setting(t: TestContext, batches: BatchSettings) {
  const cwd = await temporaryFolder(t);
  const server = await startSimulator({ batches });
  t.after(() => server.close());
  const made = await runHere(
    ['ingest', '--adapter', 'synthetic', '--count', String(records), '-o', 'in.jsonl'],
    {
      cwd,
    },
  );
  assert.equal(made.code, 0, made.stderr);
  const words = ['critic', 'in.jsonl', '--base-url', server.url, '--model', 'latebench-sim/critic'];
  const critic = [...words, '--cache', 'off', '--run', 'r', '--price', `in=${price.in},out=${price.out}`];
  const all = async (): Promise<readonly Remote[]> => {
    const remote: Remote[] = [];
    for (let after = ''; ; ) {
      const page = (await (await fetch(`${server.url}/batches?limit=100${after}`)).json()) as {
        data: Remote[];
        has_more: boolean;
        last_id: string;
      };
      remote.push(...page.data);
      if (!page.has_more) return remote;
      after = `&after=${page.last_id}`;
    }
  };
  return { cwd, server, critic, batched: [...critic, '--batch'], all };
}

/** What the provider has billed for batches, in USD. */
function billOf(batches: readonly Remote[]): number {
  return batches.reduce(
    (sum, { usage }) => sum + (usage.input_tokens * price.in + usage.output_tokens * price.out) / 1e6,
    0,
  );
}

async function spent(cwd: string): Promise<{ usd: number; calls: { ok: number; paid_before: number } }> {
  const { stdout, stderr } = await runHere(['status', 'r', '--format', 'json'], { cwd });
  assert.ok(stdout.startsWith('{'), stderr);
  return JSON.parse(stdout) as Awaited<ReturnType<typeof spent>>;
}

const faults: readonly BatchFault[] = ['files gone', 'torn', 'expired', 'cancelled'];

test('whatever becomes of batches, the run ends with the records of direct calls and the spend of the bill', async (t) => {
  const { cwd, critic, batched, all } = await setting(t, { fault: (batch) => faults[batch - 1] });
  const direct = await runHere(
    critic.map((word) => (word === 'r' ? 'd' : word)),
    { cwd },
  );
  assert.equal(direct.code, 0, direct.stderr);
  const { code, stdout, stderr } = await runHere([...batched, '--budget-usd', '50'], { cwd });
  assert.equal(code, 0, stderr);
  assert.equal(stdout, direct.stdout);
  assert.match(
    stderr,
    /its results \(file-sim-\d+\) are not there any more; the calls without a result are sent again/,
  );
  assert.match(stderr, /1 lines of its results are torn/);
  const batches = await all();
  assert.deepEqual(
    batches.map(({ status }) => status),
    ['completed', 'cancelled', 'expired', 'completed', 'completed'],
  );
  const bill = billOf(batches);
  const status = await spent(cwd);
  assert.ok(bill > 0 && Math.abs(status.usd - bill) <= 0.01 * bill, `${status.usd} is not ${bill}`);
  assert.equal(status.calls.paid_before, 0);
});

test('results that arrive as a page or are named late are fetched again, and nothing is sent twice', async (t) => {
  const { cwd, batched, all } = await setting(t, { fault: (batch) => (batch === 1 ? 'page' : 'named late') });
  const first = await runHere([...batched, '--limit', '4'], { cwd });
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stderr, /^ +4 API calls; /m, 'replies of its own batches are not from the cache');
  const again = await runHere([...batched, '--limit', '4'], { cwd });
  assert.match(again.stderr, /^ +0 API calls, 4 stored replies; /m);
  const late = await runHere(
    batched.map((word) => (word === 'r' ? 'late' : word)),
    { cwd },
  );
  assert.equal(late.code, 0, late.stderr);
  assert.match(late.stderr, /is completed but does not name its results yet; waiting for them/);
  assert.equal((await all()).length, 2);
});

test('a server that answers every line with an error ends the run after three batches, across processes too', async (t) => {
  const { cwd, batched, all } = await setting(t, { fault: () => 'errors' });
  const { code, stderr } = await runHere(batched, { cwd });
  assert.equal(code, 4, stderr);
  assert.match(stderr, /is the last of 3 in a row without a reply: it ended as completed/);
  assert.equal((await all()).length, 3);
  const log = jsonLines(await readFile(join(cwd, 'r', 'batches.jsonl'), 'utf8'));
  assert.equal(log.filter(({ fruitful }) => fruitful === false).length, 3);
});

test('a run that fruitless batches have ended tries a few calls first, and the rest once one of them has a reply', async (t) => {
  const { cwd, batched, all } = await setting(t, {
    fault: (batch) => (batch <= 5 ? 'cancelled' : undefined),
  });
  const sizes = async (): Promise<number[]> => {
    const names = (await all()).map((_, at) => `critic-${String(at + 1).padStart(4, '0')}.jsonl`);
    const files = names.map((name) => readFile(join(cwd, 'r', 'batches', name), 'utf8'));
    return (await Promise.all(files)).map((file) => file.trim().split('\n').length);
  };
  for (const times of [3, 4, 5]) {
    const { code, stderr } = await runHere(batched, { cwd });
    assert.equal(code, 4, stderr);
    assert.match(stderr, new RegExp(`is the last of ${times} in a row without a reply`));
  }
  assert.deepEqual(await sizes(), [records, records, records, 3, 3]);
  const { code, stdout, stderr } = await runHere(batched, { cwd });
  assert.equal(code, 0, stderr);
  assert.equal(jsonLines(stdout).length, records);
  assert.deepEqual((await sizes()).slice(5), [3, records - 3]);
});

test('batches that are lost again and again end the run', async (t) => {
  const { cwd, batched, all } = await setting(t, { fault: () => 'cancelled' });
  const { code, stderr } = await runHere(batched, { cwd });
  assert.equal(code, 4, stderr);
  assert.match(stderr, /last of 3 in a row without a reply: it ended as cancelled/);
  assert.equal((await all()).length, 3);
});

test('files wait for room under a limit of enqueued tokens, and one that is too large goes in pieces', async (t) => {
  // About two thirds of what the file of all calls takes.
  const { cwd, batched, all } = await setting(t, { enqueuedTokens: 5000, timeMs: 300 });
  const { code, stdout, stderr } = await runHere(batched, { cwd });
  assert.equal(code, 0, stderr);
  assert.equal(jsonLines(stdout).length, records);
  assert.match(
    stderr,
    /the provider has no room for more batches \(enqueued tokens\): files are sent in turn/,
  );
  assert.match(stderr, /is too large for the provider: it is sent in files of \d requests/);
  const done = (await all()).filter(({ status }) => status === 'completed');
  assert.ok(done.length >= 2, String(done.length));
});

test('a batch is found among more than one page of others', async (t) => {
  const { cwd, server, batched, all } = await setting(t, { timeMs: 600_000 });
  const words = [...batched, '--batch-wait', '0'];
  assert.equal((await runHere(words, { cwd })).code, 4);
  const form = new FormData();
  form.append('purpose', 'batch');
  form.append('file', new Blob(['{"custom_id":"x","body":{}}\n']), 'x.jsonl');
  const file = (await (await fetch(`${server.url}/files`, { method: 'POST', body: form })).json()) as {
    id: string;
  };
  for (let n = 0; n < 210; n += 1) {
    await fetch(`${server.url}/batches`, {
      method: 'POST',
      body: JSON.stringify({ input_file_id: file.id }),
    });
  }
  // As if the process had been killed before it could note the id.
  await writeFile(join(cwd, 'r', 'batches.jsonl'), '');
  assert.equal((await runHere(words, { cwd })).code, 4);
  const ours = (await all()).filter(({ metadata }) => metadata !== null);
  assert.equal(ours.length, 1, 'it was made once');
});

test('requests that are noted together are each in one file, however small files are', async (t) => {
  const run = await temporaryFolder(t);
  const batches: KnownBatch[] = [];
  const notes = createRequestNotes({ run, label: 'critic', batches, maxRequests: () => 3 });
  const keys = Array.from({ length: 20 }, (_, at) => String(at).padStart(64, '0'));
  await Promise.all(keys.map((key) => notes.add({ key, sample: 0 }, '{}')));
  await notes.publish();
  const noted: string[] = [];
  for (const { name } of batches) for await (const { key } of requestsOf(run, name)) noted.push(key);
  assert.deepEqual(noted.toSorted(), keys);
  assert.equal(new Set(batches.map(({ name }) => name)).size, 7);
});

test('a batch costs half the list price, and what the user gave as it was given', () => {
  const list = listPrices.models['gpt-4o-mini']!;
  assert.deepEqual(batchPriceOf(listPrices, 'gpt-4o-mini'), { in: list.in / 2, out: list.out / 2 });
  assert.deepEqual(batchPriceOf(pricesWith('in=1,out=2'), 'gpt-4o-mini'), { in: 1, out: 2 });
  assert.equal(batchPriceOf(listPrices, 'nobody/knows'), null);
});
