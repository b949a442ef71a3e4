// From the files of a pool to voters: scores, answers and what is left out.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  freshScoring,
  type LoadSettings,
  loadProblem,
  type Scoring,
  storedScoring,
} from '../../src/deepconf/load-problem.ts';
import { openPool, type Pool } from '../../src/deepconf/pool/read.ts';
import type { ProblemTraces } from '../../src/deepconf/problem-traces.ts';
import { recomputedConfidences, storedConfidences } from '../../src/deepconf/trace-confidences.ts';
import { metrics, traceScorer } from '../../src/deepconf/trace-scores.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { drawnProblem, goldenPoolSize } from './golden-pool.ts';
import { type MadeTrace, writePool } from './write-pool.ts';

const plain: LoadSettings = { answers: 'integer', fallback: true, dropTruncated: false };

async function poolOf(
  t: TestContext,
  traces: readonly MadeTrace[],
  { truth = '5', k = 1 }: { truth?: string | null; k?: number } = {},
): Promise<Pool> {
  const folder = await temporaryFolder(t);
  await writePool(folder, {
    k,
    problems: [{ problem_id: 'a/1', truth, traces }],
    scores: { window: 64, tail: 64 },
  });
  const pool = await openPool(folder);
  t.after(() => pool.close());
  return pool;
}

function load(
  pool: Pool,
  settings: LoadSettings = plain,
  scoring: Scoring = storedScoring(metrics),
): Promise<ProblemTraces> {
  return loadProblem(pool, pool.problems[0]!, 0, { settings, scoring });
}

function labels({ classes }: ProblemTraces): (string | null)[] {
  return Array.from(classes.of, (choice) => (choice < 0 ? null : classes.labels[choice]!));
}

function trace(answer: string | null, more: Partial<MadeTrace> = {}): MadeTrace {
  return { answer, logprobs: Float64Array.of(-1), top: Float64Array.of(-1), ...more };
}

test('stored scores, those of token_conf and those of top/ agree to the last bit', async (t) => {
  const { traces } = drawnProblem(0);
  const made = traces.slice(0, 130).map((one) => ({ ...one, answer: String(one.answer) }));
  const pool = await poolOf(t, made, { k: goldenPoolSize.k });
  const score = traceScorer({ window: 64, tail: 64 });
  const stored = await load(pool);
  const fromConf = await load(pool, plain, freshScoring(metrics, storedConfidences(pool), score));
  const top = recomputedConfidences(pool, 'skip');
  const fromTop = await load(pool, plain, freshScoring(metrics, top, score));
  assert.equal(stored.sampleIds.length, 130);
  assert.deepEqual(fromConf.scores, stored.scores);
  assert.deepEqual(fromTop.scores, stored.scores);
  const floor = recomputedConfidences(pool, 'floor');
  const other = await load(pool, plain, freshScoring(metrics, floor, score));
  assert.notDeepEqual(other.scores, stored.scores);
});

test('cut-off traces and answers outside a box vote unless told otherwise', async (t) => {
  const pool = await poolOf(t, [
    trace('5'),
    trace('5', { finish_reason: 'length' }),
    trace('6', { answer_source: 'fallback' }),
    trace(null),
  ]);
  assert.deepEqual(labels(await load(pool)), ['5', '5', '6', null]);
  assert.deepEqual(labels(await load(pool, { ...plain, dropTruncated: true })), ['5', null, '6', null]);
  assert.deepEqual(labels(await load(pool, { ...plain, fallback: false })), ['5', '5', null, null]);
  assert.deepEqual([...(await load(pool)).truncated], [0, 1, 0, 0]);
});

test('without a reference answer that can be compared nothing is right or wrong', async (t) => {
  const none = await load(await poolOf(t, [trace('5')], { truth: null }));
  assert.equal(none.isRight, null);
  const odd = await load(await poolOf(t, [trace('1/2'), trace('5')], { truth: '1/2' }));
  assert.deepEqual([odd.isRight, odd.unusable, labels(odd)], [null, 1, [null, '5']]);
});

test('mathematics: equal answers are one class, named after the first sample that gave it', async (t) => {
  const texts = [
    '\\boxed{\\frac{1}{2}}',
    'so \\boxed{0.5}',
    '\\boxed{x+1}',
    '\\boxed{1+x}',
    'no idea',
    'thus 1/2',
  ];
  const pool = await poolOf(
    t,
    texts.map((text) => trace(null, { text })),
    { truth: '\\frac12' },
  );
  const math = await load(pool, { ...plain, answers: 'math' });
  assert.deepEqual([...math.classes.of], [0, 0, 1, 1, -1, 0]);
  assert.deepEqual([...math.isRight!], [1, 0]);
  const boxed = await load(pool, { ...plain, answers: 'math', fallback: false });
  assert.deepEqual([...boxed.classes.of], [0, 0, 1, 1, -1, -1]);
});
