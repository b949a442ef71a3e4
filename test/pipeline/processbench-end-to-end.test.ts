// ProcessBench itself, cut to a few solutions of each subset: the simulated critic with eight votes, then the score. The
// whole of it is a command in docs/critics.md.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ScoreObject } from '../../src/records/score.ts';
import type { Solution } from '../../src/records/solution.ts';
import { jsonLines, repository, runHere } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const data = join(repository, '..', 'shared', 'data', 'processbench');
const subsets = ['gsm8k', 'math', 'olympiadbench'];
const skip = existsSync(data) ? false : `${data} is not here`;
const each = 20;

/** The public way: most common valid vote, the first seen where several are; then the harmonic mean of two rates. */
function f1Of(records: readonly Solution[]): number {
  const rate = (kept: readonly Solution[]): number =>
    kept.filter(({ error_steps, critiques }) => {
      const counts = new Map<number, number>();
      for (const { first_error: first } of critiques![0]!.votes!) {
        if (first != null) counts.set(first, (counts.get(first) ?? 0) + 1);
      }
      const [winner] = [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [-2, 0]);
      return winner === (error_steps![0] ?? -1);
    }).length / kept.length;
  const e = rate(records.filter(({ error_steps }) => error_steps!.length > 0));
  const c = rate(records.filter(({ error_steps }) => error_steps!.length === 0));
  return e + c === 0 ? 0 : (2 * e * c) / (e + c);
}

test('three subsets of ProcessBench, judged with eight votes, are averaged as the paper does', {
  skip,
}, async (t) => {
  const cwd = await temporaryFolder(t);
  const files = subsets.map((name) => join(data, `${name}.json`));
  const ingested = await runHere(['ingest', '-q', ...files], { cwd });
  const all = jsonLines(ingested.stdout) as Solution[];
  // Files are not mixed: as many with as without an error, from the top.
  const chosen = subsets.flatMap((name) =>
    [true, false].flatMap((wrong) =>
      all
        .filter(({ subset, error_steps }) => subset === name && error_steps!.length > 0 === wrong)
        .slice(0, each / 2),
    ),
  );
  const input = chosen.map((record) => `${JSON.stringify(record)}\n`).join('');
  const args = ['critic', '--endpoint', 'sim', '--votes', '8', '--run', 'r', '-q'];
  const { code, stdout, stderr } = await runHere(args, { cwd, input });
  assert.equal(code, 0, stderr);
  const records = jsonLines(stdout) as Solution[];
  assert.equal(records.length, subsets.length * each);
  assert.ok(records.every(({ critiques }) => critiques![0]!.votes!.length === 8));
  await writeFile(join(cwd, 'judged.jsonl'), stdout);
  const scored = await runHere(['score', '--format', 'json', 'judged.jsonl'], { cwd });
  const { processbench } = (JSON.parse(scored.stdout) as ScoreObject).critics[0]!;
  const expected = subsets.map((name) => f1Of(records.filter(({ subset }) => subset === name)));
  for (const [at, name] of subsets.entries()) {
    assert.equal(processbench.subsets[name]!.n, each);
    assert.ok(Math.abs(processbench.subsets[name]!.f1! - expected[at]!) < 1e-12, name);
  }
  const mean = expected.reduce((sum, f1) => sum + f1, 0) / expected.length;
  assert.ok(Math.abs(processbench.mean_of_subsets_f1! - mean) < 1e-12);
  // A pair of files for each subset, with the same figures.
  const folder = join(cwd, 'r/results/processbench');
  for (const [at, name] of subsets.entries()) {
    const csv = await readFile(join(folder, `${name}_latebench-sim-critic_votes8.csv`), 'utf8');
    assert.match(csv, new RegExp(`^overall,${each},.*,${(100 * expected[at]!).toFixed(2)}$`, 'm'));
  }
});
