// Connections to Redis. bullmq and ioredis are optional peers, not needed on one machine; without them, asking for the
// queue gives an error that says what to install.
import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { isLateBenchError, LateBenchError } from '../errors.ts';

async function missing(cause: unknown): Promise<never> {
  const message = '--engine bullmq needs two packages: npm install bullmq ioredis';
  throw new LateBenchError('LB_CONFIG', message, { cause });
}

export const loadBull = (): Promise<typeof import('bullmq')> => import('bullmq').catch(missing);

/** A connection of ours with those that BullMQ has made after it. */
interface Family {
  readonly all: Redis[];
  /** Connect no more: a connection that is lost, or away already, has ended. */
  leaving: boolean;
}

const families = new WeakMap<Redis, Family>();

/**
 * Connect no more, and see to it that what is just being made again ends: BullMQ waits for that without end, and has
 * stopped the next attempt itself. To be called when its workers are closing: others would go on asking at once.
 */
export async function leaveRedis(redis: Redis): Promise<void> {
  const family = families.get(redis);
  if (family === undefined) return;
  family.leaving = true;
  for (const one of family.all) if (one.status === 'reconnecting') one.connect().catch(() => undefined);
  const trying = (): boolean => family.all.some(({ status }) => !['ready', 'wait', 'end'].includes(status));
  const enough = performance.now() + slowestRetryMs + lastAnswerMs;
  while (trying() && performance.now() < enough) await wait(20);
}

/** Lets go of a connection and of all that were made after it; what still waits for an answer fails. */
export function disconnectAll(redis: Redis): void {
  for (const one of families.get(redis)?.all ?? []) one.disconnect();
}

const slowestRetryMs = 2000;

/** How long an answer is waited for when all is to end: a Redis that is away gives none. */
export const lastAnswerMs = 2000;

/** Resolves with the work, or after so many milliseconds without it. */
export async function within(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const enough = new AbortController();
  const done = work.catch(() => undefined).finally(() => enough.abort());
  await Promise.race([done, wait(milliseconds, undefined, { signal: enough.signal }).catch(() => undefined)]);
}

/** As it may be shown: without name and password. */
function checkAddress(url: string): { readonly host: string } {
  if (/^rediss?:\/\//.test(url) && URL.canParse(url)) return new URL(url);
  const shown = url.replace(/^.*@/, '');
  throw new LateBenchError('LB_CONFIG', `--redis ${shown}: give an address such as redis://127.0.0.1:6379`);
}

/**
 * Connects with the first command unless `lazyConnect` is off. `lost` is called once each time the connection is lost;
 * reconnecting never gives up.
 */
export async function connectRedis(
  url: string,
  lost: (message: string) => void = () => {},
  lazyConnect = true,
): Promise<Redis> {
  checkAddress(url);
  const { Redis } = await import('ioredis').catch(missing);
  const family: Family = { all: [], leaving: false };
  const redis = new Redis(url, {
    // Blocking commands of BullMQ wait without end.
    maxRetriesPerRequest: null,
    lazyConnect,
    retryStrategy: (times) => (family.leaving ? null : Math.min(times * 200, slowestRetryMs)),
  });
  family.all.push(redis);
  families.set(redis, family);
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (options) => {
    const copy = duplicate(options);
    family.all.push(copy);
    return copy;
  };
  let away = false;
  redis.on('error', (error: Error) => {
    if (!away) lost(error.message === '' ? 'connection refused' : error.message);
    away = true;
  });
  redis.on('ready', () => {
    away = false;
  });
  return redis;
}

/** Fails at once when no server answers, instead of waiting for one. */
export async function checkRedis(url: string): Promise<void> {
  const { host } = checkAddress(url);
  const { Redis } = await import('ioredis').catch(missing);
  const probe = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  let why = '';
  probe.on('error', (error: Error) => {
    why = error.message;
  });
  try {
    await probe.connect();
    // A connection also opens when a password is required; only a command fails then.
    await probe.ping();
    const policy = (await probe.config('GET', 'maxmemory-policy').catch(() => [])) as string[];
    if (policy[1] !== undefined && policy[1] !== 'noeviction') {
      const message = `the Redis server drops keys when it is full (maxmemory-policy ${policy[1]}); set noeviction`;
      throw new LateBenchError('LB_CONFIG', message);
    }
  } catch (cause) {
    if (isLateBenchError(cause)) throw cause;
    const reason = why || (cause as Error).message;
    const message = /NOAUTH|WRONGPASS|invalid password/i.test(reason)
      ? `the Redis at ${host} wants a password, or another one: put redis://:PASSWORD@${host} into LATEBENCH_REDIS`
      : `no Redis at ${host}: ${reason}`;
    throw new LateBenchError('LB_CONFIG', message, { cause });
  } finally {
    probe.disconnect();
  }
}
