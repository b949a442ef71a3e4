import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readRunStatus } from '../../src/endpoints/run-status.ts';
import { thisProcess } from '../../src/storage/process-identity.ts';
import { ownerText } from '../../src/storage/process-lock.ts';
import { runCommand, runInTurn } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('status sums the events of all processes, and takes a torn last line for what it is', async (t) => {
  const folder = await temporaryFolder(t);
  const call = { role: 'critic', model: 'm', key: 'k' };
  const finished = { type: 'call_finished', outcome: 'ok', code: null, ...call };
  const lines = (events: object[]): string => events.map((event) => `${JSON.stringify(event)}\n`).join('');
  const at = (second: number): { at: string } => ({
    at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  });
  await writeFile(
    join(folder, 'events.jsonl'),
    `${lines([
      { ...at(0), type: 'call_started', sample: 0, ...call },
      {
        ...at(1),
        ...finished,
        from: 'endpoint',
        latency_ms: 100,
        prompt_tokens: 7,
        completion_tokens: 3,
        usd: 0.5,
      },
      { ...at(1), type: 'call_started', sample: 1, ...call },
      {
        ...at(4),
        ...finished,
        from: 'journal',
        latency_ms: 1,
        prompt_tokens: 7,
        completion_tokens: 3,
        usd: 0,
      },
    ])}{"at":"2026-01-0`,
  );
  await writeFile(
    join(folder, 'events-2.jsonl'),
    lines([
      { ...at(2), type: 'call_started', sample: 0, ...call },
      {
        ...at(10),
        type: 'queue',
        role: 'queue',
        waiting: 5,
        active: 2,
        delayed: 0,
        failed: 0,
        groups: 1,
        lag_ms: 40,
        connected: 1,
      },
    ]),
  );
  const status = await readRunStatus(folder);
  assert.deepEqual(status.calls, { ok: 1, failed: 0, aborted: 0, paid_before: 0, read_again: 1 });
  assert.deepEqual([status.in_flight, status.usd, status.tokens.prompt, status.rate], [1, 0.5, 7, 0.1]);
  assert.ok(Math.abs(status.latency_p50_ms! - 100) <= 10);
  assert.deepEqual([status.budget, status.share, status.eta_seconds], [null, null, null]);
  const marks = [
    // The run before this one had got further: its marks are not compared with those of this one.
    { ...at(3), type: 'progress', role: 'run', share: 0.9 },
    { ...at(11), type: 'progress', role: 'run', share: 0.25 },
    { ...at(21), type: 'progress', role: 'run', share: 0.5 },
    {
      ...at(21),
      type: 'budget',
      role: 'run',
      spent_usd: 2,
      spent_tokens: 10,
      limit_usd: 8,
      limit_tokens: 1000,
    },
  ];
  await writeFile(join(folder, 'events-3.jsonl'), lines(marks));
  const further = await readRunStatus(folder);
  assert.deepEqual([further.share, further.eta_seconds], [0.5, 20]);
  const shown = await runCommand(['status', folder], { cwd: folder });
  assert.match(shown.stdout, /budget +\$2\.00 of \$8\.00 spent, 10 of 1,000 tokens/);
  assert.match(
    shown.stdout,
    /calls +1 ok \(0 of them stored\), 0 failed, 0 cancelled\nfrom the journal +1 reply\n/,
  );
  assert.match(shown.stdout, /done +50\.0%/);
  const old =
    /queue +5 waiting, 2 active, 1 group open; 1 worker connected; counted .+ ago, by the clock of the coordinator/;
  assert.match(shown.stdout, old);
  assert.doesNotMatch(shown.stdout, /queue lag/);
  const none = await temporaryFolder(t);
  assert.equal((await runCommand(['status', none], { cwd: none })).code, 2);
});

test('what workers with folders of their own have done counts, as their coordinators told it last', async (t) => {
  const folder = await temporaryFolder(t);
  const call = { role: 'critic', model: 'm', key: 'k', type: 'call_finished', outcome: 'ok', code: null };
  const own = { from: 'endpoint', latency_ms: 100, prompt_tokens: 7, completion_tokens: 3, usd: 0.5 };
  const queue = {
    type: 'queue',
    role: 'queue',
    waiting: 0,
    active: 0,
    delayed: 0,
    failed: 0,
    groups: 0,
    lag_ms: 0,
  };
  const done = (ok: number, usd: number | null) => ({
    ...{ workers: 2, ok, failed: 1, paid_before: 2, prompt_tokens: 100 * ok, completion_tokens: ok, usd },
  });
  const write = (name: string, events: readonly object[]) =>
    writeFile(
      join(folder, name),
      events
        .map((event, second) =>
          JSON.stringify({ at: new Date(Date.UTC(2026, 0, 1, 0, 0, second * 40)).toISOString(), ...event }),
        )
        .join('\n')
        .concat('\n'),
    );
  await write('events.jsonl', [
    { ...call, ...own },
    { ...queue, workers: done(10, null) },
    { ...queue, workers: done(42, 1.5) },
    // Of a Redis that was emptied.
    { ...queue, workers: done(3, 0.1) },
    queue,
  ]);
  const status = await readRunStatus(folder);
  assert.deepEqual(status.calls, { ok: 43, failed: 1, aborted: 0, paid_before: 2, read_again: 0 });
  assert.deepEqual([status.workers, status.usd, status.tokens], [2, 2, { prompt: 4207, completion: 45 }]);
  // 41 calls that were paid for in 160 s, none of them in the last minute; the latency is that of the one that was timed.
  assert.deepEqual([status.rate, status.rate_last_minute], [41 / 160, 0]);
  assert.ok(Math.abs(status.latency_p50_ms! - 100) <= 10);
  const printed = await runCommand(['status', folder], { cwd: folder });
  assert.match(printed.stdout, /processes so far +1 here, 2 workers elsewhere\n/);
  assert.match(printed.stdout, /calls +43 ok \(2 of them stored\), 1 failed/);
  assert.match(printed.stdout, /spend +\$2\.00/);
});

