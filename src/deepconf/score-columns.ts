// Where the confidences of traces come from: as the pool has them, or computed again from its token confidences, or
// (for another rule on sentinels) from the log-probabilities in its top/ side.
import { LateBenchError } from '../errors.ts';
import type { Pool } from './pool/read.ts';
import type { PoolSettings } from './pool/schema.ts';
import type { TraceColumn } from './pool/trace-batch.ts';
import type { ScoreSettings } from './score-settings.ts';
import type { SentinelRule } from './token-confidence.ts';
import type { Metric } from './trace-scores.ts';

export interface VoteScores extends Omit<ScoreSettings, 'bottomFraction'> {
  readonly sentinel: SentinelRule;
}

/** The settings that a pool's stored scores were computed with. */
export function poolScores({ scores }: Pick<PoolSettings, 'scores'>): VoteScores {
  const { bottom_count, ...rest } = scores;
  return { ...rest, bottomCount: bottom_count };
}

export type ScoreOrigin = 'stored' | 'token_conf' | 'top';

/** The cheapest origin of these metrics; settings that none of them depends on do not count. */
export function scoreOrigin(pool: Pool, requested: VoteScores, metrics: readonly Metric[]): ScoreOrigin {
  const stored = poolScores(pool.settings);
  if (requested.sentinel !== stored.sentinel) {
    if (pool.settings.keep_top) return 'top';
    throw new LateBenchError(
      'LB_USAGE',
      `${pool.folder} was built with --sentinel ${stored.sentinel} and without its top/ side, which ` +
        `--sentinel ${requested.sentinel} needs`,
    );
  }
  const grouped = metrics.includes('lowest') || metrics.includes('bottom10');
  const isSame =
    requested.missing === stored.missing &&
    (!metrics.includes('tail') || requested.tail === stored.tail) &&
    (!grouped || (requested.window === stored.window && requested.edge === stored.edge)) &&
    (!metrics.includes('bottom10') || requested.bottomCount === stored.bottomCount);
  return isSame ? 'stored' : 'token_conf';
}

export const storedColumn = {
  avg: 'score_avg',
  tail: 'score_tail',
  lowest: 'score_lowest',
  bottom10: 'score_bottom10',
} as const satisfies Readonly<Record<Metric, TraceColumn>>;
