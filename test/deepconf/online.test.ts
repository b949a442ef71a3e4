// The replay of early stopping: where a trace ends, what it saves, who votes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Voters } from '../../src/deepconf/evaluate-problem.ts';
import { replayOnline, stopsOf, thresholdsOf } from '../../src/deepconf/online-replay.ts';

test('a trace stops at the first full window below the threshold, and never before the window is full', () => {
  const conf = Float32Array.from([1, 9, 9, 9, 4, 4, 9, 1]);
  const thresholds = Float64Array.from([5, 20, 1]);
  const falling = Int32Array.from([1, 0, 2]);
  const stops = new Int32Array(3).fill(-1);
  stopsOf(conf, { window: 2, thresholds, falling }, stops);
  // Means of 2: 5, 9, 9, 6.5, 4, 6.5, 5.
  assert.deepEqual([...stops], [6, 2, 0]);
  stopsOf(conf, { window: 9, thresholds, falling }, stops);
  assert.deepEqual([...stops], [0, 0, 0]);
});

/** Ten traces of 100 tokens; the answer is the class, the lowest group rises with the place. */
function voters(answers: readonly number[]): Voters {
  return {
    position: 0,
    sampleIds: Int32Array.from(answers.keys()),
    classes: { of: Int32Array.from(answers), labels: ['1', '2'] },
    isRight: Uint8Array.from([1, 0]),
    scores: new Map([['lowest', Float64Array.from(answers, (_, place) => place + 1)]]),
  };
}

test('tokens are counted up to the stop, and traces below the bar do not vote', () => {
  const of = voters([0, 0, 0, 0, 0, 0, 1, 1, 1, 1]);
  const set = { seed: 3, repeats: 5, rule: 'ceil' as const };
  const online = { warmup: 4, keeps: [0.5], consensus: null };
  const thresholds = thresholdsOf(of, { k: 10, set, online });
  const stops = new Int32Array(10 * thresholds.length);
  for (let place = 0; place < 10; place += 1) {
    for (const [at, bar] of thresholds.entries())
      stops[place * thresholds.length + at] = place + 1 < bar ? 40 : 0;
  }
  const tokens = new Int32Array(10).fill(100);
  const [outcomes] = replayOnline(of, { k: 10, set, online, tokens, stops, thresholds });
  assert.equal(outcomes!.length, 5);
  for (const { winner, tokens: spent, fullTokens, stopped, sampled } of outcomes!) {
    assert.deepEqual([fullTokens, sampled], [1000, 10]);
    assert.equal(spent, 1000 - 60 * stopped);
    assert.ok(stopped <= 6);
    // The most confident traces, places 6 to 9, answer with the second class.
    assert.equal(winner, 1);
  }
  assert.ok(outcomes!.some(({ stopped }) => stopped > 0));
});

test('sampling ends when one answer has the share of the weight that was asked for', () => {
  const of = voters([0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  const set = { seed: 1, repeats: 3, rule: 'ceil' as const };
  const online = { warmup: 2, keeps: [1], consensus: 0.95 };
  const thresholds = thresholdsOf(of, { k: 10, set, online });
  const stops = new Int32Array(10 * thresholds.length);
  const tokens = new Int32Array(10).fill(100);
  const [outcomes] = replayOnline(of, { k: 10, set, online, tokens, stops, thresholds });
  for (const { sampled, tokens: spent, winner } of outcomes!)
    assert.deepEqual([sampled, spent, winner], [2, 200, 0]);
});
