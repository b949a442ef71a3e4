// What a batch costs is paid for once and counted once, whoever ends a process and wherever, and a run that is told to
// make no call sends none.
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { count, setting } from './batch-setting.ts';
import { type Batch, problem } from './lying-batches.ts';

test('an offline run sends no batch', async (t) => {
  const { server, run } = await setting(t, () => undefined);
  const without = await run(['--offline']);
  assert.notEqual(without.code, 0, without.stderr);
  assert.deepEqual(server.steps, []);
  assert.equal((await run()).code, 0);
  const steps = server.steps.length;
  const { code, stdout, stderr } = await run(['--offline']);
  assert.equal(code, 0, stderr);
  assert.equal(stdout.trim().split('\n').length, count);
  assert.equal(server.steps.length, steps);
});

test('a fresh run in another folder makes a batch of its own, once', async (t) => {
  const { server, run } = await setting(t, ({ step, batches }) =>
    step === 'look' && batches.length === 2
      ? { status: 401, body: JSON.stringify(problem('no')) }
      : undefined,
  );
  assert.equal((await run()).code, 0);
  const other = await run([], 'other');
  assert.match(other.stderr, /batch critic-0001 was submitted before, as batch-1/);
  assert.equal(server.bought(), count, 'the same work is found');
  for (const _process of [1, 2]) assert.equal((await run(['--fresh'], 'fresh')).code, 2);
  assert.equal(server.bought(), 2 * count);
});

/** Gives the batch a file of errors beside its results, which it has when it is looked at. */
const withErrorFile = (batch: Batch): void => {
  batch.error_file_id = 'errors';
};

test('results that an ended process has read in part are counted once', async (t) => {
  let gone = true;
  const { server, run, status } = await setting(
    t,
    ({ step, path }) => {
      if (step !== 'download' || !path.includes('errors')) return undefined;
      if (gone) return { status: 401, body: JSON.stringify(problem('the key has expired')) };
      return { status: 200, body: '\n' };
    },
    withErrorFile,
  );
  assert.equal((await run()).code, 2);
  const before = await status();
  assert.equal(before.calls.ok, count, 'they were read and kept');
  gone = false;
  const { code, stderr } = await run();
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^ +0 API calls, 6 stored replies; /m);
  const after = await status();
  assert.equal(server.bought(), count);
  assert.deepEqual([after.usd, after.calls.ok, after.batch_calls], [before.usd, count, 0]);
  // All that was spent, and not a call more: with it and the worst case of the next the budget is full.
  const spent = after.usd.toFixed(4);
  const more = await run(['--fresh', '--budget-usd', spent]);
  assert.equal(more.code, 4, more.stderr);
  assert.ok(
    more.stderr.includes(`of ${spent} USD ${spent} USD are spent and 0.0000 USD reserved`),
    more.stderr,
  );
});

test('a batch is found by its file where the provider keeps no metadata', async (t) => {
  let isLost = true;
  const { server, run } = await setting(t, ({ step, truth, batches }) => {
    if (step !== 'create') return undefined;
    const made = truth();
    for (const batch of batches) batch.metadata = null;
    if (!isLost) return made;
    isLost = false;
    // As if the process had ended before it got the answer.
    return { status: 401, body: JSON.stringify(problem('no')) };
  });
  assert.equal((await run()).code, 2);
  const { code, stderr } = await run();
  assert.equal(code, 0, stderr);
  assert.equal(server.batches.length, 1);
});

test('a batch that was cancelled before its id was noted gives the results that it has', async (t) => {
  let isLost = true;
  const { server, run } = await setting(
    t,
    ({ step, truth, batches }) => {
      if (step !== 'create' || !isLost) return undefined;
      truth();
      isLost = false;
      batches[0]!.status = 'in_progress';
      return { status: 401, body: JSON.stringify(problem('no')) };
    },
    () => undefined,
  );
  assert.equal((await run()).code, 2);
  const response = await fetch(`${server.url}/batches/batch-1`);
  assert.equal(response.status, 200, 'it is carried out');
  server.batches[0]!.status = 'cancelled';
  const { code, stderr } = await run();
  assert.equal(code, 0, stderr);
  assert.match(stderr, /critic-0001 cancelled: 6 replies, 0 to be sent again/);
  assert.equal(server.bought(), count);
});

