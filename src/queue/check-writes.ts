// Whether a Redis takes what a queue writes: a server answers well and takes no key when it is full, cannot save, has lost
// its replicas, or where the user may only read.
import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { LateBenchError } from '../errors.ts';
import { Problem, type RedisProblem } from './redis-problem.ts';

/** Writes as the scripts of a queue do, and leaves nothing. */
const script = `
redis.call('hset', KEYS[1], 'written', '1')
redis.call('pexpire', KEYS[1], 1000)
return redis.call('del', KEYS[1])`;

/** How the keys of runs begin. */
const beginnings = ['bull:latebench-', 'latebench-'];

const refusals: readonly [said: RegExp, what: string, remedy: string][] = [
  [
    /^OOM\b/,
    'is full (maxmemory) and takes no more keys',
    'raise its limit (redis-cli config set maxmemory 1gb, and in redis.conf), or remove what others keep there',
  ],
  [/^MISCONF\b/, 'cannot save its data and takes no keys', 'see its log, and make room on its disk'],
  [
    /^NOREPLICAS\b/,
    'has too few replicas to take keys',
    'start its replicas, or set min-replicas-to-write 0',
  ],
  [/^READONLY\b/, 'is a replica, which takes no jobs', 'name its master'],
];

/** Why a server that answers refuses to write; null for another error. */
export function writeRefusal(message: string): Pick<RedisProblem, 'what' | 'remedy'> | null {
  const found = refusals.find(([said]) => said.test(message));
  return found === undefined ? null : { what: found[1], remedy: found[2] };
}

/** Throws where it does not. Lacking permissions are left to whoever asks. */
export async function checkWrites(server: Redis, place: string): Promise<void> {
  for (const beginning of beginnings) {
    try {
      await server.eval(script, 1, `${beginning}check-${randomBytes(8).toString('hex')}`);
    } catch (error) {
      const { message } = error as Error;
      // Of a cluster, another node has this key.
      if (/^MOVED\b|^ASK\b/.test(message)) continue;
      const refused = writeRefusal(message);
      if (refused === null) throw error;
      throw new Problem(`the Redis at ${place} ${refused.what}`, refused.remedy, { cause: error });
    }
  }
}

/** What an error of the queue itself ends a process with. */
export function queueFailure(cause: unknown): LateBenchError {
  const { message } = cause as Error;
  const refused = writeRefusal(message);
  const said =
    refused === null
      ? `${message}; latebench doctor --queue says more`
      : `its Redis ${refused.what} (${message}); ${refused.remedy}`;
  // As it is where a command starts.
  const code = /^NOPERM\b/.test(message) ? 'LB_CONFIG' : 'LB_STORE';
  return new LateBenchError(code, `the queue failed: ${said}. Run the command again to resume`, {
    cause,
  });
}
