// What `vote` prints for people and for programs.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { VoteSummary } from '../../src/deepconf/vote-options.ts';
import { runVote } from '../../src/deepconf/vote-run.ts';
import { voteText } from '../../src/deepconf/vote-text.ts';
import { textWidth } from '../../src/report/text-width.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { drawnProblem, goldenPoolSize } from './golden-pool.ts';
import { writePool } from './write-pool.ts';

async function voted(t: TestContext): Promise<VoteSummary> {
  const folder = await temporaryFolder(t);
  const pool = join(folder, 'pool');
  const problems = [0, 1, 2].map((position) => {
    const { truth, traces } = drawnProblem(position);
    const made = traces
      .slice(0, 40)
      .map((one) => ({ ...one, answer: one.answer === null ? null : `${one.answer}` }));
    return { problem_id: String(position), truth: String(truth), traces: made };
  });
  await writePool(pool, { k: goldenPoolSize.k, problems, keepTop: false });
  const voting = {
    ks: [32],
    repeats: 4,
    seed: 5,
    etas: [0.1, 0.9],
    rule: 'ceil',
    answers: 'integer',
  } as const;
  const rest = { fallback: true, dropTruncated: false, scores: {}, online: null };
  const metrics = ['avg', 'bottom10', 'lowest', 'tail'] as const;
  return runVote({ pool, folder: join(folder, 'run'), options: { ...voting, ...rest, metrics } });
}

test('people see mean and percentiles of each confidence, and tables that fit 80 columns', async (t) => {
  const summary = await voted(t);
  const text = voteText(summary, 'table', false);
  const tables = text.slice(0, text.indexOf('beats_cons:'));
  assert.match(tables, /metric +mean +p5 +p25 +median +p75 +p95 +right +wrong/);
  const { mean, p5, p50 } = summary.confidence.lowest!;
  const [found] = /^lowest group .*$/m.exec(tables)!;
  for (const value of [mean, p5, p50]) assert.ok(found.includes(value!.toFixed(3)), found);
  const wide = tables.split('\n').filter((line) => textWidth(line) > 80);
  assert.deepEqual(wide, []);
  assert.match(voteText(summary, 'md', false), /^## Confidence of the traces\n\n\| metric \| mean \|/m);
});

test('CSV is one table with all columns', async (t) => {
  const lines = voteText(await voted(t), 'csv', false)
    .trimEnd()
    .split('\n');
  assert.equal(lines[0], 'name,accuracy,unweighted,difference,low,high,better,worse,beats_cons');
  assert.equal(lines.length, 1 + 3 + 4 * 3);
});
