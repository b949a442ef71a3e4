// A sweep agrees with single evaluations of its settings.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runSweepInto } from '../../src/deepconf/sweep-run.ts';
import { runVote } from '../../src/deepconf/vote-run.ts';
import { voteTable } from '../../src/deepconf/vote-table.ts';
import { checkMarkup } from '../report/markup-check.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { drawnProblem, goldenPoolSize } from './golden-pool.ts';
import { writePool } from './write-pool.ts';

test('each setting of a sweep has the accuracy that a vote with it has', async (t) => {
  const folder = await temporaryFolder(t);
  const pool = join(folder, 'pool');
  const problems = Array.from({ length: 3 }, (_, position) => {
    const { truth, traces } = drawnProblem(position);
    const made = traces
      .slice(0, 40)
      .map((one) => ({ ...one, answer: one.answer === null ? null : String(one.answer) }));
    return { problem_id: String(position), truth: String(truth), traces: made };
  });
  await writePool(pool, { k: goldenPoolSize.k, problems, keepTop: false, simulated: true });
  const common = {
    ks: [8, 32],
    repeats: 8,
    seed: 5,
    metrics: ['avg', 'lowest', 'tail'] as const,
    etas: [0.1, 0.5],
    rule: 'ceil' as const,
    answers: 'integer' as const,
    fallback: true,
    dropTruncated: false,
  };
  const windows = [32, 128];
  const run = join(folder, 'sweep');
  const sweep = await runSweepInto({ pool, folder: run, options: { ...common, windows, scores: {} } });
  assert.equal(sweep.rows.length, 2 * (1 + 2 * 2) * 3);
  for (const window of windows) {
    const vote = await runVote({
      pool,
      folder: join(folder, `vote-${window}`),
      options: { ...common, scores: { window, tail: window }, online: null },
    });
    for (const row of sweep.rows.filter(
      (one) => one.k === 32 && one.window !== null && one.window === window,
    )) {
      const name = row.eta === null ? `measure/${row.metric}` : `top${row.eta}/${row.metric}`;
      assert.equal(row.accuracy, vote.accuracy[name], `${name} at ${window}`);
    }
    assert.equal(sweep.cons[32], vote.accuracy.cons);
    const page = await readFile(join(folder, `vote-${window}`, 'report.html'), 'utf8');
    assert.match(checkMarkup(page).text, /made by a simulation/);
    assert.ok(voteTable(vote).notes?.some((note) => note.includes('made by a simulation')));
  }
  const { text } = checkMarkup(await readFile(join(run, 'report.html'), 'utf8'));
  assert.match(text, /made by a simulation/);
  assert.match(
    await readFile(join(run, 'sweep.csv'), 'utf8'),
    /^k,metric,window,cons,measure,top0\.1,top0\.5\n8,avg,,/,
  );
});
