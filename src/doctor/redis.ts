// The queue of runs on several machines, where one is configured.
import { isLateBenchError } from '../errors.ts';
import { checkRedis as connect } from '../queue/redis.ts';
import { type Finding, findingsOf } from './finding.ts';

export async function checkRedis(url: string | undefined): Promise<Finding> {
  const { ok, fails, notSet } = findingsOf('redis');
  if (url === undefined) return notSet('no queue (LATEBENCH_REDIS): needed for --engine bullmq only');
  try {
    await connect(url);
    return ok('answers, and keeps its keys');
  } catch (error) {
    if (!isLateBenchError(error)) throw error;
    return fails(error.message, 'start Redis, or correct LATEBENCH_REDIS');
  }
}
