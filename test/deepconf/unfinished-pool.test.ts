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

    const large = await run(`${command}-large`, '--k', '8');
    // Sets of a problem with fewer traces are all that it has.
    assert.equal(large.code, 0, large.stderr);
    assert.match(large.stderr, /fewer than 8 traces \(the fewest: 4\)/);
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
