// Rows 20 and 21 of the fault table: no space left on the disk, no file left for another connection.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionsWithin } from '../../../src/endpoints/file-limit.ts';
import { createUsageCounters } from '../../../src/endpoints/usage-counters.ts';
import { startSimulator } from '../../../src/simulator/server.ts';
import { jsonLines, latebench, runShell } from '../../support/cli.ts';
import { onSmallDisk } from '../../support/small-disk.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { type Client, failed, holds, isReply, openClient, requests, tallied } from './setting.ts';

test('row 20: a full disk ends the run before more is paid for; with space it continues and pays for nothing twice', async (t) => {
  const disk = await temporaryFolder(t);
  const mount = (...args: string[]): Buffer => execFileSync('mount', [...args, disk], { stdio: 'pipe' });
  try {
    mount('-t', 'tmpfs', '-o', 'size=400k', 'tmpfs');
  } catch {
    t.skip('needs the right to mount a small tmpfs');
    return;
  }
  const server = await startSimulator({ latencyMs: 5 });
  const counters = createUsageCounters();
  const model = 'latebench-sim/sampler';
  const options = { folder: join(disk, 'journal'), baseUrl: server.url, model, concurrency: 2, counters };
  const clients: Client[] = [];
  try {
    const expected = requests(40, { logprobs: true, top_logprobs: 20, max_tokens: 100 });
    clients.push(await openClient(t, options));
    const endings = await clients[0]!.ask(expected);
    const answered = endings.filter(isReply).length;
    assert.deepEqual(tallied(failed(endings)), { LB_DISK_FULL: 40 - answered });
    assert.ok(answered > 5 && answered < 35, `${answered} of 40 fitted`);
    const lost = server.counts.completed - answered;
    assert.ok(lost <= 2, `${lost} replies were paid for and not kept: more than were in flight`);
    await clients[0]!.close();
    mount('-o', 'remount,size=64m');
    clients.push(await openClient(t, options));
    assert.deepEqual(failed(await clients[1]!.ask(expected)), []);
    const { calls: spent } = counters.total();
    await holds({ server, folder: options.folder, model, answered: expected, spent, lost });
  } finally {
    for (const client of clients) await client.close();
    await server.close();
    execFileSync('umount', ['--lazy', disk]);
  }
});

test('row 20: nothing is paid for on a disk with too little room for the replies, and nothing is lost on one that fills', async (t) => {
  const server = await startSimulator({ latencyMs: 20 });
  t.after(() => server.close());
  const model = 'latebench-sim/sampler';
  const asked = requests(60, { logprobs: true, top_logprobs: 20, max_tokens: 100 });
  const open = (folder: string): Promise<Client> =>
    openClient(t, { folder, baseUrl: server.url, model, concurrency: 4, reservedBytes: 8 << 20 });
  await onSmallDisk(t, '200k', async (disk) => {
    const client = await open(join(disk, 'journal'));
    const endings = await client.ask(asked);
    assert.deepEqual([tallied(failed(endings)), server.counts.requests], [{ LB_DISK_FULL: 60 }, 0]);
    await client.close();
  });
  await onSmallDisk(t, '1200k', async (disk) => {
    const client = await open(join(disk, 'journal'));
    const endings = await client.ask(asked);
    const answered = endings.filter(isReply).length;
    assert.ok(answered > 5 && answered < 60, `${answered} of 60 fitted`);
    assert.equal(server.counts.completed, answered, 'each reply that was paid for was kept');
    await client.close();
  });
});

test('row 21: where few files are allowed, many calls at a time still answer every record, and none counts as failed', async (t) => {
  const cwd = await temporaryFolder(t);
  const server = await startSimulator({ latencyMs: 50 });
  t.after(() => server.close());
  const record = (n: number): object => ({
    id: `r${n}`,
    problem: `Add ${n} and 2.`,
    steps: [`${n} + 2 = ${n + 2}`, `\\boxed{${n + 2}}`],
    error_steps: null,
  });
  const input = Array.from({ length: 240 }, (_, n) => `${JSON.stringify(record(n))}\n`).join('');
  // With 64 the loader of the runtime itself finds no files for the modules; the connections are 200.
  const command = `${latebench} critic --endpoint ${server.url} --model latebench-sim/critic -c 200 --max-retries 1`;
  const outcome = await runShell(`ulimit -n 128; exec ${command}`, { cwd, input });
  assert.equal(outcome.code, 0, outcome.stderr);
  const statuses = jsonLines(outcome.stdout).map(
    ({ critiques }) => (critiques as { status: string }[])[0]!.status,
  );
  assert.deepEqual(tallied(statuses), { ok: 240 });
  const { counts } = server;
  assert.deepEqual(
    [counts.requests, counts.completed, Object.keys(counts.by_request).length],
    [240, 240, 240],
  );
  assert.ok(counts.max_in_flight > 4 && counts.max_in_flight <= 64, `${counts.max_in_flight} at once`);
});

test('row 21: an attempt that finds no file for its connection is made again and counts as none', async (t) => {
  const folder = await temporaryFolder(t);
  const server = await startSimulator();
  t.after(() => server.close());
  const client = await openClient(t, { folder: join(folder, 'journal'), baseUrl: server.url, maxRetries: 0 });
  const expected = requests(12);
  // Connections of this process are refused by the system for a while, as it does when files have run out.
  const refused = t.mock.method(Socket.prototype, 'connect', function (this: Socket) {
    process.nextTick(() => this.destroy(Object.assign(new Error('connect EMFILE'), { code: 'EMFILE' })));
    return this;
  });
  const endings = client.ask(expected);
  while (refused.mock.callCount() <= 3) await sleep(5);
  refused.mock.restore();
  assert.deepEqual(failed(await endings), []);
  assert.ok(refused.mock.callCount() > 3, `${refused.mock.callCount()} connections were refused`);
  await holds({
    server,
    folder: join(folder, 'journal'),
    model: 'latebench-sim/critic',
    answered: expected,
    spent: client.counters.total().calls,
  });
});

test('row 21: the connections leave files for everything else', () => {
  const limits = (files: string): string =>
    `Limit  Soft Limit  Hard Limit  Units\nMax open files            ${files}                 4096                 files\n`;
  assert.deepEqual(
    ['1024', '128', '20', 'unlimited'].map((files) => connectionsWithin(limits(files))),
    [960, 64, 4, Infinity],
  );
});
