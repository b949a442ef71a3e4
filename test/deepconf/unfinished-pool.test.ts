// Votes over a pool whose build was interrupted: problems that have no traces yet are left out, and said so.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runHere } from '../datasets/hub/run-here.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { drawnProblem, goldenPoolSize } from './golden-pool.ts';
import { type MadeProblem, writePool } from './write-pool.ts';

function problemOf(position: number, traces: number): MadeProblem {
  const drawn = drawnProblem(position);
  return {
    problem_id: `p${position}`,
    truth: String(drawn.truth),
    traces: drawn.traces
      .slice(0, traces)
      .map((trace) => ({ ...trace, answer: trace.answer === null ? null : String(trace.answer) })),
  };
}

interface Result {
  problems: number;
  problems_without_traces?: number;
}

async function jsonOf<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, 'utf8')) as T;
}

test('vote and sweep leave problems without traces out, and --limit takes the first problems', async (t) => {
  const home = await temporaryFolder(t);
  const pool = join(home, 'pool');
  const problems = [problemOf(0, 16), problemOf(1, 0), problemOf(2, 4)];
  await writePool(pool, { k: goldenPoolSize.k, problems, keepTop: false });
  for (const command of ['vote', 'sweep']) {
    const run = (folder: string, ...more: string[]) =>
      runHere([command, '--pool', pool, '--repeat', '2', '--run', join(home, folder), ...more], { home });
    const some = await run(`${command}-some`, '--k', '4');
    assert.equal(some.code, 0, some.stderr);
    assert.match(some.stderr, new RegExp(`${command}: 1 of 3 problems has no traces and is left out`));
    const summary = await jsonOf<Result>(join(home, `${command}-some/summary.json`));
    assert.deepEqual([summary.problems, summary.problems_without_traces], [2, 1]);

    const all = await run(`${command}-all`, '--k', 'all');
    assert.equal(all.code, 0, all.stderr);
    assert.match(
      all.stderr,
      new RegExp(`${command}: 1 problem has fewer than 16 traces \\(at least 4\\): all of theirs vote`),
    );
    const large = await run(`${command}-large`, '--k', '8');
    assert.equal(large.code, 2);
    assert.match(large.stderr, /problem p2 has 4 traces, too few for sets of 8/);
    const first = await run(`${command}-first`, '--k', '8', '--limit', '2');
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stderr, /1 of 2 problems has no traces/);
    assert.equal((await jsonOf<Result>(join(home, `${command}-first/summary.json`))).problems, 1);
  }
});

test('a pool without any trace is an error that says what to do', async (t) => {
  const home = await temporaryFolder(t);
  const pool = join(home, 'pool');
  await writePool(pool, { k: goldenPoolSize.k, problems: [problemOf(0, 0)], keepTop: false });
  const { code, stderr } = await runHere(['vote', '--pool', pool, '--run', join(home, 'r')], { home });
  assert.equal(code, 2);
  assert.match(stderr, /has no traces yet.*latebench pool build/);
});

test('evaluate with a smaller --limit votes over those problems after an interrupted build', async (t) => {
  const home = await temporaryFolder(t);
  const file = join(home, 'three.jsonl');
  const rows = [21, 22, 23].map((n) => ({ problem: `What is ${n} + 1?`, answer: n + 1 }));
  await writeFile(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const pool = ['--pool', join(home, 'pool'), '--endpoint', 'sim', '--max-tokens', '16', '--n', '8'];
  const evaluate = (...more: string[]) =>
    runHere(['deepconf', 'evaluate', '--dataset', file, ...pool, '--k', '8', '--repeat', '2', ...more], {
      home,
    });
  const stopped = await evaluate('--budget-tokens', '600', '--run', join(home, 'stopped'));
  assert.equal(stopped.code, 4, stopped.stderr);
  const smaller = await evaluate('--limit', '1', '--run', join(home, 'smaller'), '--budget-tokens', '100000');
  assert.equal(smaller.code, 0, smaller.stderr);
  assert.equal((await jsonOf<Result>(join(home, 'smaller/summary.json'))).problems, 1);
  const all = await evaluate('--run', join(home, 'all'), '--budget-tokens', '100000');
  assert.equal(all.code, 0, all.stderr);
  const again = await evaluate('--limit', '2', '--run', join(home, 'again'), '--budget-tokens', '100000');
  assert.equal(again.code, 0, again.stderr);
  assert.equal((await jsonOf<Result>(join(home, 'again/summary.json'))).problems, 2);
});

test('--k all: each problem votes with the traces that it has, as it does alone', async (t) => {
  const home = await temporaryFolder(t);
  const vote = async (name: string, problems: readonly MadeProblem[], ...more: string[]) => {
    const pool = join(home, `pool-${name}`);
    await writePool(pool, { k: goldenPoolSize.k, problems, keepTop: false });
    const args = ['vote', '--pool', pool, '--repeat', '3', '--run', join(home, name), ...more];
    const { code, stderr } = await runHere(args, { home });
    assert.equal(code, 0, stderr);
    const [summary, { problems: results }] = await Promise.all([
      jsonOf<
        Record<string, unknown> & { k: number; traces_each?: unknown; accuracy: Record<string, number> }
      >(join(home, name, 'summary.json')),
      jsonOf<{ problems: { runs: Record<string, { accuracy: Record<string, number | null> }> }[] }>(
        join(home, name, 'results.json'),
      ),
    ]);
    return { summary, results };
  };
  const sizes = [16, 4, 7];
  const ragged = await vote(
    'ragged',
    [...sizes.map((n, at) => problemOf(at, n)), problemOf(3, 0)],
    '--k',
    'all',
  );
  assert.equal(ragged.summary.k, 16);
  assert.deepEqual(ragged.summary.traces_each, { least: 4, most: 16, fewer: 2 });
  assert.equal(ragged.summary.problems_without_traces, 1);
  assert.equal(ragged.results.length, 3);
  for (const [at, n] of sizes.entries()) {
    const alone = await vote(`alone-${at}`, [problemOf(at, n)], '--k', String(n));
    // Whatever order the traces are drawn in, all of them vote: their mean and their votes are the same.
    for (const [method, accuracy] of Object.entries(alone.results[0]!.runs[n]!.accuracy)) {
      if (method !== 'pass_at_1')
        assert.equal(ragged.results[at]!.runs[16]!.accuracy[method], accuracy, method);
    }
  }
  const mixed = await vote(
    'mixed',
    sizes.map((n, at) => problemOf(at, n)),
    '--k',
    '2,all',
  );
  assert.equal(mixed.summary.k, 16);
  const even = await vote('even', [problemOf(0, 5), problemOf(1, 5)], '--k', 'all');
  assert.deepEqual(even.summary.traces_each, { least: 5, most: 5, fewer: 0 });
});
