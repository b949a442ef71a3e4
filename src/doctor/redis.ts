// The queue of runs on several machines, where one is configured.
import { isLateBenchError } from '../errors.ts';
import { examineRedis } from '../queue/check-redis.ts';
import { type Finding, findingsOf } from './finding.ts';

/** `needed`: a queue is what is asked about, so that none is a failure. */
export async function checkRedis(url: string | undefined, { needed = false } = {}): Promise<Finding> {
  const { ok, fails, notSet } = findingsOf('redis');
  if (url === undefined && needed)
    return fails('no queue is named', 'set LATEBENCH_REDIS, or give --redis redis://HOST:PORT');
  if (url === undefined) return notSet('no queue (LATEBENCH_REDIS): needed for --engine bullmq only');
  try {
    const problem = await examineRedis(url);
    return problem === null ? ok('answers, and keeps its keys') : fails(problem.what, problem.remedy);
  } catch (error) {
    if (!isLateBenchError(error)) throw error;
    return fails(error.message);
  }
}
