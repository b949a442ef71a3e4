// `latebench think` at its edges: endpoints that cannot be watched, dry runs, budgets, answers, kills.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { DeepconfResult } from '../../../src/deepconf/think/result.ts';
import type { ThinkSummary } from '../../../src/deepconf/think/summary.ts';
import type { FaultRule } from '../../../src/simulator/faults/rules.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../../src/simulator/server.ts';
import { runHere } from '../../datasets/hub/run-here.ts';
import { openFilesIn } from '../../support/open-files.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const rows = [
  { id: 'a', problem: 'What is 2 plus 40?', answer: '42', source: { page: 7 } },
  { id: 'b', problem: 'What is 3 plus 40?', answer: '43' },
];

interface Setting {
  readonly home: string;
  readonly file: string;
  readonly simulator: Simulator;
  readonly args: (pool: string, ...more: string[]) => string[];
}

async function setting(
  t: TestContext,
  faults: readonly FaultRule[] = [],
  options: SimulatorOptions = {},
): Promise<Setting> {
  const home = await temporaryFolder(t);
  const file = join(home, 'problems.jsonl');
  await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const simulator = await startSimulator({ seed: 4, faults, ...options });
  t.after(() => simulator.close());
  return {
    home,
    file,
    simulator,
    args: (pool, ...more) => [
      ...['think', file, '--pool', join(home, pool), '--traces', '24', '--warmup', '6', '--window', '16'],
      ...['--endpoint', simulator.url, '--model', 'latebench-sim/sampler', ...more],
    ],
  };
}

test('records come out as they came in, with one new key', async (t) => {
  const { home, args } = await setting(t);
  const { code, stdout, stderr } = await runHere(args('pool', '--no-adaptive'), { home });
  assert.equal(code, 0, stderr);
  const records = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const [at, { deepconf, ...rest }] of records.entries()) {
    assert.deepEqual(rest, rows[at]);
    const { ended, traces, tokens, votes, settings } = deepconf as DeepconfResult;
    assert.deepEqual([ended, traces.sampled, traces.warmup, settings.keep], ['traces', 24, 6, 0.1]);
    assert.ok(traces.stopped > 0 && tokens.saved_estimate! > 0);
    assert.equal(Object.keys(votes).length, 1 + 4 * 3);
  }
  assert.equal(await readFile(join(home, 'pool', 'records.jsonl'), 'utf8'), stdout);
});

for (const [what, rule, message] of [
  [
    'ignores the wish for a stream',
    { do: 'ignore_stream' },
    /does not stream: its replies come in one piece/,
  ],
  [
    'streams without logprobs',
    { do: 'stream', logprobs: 'none' },
    /a short probe: the reply has no logprobs/,
  ],
] as const satisfies readonly (readonly [string, FaultRule, RegExp])[]) {
  test(`an endpoint that ${what} is recognised by its first reply`, async (t) => {
    const { home, args, simulator } = await setting(t, [rule]);
    const { code, stderr } = await runHere(args('pool'), { home });
    assert.equal(code, 4, stderr);
    assert.match(stderr, message);
    assert.equal(simulator.counts.requests, 1);
    assert.deepEqual(openFilesIn(home), [], 'what a refused command opened is closed');
  });
}

test('a first call that fails ends think and pool build with 4, and says that it was the probe', async (t) => {
  const fault = { do: 'error_in_200' } as const;
  const { home, file, args, simulator } = await setting(t, [fault]);
  const endpoint = ['--endpoint', simulator.url, '--model', 'latebench-sim/sampler', '--max-retries', '0'];
  const build = ['pool', 'build', file, '--pool', join(home, 'built'), '--n', '2', ...endpoint];
  for (const words of [args('pool', '--max-retries', '0'), build]) {
    const { code, stderr } = await runHere(words, { home });
    assert.match(stderr, /the first call, a short probe, failed: .*; run the command again/);
    assert.equal(code, 4, stderr);
  }
});

