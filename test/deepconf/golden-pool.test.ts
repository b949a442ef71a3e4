// The golden pool: scores, working sets and the predictions of its twelve runs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { problemEvaluator, type Voters } from '../../src/deepconf/evaluate-problem.ts';
import { integerClasses } from '../../src/deepconf/integer-classes.ts';
import { methodsOf } from '../../src/deepconf/methods.ts';
import { tokenConfidence } from '../../src/deepconf/token-confidence.ts';
import { traceScorer } from '../../src/deepconf/trace-scores.ts';
import { drawWorkingSet, workingSetSeed } from '../../src/deepconf/working-set.ts';
import { drawnProblem, goldenPoolSize } from './golden-pool.ts';

function golden<T>(name: string): T {
  return JSON.parse(readFileSync(`test/golden/deepconf/${name}.json`, 'utf8')) as T;
}

interface ExpectedProblem {
  problem_id: number;
  seed: number;
  indices?: number[];
  pass_at_1: boolean;
  mean_correct: number;
  cons: number;
  cons_tie: boolean;
  valid: number;
  measure: Record<string, number>;
  'top0.1': Record<string, number>;
  'top0.9': Record<string, number>;
}

const spec = golden<{
  problems: {
    truth: number;
    correct: number;
    invalid: number;
    tokens: number;
    score_sum: Record<string, number>;
    score_head: Record<string, number[]>;
  }[];
}>('pool_spec');
const expected = golden<{
  metrics: string[];
  runs: { K: number; repeat: number; per_problem: ExpectedProblem[] }[];
}>('pool_expected');

/** Golden metric names hold the convention. */
const settings = { window: 64, tail: 64 };
const scorers = {
  official: traceScorer({ ...settings, edge: 'full', bottomCount: 'floor' }),
  document: traceScorer({ ...settings, edge: 'partial', bottomCount: 'ceil' }),
};

function votersAt(position: number): Voters {
  const { truth, traces } = drawnProblem(position);
  const scores = new Map(expected.metrics.map((name) => [name, new Float64Array(traces.length)]));
  for (const [place, { logprobs, top }] of traces.entries()) {
    const { conf } = tokenConfidence({ chosen: logprobs, top, k: goldenPoolSize.k });
    const official = scorers.official(conf);
    const document = scorers.document(conf);
    const values: Record<string, number | null> = {
      avg: official.avg,
      tail: official.tail,
      'partial.lowest_group': document.lowest,
      'partial.bottom10_ceil': document.bottom10,
      'full.lowest_group': official.lowest,
      'full.bottom10_floor': official.bottom10,
    };
    for (const [name, column] of scores) column[place] = values[name]!;
  }
  const classes = integerClasses(traces.map(({ answer }) => (answer === null ? null : String(answer))));
  return {
    position,
    sampleIds: Int32Array.from(traces.keys()),
    classes,
    isRight: Uint8Array.from(classes.labels, (label) => (label === String(truth) ? 1 : 0)),
    scores,
  };
}

const voters = Array.from({ length: goldenPoolSize.problems }, (_, position) => votersAt(position));

test('the golden pool has the scores it should, up to the rounding to float32', () => {
  for (const [position, requested] of spec.problems.entries()) {
    const { classes, scores, isRight } = voters[position]!;
    assert.equal(classes.labels[isRight!.indexOf(1)], String(requested.truth));
    assert.equal(
      classes.of.filter((choice) => choice >= 0 && isRight![choice] === 1).length,
      requested.correct,
    );
    assert.equal(classes.of.filter((choice) => choice === -1).length, requested.invalid);
    for (const [name, sum] of Object.entries(requested.score_sum)) {
      const column = scores.get(name)!;
      const total = column.reduce((a, b) => a + b, 0);
      assert.ok(Math.abs(total - sum) < 1e-6 * sum, `${name}: ${total}, not ${sum}`);
      for (const [place, value] of requested.score_head[name]!.entries()) {
        assert.ok(Math.abs(column[place]! - value) < 1e-6 * value, `${name} of trace ${place}`);
      }
    }
  }
});

test('the twelve golden runs: working sets and the prediction of every method', () => {
  const methods = methodsOf(expected.metrics, [0.1, 0.9]);
  const set = { seed: 20250815, repeats: 4, rule: 'ceil' as const };
  for (const [position, of] of voters.entries()) {
    const evaluate = problemEvaluator(of, methods, set);
    for (const k of [16, 64, 128]) {
      const votes = evaluate(k);
      for (const { repeat, per_problem } of expected.runs.filter((run) => run.K === k)) {
        const requested = per_problem[position]!;
        const drawn = { seed: set.seed, k, repeat, position };
        assert.equal(workingSetSeed(drawn), requested.seed);
        if (requested.indices !== undefined) {
          assert.deepEqual([...drawWorkingSet(drawn, 256, new Int32Array(256))], requested.indices);
        }
        assert.equal(
          votes.first[repeat]! >= 0 && of.isRight![votes.first[repeat]!] === 1,
          requested.pass_at_1,
        );
        assert.equal(votes.right[repeat]! / k, requested.mean_correct);
        assert.equal(votes.valid[repeat], requested.valid);
        for (const { method, winners, ties } of votes.methods) {
          if (method.eta !== null && !method.weighted) continue;
          const answer = Number(of.classes.labels[winners[repeat]!]);
          if (method.metric === null) {
            assert.deepEqual([answer, ties[repeat]], [requested.cons, requested.cons_tie ? 1 : 0]);
          } else {
            const group = method.eta === null ? requested.measure : requested[`top${method.eta}` as 'top0.1'];
            assert.equal(answer, group[method.metric], `${method.name}, K ${k}, problem ${position}`);
          }
        }
      }
    }
  }
});
