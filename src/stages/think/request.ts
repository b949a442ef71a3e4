// From the options of `think` to what each problem is asked and what its pool is.
import type { PoolSpecification } from '../../deepconf/pool/prepare.ts';
import type { PoolProblem } from '../../deepconf/pool/read.ts';
import type { Sampling } from '../../deepconf/pool/sampling.ts';
import { poolScores } from '../../deepconf/score-columns.ts';
import { paperKeeps } from '../../deepconf/stopping-rule.ts';
import type { ThinkSettings } from '../../deepconf/think/settings.ts';
import { mathReason } from '../../deepconf/voting-choices.ts';
import { type PoolTarget, sampledBy, samplingOf } from '../pool/request.ts';
import type { ThinkAsked } from './options.ts';

export interface ThinkRequest {
  readonly settings: ThinkSettings;
  readonly sampling: Sampling;
  readonly requested: PoolSpecification;
  /** Why answers are compared as mathematics, where that was left open; else null. */
  readonly asMath: string | null;
}

export function thinkRequest(
  asked: ThinkAsked,
  { seed, target, problems }: { seed: number; target: PoolTarget; problems: readonly PoolProblem[] },
): ThinkRequest {
  const sampling = samplingOf(asked, seed, target);
  const { mode, keep = paperKeeps[mode], warmup, traces, tokens = null, fallback } = asked;
  const consensus = asked.adaptive ? asked.consensus : null;
  const asMath = asked.answers === 'auto' ? mathReason(problems, { fromTexts: true }) : null;
  const answers = asMath !== null || asked.answers === 'math' ? 'math' : 'integer';
  const requested: PoolSpecification = {
    source: 'think',
    ...sampledBy(asked, target, sampling),
    online: { keep, warmup, consensus, traces, tokens, answers },
    n: traces,
  };
  const settings = { keep, warmup, consensus, traces, tokens, answers, fallback } as const;
  return { settings: { ...settings, scores: poolScores(requested) }, sampling, requested, asMath };
}