test('the queue is what was counted last, whichever file says so, and a killed coordinator is said to be that', async (t) => {
  const folder = await temporaryFolder(t);
  const counted = (msAgo: number, waiting: number): string =>
    `${JSON.stringify({
      ...{ at: new Date(Date.now() - msAgo).toISOString(), type: 'queue', role: 'queue' },
      ...{ waiting, active: 0, delayed: 0, failed: 0, groups: 2, lag_ms: 3000, connected: 0 },
    })}\n`;
  await writeFile(join(folder, 'events-1.jsonl'), counted(500, 7));
  await writeFile(join(folder, 'events-2.jsonl'), counted(90_000, 9));
  // Of a process that has ended, as a kill leaves it.
  await writeFile(join(folder, 'run.lock'), ownerText({ ...thisProcess(), started: '1', id: 'gone' }));
  const now = await runCommand(['status', folder], { cwd: folder });
  assert.match(now.stdout, /state +killed; run the command again to resume\n/);
  assert.match(now.stdout, /queue +7 waiting, 0 active, 2 groups open; 0 workers connected\n/);
  assert.match(now.stdout, /queue lag +3/);
  await writeFile(join(folder, 'run.lock'), ownerText());
  await rm(join(folder, 'events-1.jsonl'));
  const later = await runCommand(['status', folder], { cwd: folder });
  assert.match(later.stdout, /state +running\n/);
  assert.match(
    later.stdout,
    /queue +9 waiting, .* connected; counted 1.* ago, by the clock of the coordinator\n/,
  );
});

test('calls in batches are those that each model was last told to have, whichever file says so', async (t) => {
  const folder = await temporaryFolder(t);
  const told = (second: number, batch: string, outstanding: number): string =>
    `${JSON.stringify({
      at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
      ...{ type: 'batch', role: 'critic', batch, state: 'submitted', outstanding },
    })}\n`;
  await writeFile(
    join(folder, 'events.jsonl'),
    told(0, 'critic-0001', 6) + told(1, 'critic.2-0001', 5) + told(2, 'judge-0001', 4),
  );
  await writeFile(join(folder, 'events-2.jsonl'), told(3, 'critic-0001', 0) + told(4, 'critic-0002', 2));
  assert.equal((await readRunStatus(folder)).batch_calls, 11);
});

test('status does not count calls where no event can be read, and takes a manifest of other values for unknown', async (t) => {
  const folder = await temporaryFolder(t);
  for (const manifest of ['{"command":"run x","complete":true}', '{"command":5,"complete":"x"}']) {
    await writeFile(join(folder, 'manifest.json'), manifest);
    const { code, stdout } = await runCommand(['status', folder], { cwd: folder });
    assert.equal(code, 0);
    assert.match(stdout, /calls +not known: no event can be read/);
    assert.doesNotMatch(stdout, /0 ok|tokens|latency/);
    assert.match(stdout, manifest.includes('run x') ? /state +complete/ : /state +not known/);
  }
});

test('calls of killed processes are not in flight in a run that is complete, unless it was begun again', async (t) => {
  const folder = await temporaryFolder(t);
  const call = { type: 'call_started', role: 'critic', model: 'm', key: 'k', sample: 0 };
  const finished = {
    ...{ ...call, type: 'call_finished', outcome: 'ok', code: null, from: 'endpoint' },
    ...{ latency_ms: 100, prompt_tokens: 7, completion_tokens: 3, usd: 0.5 },
  };
  const write = (name: string, events: readonly object[]) =>
    writeFile(join(folder, name), events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  const at = '2026-01-01T00:00:00.000Z';
  await write('events.jsonl', [
    { at, ...call },
    { at, ...call },
  ]);
  await write('events-2.jsonl', [
    { at, ...call },
    { at, ...finished },
  ]);
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ command: 'critic', complete: true }));
  const look = async () => {
    const [table, json] = await runInTurn(
      [{ args: ['status', folder] }, { args: ['status', folder, '--format', 'json'] }],
      { cwd: folder },
    );
    const { in_flight, lost } = JSON.parse(json!.stdout) as { in_flight: number; lost: number };
    return { text: table!.stdout, in_flight, lost };
  };
  const ended = await look();
  assert.deepEqual([ended.in_flight, ended.lost], [0, 2]);
  assert.match(ended.text, /^in flight +0$/m);
  assert.match(ended.text, /^not counted +2 calls of killed processes/m);
  const later = new Date(Date.now() + 60_000).toISOString();
  await write('events-3.jsonl', [{ at: later, ...call }]);
  const again = await look();
  assert.deepEqual([again.in_flight, again.lost], [3, 0]);
  assert.doesNotMatch(again.text, /not counted/);
});