test('of two processes in one folder one waits for its batches', async (t) => {
  const heard = new EventEmitter();
  const [looked, lookedAgain, released] = [once(heard, '1'), once(heard, '2'), once(heard, 'release')];
  const { server, run } = await setting(t, async ({ step, times }) => {
    if (step !== 'look') return undefined;
    heard.emit(String(times));
    await released;
    return undefined;
  });
  const first = run();
  await looked;
  const second = await Promise.race([run([], 'r', 1), lookedAgain]);
  heard.emit('release');
  assert.ok('code' in second, 'it waits too');
  assert.equal(second.code, 4, second.stderr);
  assert.match(second.stderr, /process \d+ is at work on the batches of critic in r; .*LB_BUSY/s);
  assert.equal((await first).code, 0);
  assert.equal(server.bought(), count);
});

test('direct calls are not made beside the batches of a process, nor batches beside direct calls', async (t) => {
  const heard = new EventEmitter();
  const [looked, released] = [once(heard, 'look'), once(heard, 'release')];
  const batches = await setting(t, async ({ step }) => {
    if (step !== 'look') return undefined;
    heard.emit('look');
    await released;
    return undefined;
  });
  const first = batches.run();
  await looked;
  const direct = await batches.runDirectly([], 'r', 1).finally(() => heard.emit('release'));
  assert.equal(direct.code, 4, direct.stderr);
  assert.match(direct.stderr, /process \d+ is at work on the batches of critic in r; .*LB_BUSY/s);
  assert.equal((await first).code, 0);
  assert.equal(batches.server.bought(), count);

  const called = once(heard, 'call');
  const ended = once(heard, 'end');
  const calls = await setting(t, async ({ step }) => {
    if (step !== 'other') return undefined;
    heard.emit('call');
    await ended;
    return { status: 404, body: '{}' };
  });
  const directly = calls.runDirectly();
  await called;
  const batched = await calls.run([], 'r', 1).finally(() => heard.emit('end'));
  assert.equal(batched.code, 4, batched.stderr);
  assert.match(batched.stderr, /process \d+ makes direct calls for critic in r; .*LB_BUSY/s);
  await directly;
  assert.equal(calls.server.bought(), 0);
});

test('a direct run does not pay for the calls that are in batches', async (t) => {
  let isUnderWay = true;
  const { server, run, runDirectly } = await setting(t, ({ step, batches }) =>
    step === 'look' && isUnderWay ? { status: 200, body: JSON.stringify(batches[0]) } : undefined,
  );
  assert.equal((await run(['--batch-wait', '0'])).code, 4);
  isUnderWay = false;
  const direct = await runDirectly();
  assert.equal(direct.code, 2, direct.stderr);
  assert.match(
    direct.stderr,
    /are in batches of r that were not fetched: run the command with --batch;.*LB_CONFIG/,
  );
  assert.equal(
    server.steps.filter((step) => step === 'other').length,
    1,
    'only the list of models is asked for',
  );
  const batched = await run();
  assert.equal(batched.code, 0, batched.stderr);
  assert.equal(server.bought(), count);
  assert.equal((await runDirectly()).stdout, batched.stdout);
});

test('a batch that is not known under another key is not sent again', async (t) => {
  let isOther = false;
  const { cwd, server, run } = await setting(t, ({ step, times, batches }) => {
    if (step === 'list') return { status: 200, body: '{"data": []}' };
    if (step !== 'look') return undefined;
    if (times === 1) return { status: 200, body: JSON.stringify(batches[0]) };
    return isOther ? { status: 404, body: JSON.stringify(problem('none')) } : undefined;
  });
  const withKey = async (key: string, waitS: number) => {
    await writeFile(join(cwd, 'key'), key);
    return run(['--api-key-file', 'key', '--batch-wait', String(waitS)]);
  };
  assert.equal((await withKey('key-of-a-test-0123456789', 0)).code, 4);
  isOther = true;
  const other = 'another-key-of-a-test-0123456789';
  const { code, stderr } = await withKey(other, 5);
  assert.equal(code, 2, stderr);
  assert.match(
    stderr,
    /critic-0001 \(batch-1\) is not known there: it was submitted with another key\. Use that/,
  );
  isOther = false;
  // A new key of the same account knows it.
  assert.equal((await withKey(other, 60)).code, 0);
  assert.equal(server.bought(), count);
});

test('a batch that is known only after a while is waited for, or found in the list', async (t) => {
  for (const isListed of [false, true]) {
    const { server, runFast } = await setting(t, ({ step, times, truth }) => {
      if (step === 'list' && !isListed) return { status: 200, body: '{"data": []}' };
      const answer = truth();
      const isAbsent = step === 'look' && (isListed || times <= 12);
      return isAbsent ? { status: 404, body: JSON.stringify(problem('none')) } : answer;
    });
    const { code, stderr } = await runFast();
    assert.equal(code, 0, stderr);
    assert.equal(/is not known there yet/.test(stderr), !isListed, stderr);
    assert.equal(server.bought(), count);
  }
});
