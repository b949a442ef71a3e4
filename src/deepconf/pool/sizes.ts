// How much disk a build will take, from what the pool has already or from what traces usually come to.

import type { Side } from './layout.ts';
import type { PoolManifest } from './manifest.ts';
import type { PoolProblem } from './read.ts';

/** Bytes a token, measured: docs/deepconf.md. The journal keeps replies, nearly all of them logprobs, until their part is written. */
const perToken = { core: 10, top: 110, journal: 300, raw: 250 } as const;
/** Tokens of a trace where nothing is known of it. */
const usualTokens = 2500;
/** Parts that are in the journal at once: one being bought, those waiting, one being written. */
const partsInJournal = 4;

export interface SizeEstimate {
  /** Bytes of all missing samples. */
  readonly core: number;
  readonly top: number;
  readonly raw: number;
  readonly journal: number;
  /** `pool`: from the parts that are there. */
  readonly from: 'pool' | 'usual';
  /** Tokens of a trace, where `from` is `usual`. */
  readonly tokens: number;
}

export function estimateSizes(
  missing: number,
  {
    manifest,
    problems,
    maxTokens,
  }: { manifest: PoolManifest; problems: readonly PoolProblem[]; maxTokens: number },
): SizeEstimate {
  const mean = (side: Side): number | undefined => {
    const parts = problems.flatMap(({ problem_id }) => manifest.parts(side, problem_id));
    const rows = parts.reduce((sum, part) => sum + part.rows, 0);
    return rows < 32 ? undefined : parts.reduce((sum, part) => sum + part.bytes, 0) / rows;
  };
  const core = mean('core');
  const tokens = core === undefined ? Math.min(maxTokens, usualTokens) : core / perToken.core;
  return {
    core: missing * (core ?? tokens * perToken.core),
    top: missing * (mean('top') ?? tokens * perToken.top),
    raw: missing * tokens * perToken.raw,
    journal: Math.min(missing, partsInJournal * 128) * tokens * perToken.journal,
    from: core === undefined ? 'usual' : 'pool',
    tokens,
  };
}
