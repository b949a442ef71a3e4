// The confidence of one trace, token by token and window by window, thinned to what a screen can show: of each stretch
// the smallest and the largest value stay, so that no dip is lost.

import { groupMeans } from '../../deepconf/group-confidence.ts';
import { partSamples } from '../../deepconf/pool/layout.ts';
import type { PoolProblem } from '../../deepconf/pool/read.ts';
import { poolScores } from '../../deepconf/score-columns.ts';
import { prefixSums, tokensOf, traceScorer } from '../../deepconf/trace-scores.ts';
import { LateBenchError } from '../../errors.ts';
import type { CurvePage } from '../api-pools.ts';
import { typeset } from '../records/typeset.ts';
import type { OpenedPool } from './open-pool.ts';

const maxPoints = 1500;

type Point = readonly [at: number, low: number, high: number];

/** `offset` is the token that the first value belongs to. */
export function thinned(values: ArrayLike<number>, count: number, offset: number): Point[] {
  const stretch = Math.max(1, Math.ceil(count / maxPoints));
  const points: Point[] = [];
  for (let from = 0; from < count; from += stretch) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let at = from; at < Math.min(count, from + stretch); at += 1) {
      const value = values[at]!;
      if (Number.isNaN(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (low <= high) points.push([offset + from, low, high]);
  }
  return points;
}

interface Found {
  readonly conf: Float32Array;
  readonly text: string | null;
}

async function findTrace(opened: OpenedPool, { problem_id }: PoolProblem, sample: number): Promise<Found> {
  return opened.alone(async (pool) => {
    for await (const batch of pool.traces(problem_id, { columns: ['sample_id', 'token_conf', 'text'] })) {
      const row = batch.ints('sample_id').indexOf(sample);
      if (row === -1) continue;
      const { values, ends } = batch.floatLists('token_conf');
      return { conf: values.slice(ends[row]!, ends[row + 1]!), text: batch.texts('text')[row] ?? null };
    }
    throw new LateBenchError(
      'LB_INPUT_MISSING',
      `there is no trace ${sample}; parts hold ${partSamples} samples each, counted from 0`,
    );
  });
}

export async function curveOf(
  opened: OpenedPool,
  position: number,
  sample: number,
  window: number,
): Promise<CurvePage> {
  const problem = opened.pool.problems[position]!;
  const { conf, text } = await findTrace(opened, problem, sample);
  const settings = { ...poolScores(opened.pool.settings), window };
  const scored = traceScorer(settings)(conf);
  const prefix = new Float64Array(conf.length + 1);
  const usable = prefixSums(conf, prefix, settings.missing === 'zero');
  const size = tokensOf(window, usable);
  const groups = new Float64Array(conf.length + 1);
  const count =
    usable === 0 ? 0 : groupMeans(prefix, { n: usable, window: size, edge: settings.edge }, groups);
  const ends = usable - count;
  const { lowest_at: lowest, n: _, groups: __, ...scores } = scored;
  return {
    sample,
    tokens: conf.length,
    window: size,
    points: thinned(conf, conf.length, 0),
    groups: thinned(groups, count, ends),
    lowest:
      lowest === null
        ? null
        : { from: Math.max(0, ends + lowest + 1 - size), to: ends + lowest, value: groups[lowest]! },
    scores,
    text: text === null ? null : typeset(text),
  };
}
