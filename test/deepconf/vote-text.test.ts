// What `vote` prints for people and for programs.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { OnlineSettings } from '../../src/deepconf/stopping-rule.ts';
import type { VoteSummary } from '../../src/deepconf/vote-options.ts';
import { runVote } from '../../src/deepconf/vote-run.ts';
import { voteText } from '../../src/deepconf/vote-text.ts';
import { plainStyle } from '../../src/report/text-style.ts';
import { textWidth } from '../../src/report/text-width.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { drawnProblem, goldenPoolSize } from './golden-pool.ts';
import { writePool } from './write-pool.ts';

async function voted(t: TestContext, online: OnlineSettings | null = null): Promise<VoteSummary> {
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
  const rest = {
    fallback: true,
    dropTruncated: false,
    scores: online === null ? {} : { window: 16 },
    online,
  };
  const metrics = ['avg', 'bottom10', 'lowest', 'tail'] as const;
  return runVote({ pool, folder: join(folder, 'run'), options: { ...voting, ...rest, metrics } });
}

test('people see mean and percentiles of each confidence, and tables that fit 80 columns', async (t) => {
  const summary = await voted(t);
  const text = voteText(summary, 'table', plainStyle);
  const tables = text.slice(0, text.indexOf('beats_cons:'));
  assert.match(tables, /metric +mean +p5 +p25 +median +p75 +p95 +right +wrong/);
  const { mean, p5, p50 } = summary.confidence.lowest!;
  const [found] = /^lowest group .*$/m.exec(tables)!;
  for (const value of [mean, p5, p50]) assert.ok(found.includes(value!.toFixed(3)), found);
  const wide = tables.split('\n').filter((line) => textWidth(line) > 80);
  assert.deepEqual(wide, []);
  assert.match(voteText(summary, 'md', plainStyle), /^## Confidence of the traces\n\n\| metric \| mean \|/m);
});

const csvHeader =
  'name,accuracy,unweighted,difference,low,high,better,worse,beats_cons,confidence_mean,confidence_p5,confidence_p25,' +
  'confidence_p50,confidence_p75,confidence_p95,confidence_mean_right,confidence_mean_wrong,auroc_within,auroc_pooled';

test('CSV is one table with all columns: each method has the confidence by which it votes', async (t) => {
  const summary = await voted(t);
  const [header, ...lines] = voteText(summary, 'csv', plainStyle).trimEnd().split('\n');
  assert.equal(header, csvHeader);
  assert.equal(lines.length, 3 + 4 * 3);
  const at = header.split(',').indexOf('confidence_mean');
  const rows = new Map(lines.map((line) => [line.split(',')[0]!, line.split(',').slice(at)]));
  assert.deepEqual(
    rows.get('cons'),
    Array.from({ length: 10 }, () => ''),
  );
  for (const metric of ['avg', 'tail']) {
    const { mean, p5, p25, p50, p75, p95, mean_right, mean_wrong } = summary.confidence[metric]!;
    const { within, pooled } = summary.auroc[metric]!;
    const expected = [mean, p5, p25, p50, p75, p95, mean_right, mean_wrong, within, pooled].map(String);
    for (const method of ['measure', 'top0.1', 'top0.9']) {
      assert.deepEqual(rows.get(`${method}/${metric}`), expected);
    }
  }
});

test('an online replay adds rows and columns to the same CSV', async (t) => {
  const summary = await voted(t, { warmup: 8, keeps: [0.1, 0.9], consensus: null });
  const [header, ...lines] = voteText(summary, 'csv', plainStyle).trimEnd().split('\n');
  assert.equal(header, `${csvHeader},tokens_share,saved_share,stopped_share,sampled`);
  const width = header.split(',').length;
  for (const line of lines) assert.equal(line.split(',').length, width, line);
  const [low, high] = summary.online!.modes;
  for (const [mode, line] of [
    [low!, lines.at(-2)!],
    [high!, lines.at(-1)!],
  ] as const) {
    const cells = line.split(',');
    assert.deepEqual(cells.slice(0, 2), [`online${mode.keep}/lowest`, String(mode.accuracy)]);
    assert.equal(cells.at(-4), String(mode.tokens_share));
  }
});
