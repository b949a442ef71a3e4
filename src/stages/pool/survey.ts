// What a pool has and what is still to be bought for it. Reads only: a dry run ends here, a build begins here.
import { type PartJob, planBuild, samplesMissing } from '../../deepconf/pool/build-plan.ts';
import { preparePool } from '../../deepconf/pool/prepare.ts';
import { checkModelName } from '../../deepconf/pool/probe.ts';
import type { PoolProblem } from '../../deepconf/pool/read.ts';
import { takeRows } from '../../stream/source.ts';
import type { JobContext } from '../define-job.ts';
import type { Calls } from '../job-calls.ts';
import { checkDisk } from './checks.ts';
import type { PoolAsked } from './options.ts';
import { readProblems } from './problems.ts';
import { type PoolRequest, type PoolTarget, poolRequest } from './request.ts';

/** Where samples are asked for; throws for a model that is known to have no logprobs. */
export function targetOf(calls: Calls): PoolTarget {
  const target = calls.configured('logprob');
  checkModelName(target.model);
  return target;
}

/** The problems of the plan's source. */
export async function problemsOf(
  { problems: limit }: Pick<PoolAsked, 'problems'>,
  { rows, keys, sources, policy }: JobContext,
): Promise<readonly PoolProblem[]> {
  const groups = await rows();
  const taken = limit === undefined ? groups : takeRows(groups, limit);
  return readProblems({ groups: taken, keys, sources }, policy);
}

export interface Survey extends PoolRequest {
  /** Parts that are not whole. */
  readonly planned: readonly PartJob[];
  /** Samples that no part has; replies to some of them may be stored. */
  readonly missing: number;
  /** What they will take on the disk; none where nothing is missing. */
  readonly lines: readonly string[];
}

/** Throws where the pool was made with other settings, or where the disk is too small. */
export async function surveyPool(
  asked: PoolAsked,
  { seed, target, problems }: { seed: number; target: PoolTarget; problems: readonly PoolProblem[] },
): Promise<Survey> {
  const request = await poolRequest(asked, seed, target);
  const options = { rebuild: asked.rebuild, dryRun: true, say: () => {} };
  const pool = await preparePool(asked.pool, request.requested, problems, options);
  const planned = planBuild(pool.manifest, problems, request.n);
  const missing = samplesMissing(planned);
  const lines = missing === 0 ? [] : [await checkDisk(pool, missing, asked)];
  return { ...request, planned, missing, lines };
}
