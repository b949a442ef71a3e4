// Three workers on a real redis-server: a kill, a stop beyond the lock, an emptied Redis; and limits kept by all.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Simulator, startSimulator } from '../../src/simulator/server.ts';
import { type Running, runBeside } from '../support/beside.ts';
import type { Outcome } from '../support/cli.ts';
import { queueStorm } from '../support/queue-storm.ts';
import { startRedis, withoutRedis } from '../support/redis.ts';
import { temporaryFolder } from '../support/temporary.ts';

const problems = 7;

test('a kill, a stop beyond the lock and an emptied Redis leave the pool of one process', {
  skip: withoutRedis,
}, async (t) => {
  const folder = await temporaryFolder(t);
  const report = await queueStorm({ folder, problems, samples: 24, latencyMs: 500 });
  assert.deepEqual([report.single.code, report.queued.code], [0, 0], report.queued.stderr);
  assert.deepEqual(report.different, []);
  assert.equal(report.parts, problems * 2 + 2);
  const max = report.expected + report.inFlight;
  assert.ok(report.calls <= max, `${report.calls} calls, ${report.expected} + ${report.inFlight} allowed`);
});

/** The longest time without a call, in milliseconds, between the first refusal and the last call. */
async function longestRest({ counts }: Simulator, build: Promise<Outcome>): Promise<number> {
  let ended = false;
  void build.finally(() => {
    ended = true;
  });
  while (counts.refused === 0 && !ended) await sleep(5);
  let longest = 0;
  let seen = counts.requests;
  let since = performance.now();
  while (!ended) {
    await sleep(5);
    if (counts.requests === seen) continue;
    longest = Math.max(longest, performance.now() - since);
    seen = counts.requests;
    since = performance.now();
  }
  return longest;
}

test('all workers keep one limit of calls in flight, and a 429 seen by one pauses all', {
  skip: withoutRedis,
}, async (t) => {
  const cwd = await temporaryFolder(t);
  const redis = await startRedis();
  t.after(() => redis.close());
  const pauseSeconds = 3;
  const server = await startSimulator({
    latencyMs: 120,
    faults: [{ do: 'rate_limit', retry_after_s: pauseSeconds, when: { after_calls: 75, for_calls: 1 } }],
  });
  t.after(() => server.close());
  const rows = Array.from({ length: problems }, (_, at) =>
    JSON.stringify({ id: `p${at}`, problem: `Is ${at} even?` }),
  );
  await writeFile(join(cwd, 'problems.jsonl'), rows.join('\n'));
  const words = ['pool', 'build', 'problems.jsonl', '--pool', 'many', '--n', '24', '--max-tokens', '8', '-q'];
  words.push('--top-logprobs', '1', '--base-url', server.url, '--model', 'latebench-sim/sampler');
  words.push('--engine', 'bullmq', '--redis', redis.url, '--global-concurrency', '30');
  const build = runBeside(t, words, { cwd });
  while (!existsSync(join(cwd, 'many', 'queue.json'))) await sleep(50);
  const children: Running[] = [];
  const ends = [0, 1, 2].map(() =>
    runBeside(t, ['worker', 'many', '--redis', redis.url, '-c', '20'], {
      cwd,
      started: (child) => children.push(child),
    }),
  );
  const watching = longestRest(server, build);
  const outcome = await build;
  // Those on their way when it came arrive within the first half of the pause; then nobody calls until it is over.
  const rest = await watching;
  assert.ok(rest > pauseSeconds * 500, `no call for ${Math.round(rest)} ms at most`);
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(ends);
  assert.equal(outcome.code, 0, outcome.stderr);
  assert.ok(server.counts.max_in_flight <= 30, `${server.counts.max_in_flight} in flight`);
  assert.ok(server.counts.max_in_flight > 20, 'one worker alone could have done that');
});