test('a problem whose traces have no answer does not count as answered', async (t) => {
  const { home, args } = await setting(t);
  const { code, stderr } = await runHere(args('pool', '--max-tokens', '8', '--no-fallback'), { home });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /think: 0 of 2 problems answered, 2 finished without an answer, 0\.0% right/);
  const summary = JSON.parse(await readFile(join(home, 'pool', 'summary.json'), 'utf8')) as ThinkSummary;
  assert.deepEqual([summary.finished, summary.problems_without_answer], [2, 2]);
});

test('a dry run says what it would be at most, and writes nothing', async (t) => {
  const { home, args, simulator } = await setting(t);
  const { code, stderr } = await runHere(args('pool', '--dry-run'), { home });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /at most 24 traces of each of 2 problems, 6 of them to their end/);
  assert.match(stderr, /48/);
  assert.equal(simulator.counts.requests, 0);
  await assert.rejects(readFile(join(home, 'pool', 'pool.json')));
});

test('a dry run counts no calls for problems that are finished', async (t) => {
  const { home, args } = await setting(t);
  assert.equal((await runHere(args('pool', '--limit', '1'), { home })).code, 0);
  const one = await runHere(args('pool', '--dry-run'), { home });
  assert.match(one.stderr, /1 of 2 problems finished already/);
  assert.match(one.stderr, /one probe of at most 16 tokens/);
  assert.match(one.stderr, /dry run: 24 calls/);
  assert.equal((await runHere(args('pool'), { home })).code, 0);
  const all = await runHere(args('pool', '--dry-run'), { home });
  assert.match(all.stderr, /2 of 2 problems finished already/);
  assert.match(all.stderr, /dry run: 0 calls/);
});

test('a dry run leaves out the replies that an interrupted run has stored of a problem', async (t) => {
  const { home, args, simulator } = await setting(t, [
    { do: 'error', status: 401, when: { after_calls: 9 } },
  ]);
  const cut = await runHere(args('pool', '--no-adaptive', '--concurrency', '1'), { home });
  assert.notEqual(cut.code, 0);
  // The first of them was the probe.
  const stored = Object.keys(simulator.counts.by_request).length - 1;
  const { stderr } = await runHere(args('pool', '--no-adaptive', '--dry-run'), { home });
  assert.match(
    stderr,
    new RegExp(`${stored} stored replies of an earlier run\\ndry run: ${48 - stored} calls`),
  );
});

test('a budget of tokens begins no further trace', async (t) => {
  const { home, args } = await setting(t);
  const { code, stdout, stderr } = await runHere(args('pool', '--tokens', '900', '--no-adaptive'), { home });
  assert.equal(code, 0, stderr);
  for (const line of stdout.trimEnd().split('\n')) {
    const { ended, tokens, traces } = (JSON.parse(line) as { deepconf: DeepconfResult }).deepconf;
    assert.equal(ended, 'tokens');
    assert.ok(tokens.spent >= 900 && traces.sampled < 24);
  }
});

test('faults on the way change nothing in the result', async (t) => {
  const faults: FaultRule[] = [
    { do: 'stream', cut: { after: 20 }, when: { share: 0.3, first_attempts: 1 } },
    { do: 'error', status: 503, when: { share: 0.2, first_attempts: 1 } },
    { do: 'stream', logprobs: 'late', usage: false, when: { share: 0.5 } },
  ];
  const usual = await setting(t);
  const odd = await setting(t, faults);
  const expected = await runHere(usual.args('pool', '--no-adaptive'), { home: usual.home });
  const found = await runHere(odd.args('pool', '--no-adaptive'), { home: odd.home });
  assert.equal(found.code, 0, found.stderr);
  assert.equal(found.stdout, expected.stdout);
});

