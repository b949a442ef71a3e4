// Token confidence and trace scores against the golden traces, in both conventions.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { aimeAnswer } from '../../src/deepconf/answer.ts';
import { groupMeans } from '../../src/deepconf/group-confidence.ts';
import { exactTokenConfidence } from '../../src/deepconf/token-confidence.ts';
import { prefixSums, traceScorer } from '../../src/deepconf/trace-scores.ts';
import { type GoldenExpected, goldenLogprobs, goldenTraces } from './golden-traces.ts';

function close(actual: number | null, expected: number | null, what: string): void {
  if (actual === null || expected === null) {
    assert.equal(actual, expected, what);
    return;
  }
  const far = Math.abs(actual - expected) > 1e-12 * Math.max(1, Math.abs(expected));
  assert.ok(!far && !Object.is(actual, -0), `${what}: ${actual}, not ${expected}`);
}

for (const golden of goldenTraces) {
  test(`golden trace: ${golden.name}`, () => {
    const logprobs = goldenLogprobs(golden);
    const { conf, n_missing } = exactTokenConfidence(logprobs);
    for (const missing of ['skip', 'zero'] as const) {
      const expected = golden.expected[missing];
      if (expected === undefined) continue;
      assert.equal(n_missing, expected.n_missing);
      const usable =
        missing === 'skip'
          ? conf.filter((c) => !Number.isNaN(c))
          : conf.map((c) => (Number.isNaN(c) ? 0 : c));
      checkConfidence(usable, expected);
      for (const edge of ['full', 'partial'] as const) checkGroups(conf, { golden, expected, edge, missing });
    }
  });
}

function checkConfidence(conf: Float64Array, expected: GoldenExpected): void {
  assert.equal(conf.length, expected.n);
  for (const [i, value] of (expected.token_conf ?? expected.token_conf_head ?? []).entries()) {
    close(conf[i]!, value, `token ${i}`);
  }
  for (const [i, value] of (expected.token_conf_tail ?? []).entries()) {
    close(conf[conf.length - expected.token_conf_tail!.length + i]!, value, `token ${i} of the end`);
  }
  if (expected.token_conf_sum !== undefined) {
    close(
      conf.reduce((a, b) => a + b, 0),
      expected.token_conf_sum,
      'sum',
    );
  }
}

function checkGroups(
  conf: Float64Array,
  {
    golden,
    expected,
    edge,
    missing,
  }: {
    golden: (typeof goldenTraces)[number];
    expected: GoldenExpected;
    edge: 'full' | 'partial';
    missing: 'skip' | 'zero';
  },
): void {
  const requested = expected[edge];
  const prefix = new Float64Array(conf.length + 1);
  const groups = new Float64Array(conf.length + 1);
  const n = prefixSums(conf, prefix, missing === 'zero');
  const count = groupMeans(prefix, { n, window: golden.group_size, edge }, groups);
  assert.equal(count, requested.groups);
  close(count === 0 ? null : groups[0]!, requested.group_first, 'first group');
  close(count === 0 ? null : groups[count - 1]!, requested.group_last, 'last group');
  for (const bottomCount of ['floor', 'ceil'] as const) {
    const scores = traceScorer({
      window: golden.group_size,
      tail: golden.tail_tokens,
      bottomFraction: golden.bottom_fraction,
      edge,
      missing,
      bottomCount,
    })(conf);
    assert.equal(scores.groups, requested.groups);
    close(scores.avg, expected.avg, 'avg');
    close(scores.tail, expected.tail, 'tail');
    close(scores.lowest, requested.lowest_group, 'lowest');
    assert.equal(scores.lowest_at, requested.lowest_at);
    close(scores.bottom10, requested[`bottom10_${bottomCount}`], `bottom10 ${bottomCount}`);
  }
}

test('answers of the golden texts, with where they are', () => {
  const { cases } = JSON.parse(readFileSync('test/golden/mathverify/aime_answers.json', 'utf8')) as {
    cases: { text: string; expected: number | null }[];
  };
  for (const { text, expected } of cases) {
    const { answer, source } = aimeAnswer(text);
    assert.equal(answer, expected === null ? null : String(expected), text);
    assert.equal(source === 'none' || source === 'boxed_out_of_range', expected === null, text);
  }
  assert.deepEqual(aimeAnswer('therefore 456', { fallback: false }), { answer: null, source: 'none' });
  assert.deepEqual(aimeAnswer('\\boxed{ 007 }'), { answer: '7', source: 'boxed' });
});