test('what came in one piece though a stream was asked for is received and paid for, wherever the trace ends', async (t) => {
  const usual = await setting(t);
  const odd = await setting(t, [{ do: 'ignore_stream', when: { after_calls: 1 } }]);
  const expected = await runHere(usual.args('pool', '--no-adaptive'), { home: usual.home });
  const found = await runHere(odd.args('pool', '--no-adaptive'), { home: odd.home });
  assert.equal(found.stdout, expected.stdout);
  const { tokens } = JSON.parse(
    await readFile(join(odd.home, 'pool', 'summary.json'), 'utf8'),
  ) as ThinkSummary;
  const completed = Number(/([\d,]+) completion tokens/.exec(found.stderr)![1]!.replaceAll(',', ''));
  // All but the probe.
  assert.equal(tokens.received, completed - 16);
  assert.ok(tokens.received > tokens.spent);
});

test('traces that the token limit cut off are counted and said', async (t) => {
  const { home, args } = await setting(t);
  const { code, stdout, stderr } = await runHere(args('pool', '--max-tokens', '3'), { home });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /48 traces were cut off by the token limit \(--max-tokens\)/);
  const { deepconf } = JSON.parse(stdout.split('\n')[0]!) as { deepconf: DeepconfResult };
  assert.deepEqual([deepconf.traces.truncated, deepconf.answer], [24, null]);
  const verified = await runHere(['pool', 'verify', join(home, 'pool')], { home });
  assert.equal(verified.code, 0, verified.stderr);
});

test('problems without reference answers are answered as mathematics, and a pool that agreed early lacks nothing', async (t) => {
  const { home, args, file } = await setting(t);
  await writeFile(file, `${JSON.stringify({ id: 'open', problem: 'What is 2 plus 40?' })}\n`);
  const { code, stdout, stderr } = await runHere(args('pool', '--consensus', '0.01'), { home });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /no problem has a reference answer: answers are compared as mathematics/);
  const { deepconf } = JSON.parse(stdout) as { deepconf: DeepconfResult };
  assert.deepEqual(
    [deepconf.settings.answers, deepconf.correct, deepconf.ended],
    ['math', null, 'consensus'],
  );
  const verified = await runHere(['pool', 'verify', join(home, 'pool')], { home });
  assert.equal(verified.code, 0);
  assert.doesNotMatch(verified.stdout + verified.stderr, /of 24 samples/);
});

/** Ends the process as soon as the server has seen so many requests. */
async function killedAfter(requests: number, { simulator, args, home }: Setting): Promise<void> {
  const child: ChildProcess = spawn(
    process.execPath,
    ['bin/latebench.js', ...args('pool', '--no-adaptive', '-q')],
    {
      env: { ...process.env, LATEBENCH_HOME: join(home, '.latebench') },
      stdio: 'ignore',
    },
  );
  const closed = once(child, 'close');
  while (simulator.counts.requests < requests && child.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGKILL');
  await closed;
}

test('killed and run again it pays for no whole trace twice, says what was cut, and ends with the same bytes', async (t) => {
  const faults: FaultRule[] = [{ do: 'stream', interval_ms: 1 }];
  const undisturbed = await setting(t, faults);
  const expected = await runHere(undisturbed.args('pool', '--no-adaptive'), { home: undisturbed.home });
  assert.equal(expected.code, 0, expected.stderr);
  const killed = await setting(t, faults);
  for (const requests of [9, 28]) await killedAfter(requests, killed);
  const resumed = await runHere(killed.args('pool', '--no-adaptive'), { home: killed.home });
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.equal(resumed.stdout, expected.stdout);
  assert.match(resumed.stderr, /traces were being written when an earlier run ended/);
  for (const side of ['core/problem_id=a', 'core/problem_id=b']) {
    const part = join('pool', side, 'part-000000.parquet');
    const [one, other] = [join(undisturbed.home, part), join(killed.home, part)];
    assert.deepEqual(await readFile(one), await readFile(other));
  }
  // A reply that a client held whole is paid for once; a kill may come between the last byte and the journal.
  const twice = Object.values(killed.simulator.counts.by_request).filter((times) => times > 1).length;
  assert.ok(twice <= 2 * 16, `${twice} replies were sent whole twice`);
});
