// Connections to Redis. bullmq and ioredis are optional peers, not needed on one machine; without them, asking for the
// queue gives an error that says what to install.
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster, Redis } from 'ioredis';
import { LateBenchError } from '../errors.ts';
import { noteConnection } from './connections.ts';
import { parseRedisAddress, type RedisAddress } from './redis-address.ts';

/** A connection to one server, to the master that Sentinels name, or to a cluster. */
export type RedisClient = Redis | Cluster;

/** Both are CommonJS. Imported, each of BullMQ's two hundred files would be searched for names first, for 150 ms. */
const require = createRequire(import.meta.url);

async function load<T>(name: string): Promise<T> {
  try {
    return require(name) as T;
  } catch (cause) {
    const message = '--engine bullmq needs two packages: npm install bullmq ioredis';
    throw new LateBenchError('LB_CONFIG', message, { cause });
  }
}

export const loadRedis = () => load<typeof import('ioredis')>('ioredis');

export const loadBull = () => load<typeof import('bullmq')>('bullmq');

/** A connection of ours with those that BullMQ has made after it. */
interface Family {
  readonly all: RedisClient[];
  /** Connect no more: a connection that is lost, or away already, has ended. */
  leaving: boolean;
}

const families = new WeakMap<RedisClient, Family>();

/**
 * Connect no more, and see to it that what is just being made again ends: BullMQ waits for that without end, and has
 * stopped the next attempt itself. A server that keeps silent is let go of: what waits for its answer fails. To be called
 * when its workers are closing: others would go on asking at once.
 */
export async function leaveRedis(redis: RedisClient): Promise<void> {
  const family = families.get(redis);
  if (family === undefined) return;
  family.leaving = true;
  for (const one of family.all) if (one.status === 'reconnecting') one.connect().catch(() => undefined);
  const trying = (): boolean => family.all.some(({ status }) => !['ready', 'wait', 'end'].includes(status));
  const enough = performance.now() + slowestRetryMs + lastAnswerMs;
  const silent = redis.status === 'ready' && !(await answers(redis));
  while (!silent && trying() && performance.now() < enough) await wait(20);
  if (silent || trying()) disconnectAll(redis);
}

async function answers(redis: RedisClient): Promise<boolean> {
  // An error is an answer too.
  const asked = redis.ping().then(
    () => true,
    () => true,
  );
  return orElse(asked, false, lastAnswerMs);
}

/** Lets go of a connection and of all that were made after it; what still waits for an answer fails. */
export function disconnectAll(redis: RedisClient): void {
  for (const one of families.get(redis)?.all ?? []) one.disconnect();
}

const slowestRetryMs = 2000;

/** How long an answer is waited for when all is to end: a Redis that is away gives none. */
export const lastAnswerMs = 2000;

/** Resolves with the work, or after so many milliseconds without it, and however it ends. */
export async function within(work: Promise<unknown>, milliseconds: number): Promise<void> {
  await orElse(
    work.catch(() => undefined),
    undefined,
    milliseconds,
  );
}

/** What comes of the work; something else where that takes longer than so many milliseconds. */
export async function orElse<T>(work: Promise<T>, otherwise: T, milliseconds: number): Promise<T> {
  const enough = new AbortController();
  const late = wait(milliseconds, otherwise, { signal: enough.signal }).catch(() => otherwise);
  return Promise.race([work.finally(() => enough.abort()), late]);
}

type Retry = (times: number) => number | null;

/** How commands of a cluster that is away are waited for, as those of one server are: without end. */
const clusterPatience = {
  maxRedirections: 1_000_000_000,
  retryDelayOnFailover: 200,
  retryDelayOnClusterDown: 500,
};

async function openClient(
  address: RedisAddress,
  { retry, lazyConnect }: { readonly retry: Retry; readonly lazyConnect: boolean },
): Promise<RedisClient> {
  const { Redis, Cluster } = await loadRedis();
  // Blocking commands of BullMQ wait without end.
  const options = { maxRetriesPerRequest: null, lazyConnect, retryStrategy: retry };
  const { tls, login } = address;
  const secure = tls ? { tls: {} } : {};
  if (address.kind === 'server') return new Redis(address.url, options);
  if (address.kind === 'sentinel') {
    const { hosts, name, db, sentinelLogin } = address;
    return new Redis({
      ...options,
      ...login,
      ...secure,
      sentinels: [...hosts],
      name,
      db,
      ...(sentinelLogin.username === undefined ? {} : { sentinelUsername: sentinelLogin.username }),
      ...(sentinelLogin.password === undefined ? {} : { sentinelPassword: sentinelLogin.password }),
      enableTLSForSentinelMode: tls,
      sentinelRetryStrategy: retry,
      // At a fail-over the Sentinels end the connections of the old master, or it has gone. ioredis's own detector is not
      // used: a client that is connecting again when it speaks ends for good.
      failoverDetector: false,
      reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? 2 : false),
    });
  }
  return new Cluster([...address.hosts], {
    ...clusterPatience,
    lazyConnect,
    clusterRetryStrategy: retry,
    redisOptions: { ...login, ...secure, maxRetriesPerRequest: null },
    // Certificates are for names: those that a cluster announces are not resolved before.
    ...(tls ? { dnsLookup: (host, found) => found(null, host) } : {}),
  });
}

/**
 * Has commands wait while the server lets nobody in (a password that was changed, data that is being read), as they wait
 * for one that is away: ioredis rejects them with what the server said.
 */
function waitOutside(client: RedisClient): void {
  if (!('recoverFromFatalError' in client)) return;
  const recover = client.recoverFromFatalError.bind(client);
  client.recoverFromFatalError = (said, error, options) =>
    recover(said, error, { ...options, offlineQueue: false });
}

interface Unanswered {
  shift(): { readonly command: { reject(error: Error): void } } | undefined;
}

/**
 * Commands that had no answer when a connection broke are sent again once there is another. Where there never is,
 * ioredis 6 forgets those whose server was reached meanwhile and let nobody in: whoever waits for one would never hear.
 */
function failUnanswered(client: RedisClient): void {
  client.on('end', () => {
    const { prevCommandQueue: unanswered } = client as { readonly prevCommandQueue?: Unanswered | null };
    for (let item = unanswered?.shift(); item !== undefined; item = unanswered?.shift())
      item.command.reject(new Error('Connection is closed.'));
  });
}

/** Connects with the first command unless `lazyConnect` is off. Reconnecting never gives up (`tell-lost.ts` says so). */
export async function connectRedis(url: string, { lazyConnect = true } = {}): Promise<RedisClient> {
  const family: Family = { all: [], leaving: false };
  const retry: Retry = (times) => (family.leaving ? null : Math.min(times * 200, slowestRetryMs));
  const redis = await openClient(parseRedisAddress(url), { retry, lazyConnect });
  const add = (one: RedisClient): void => {
    waitOutside(one);
    failUnanswered(one);
    family.all.push(one);
    noteConnection(url, one);
  };
  add(redis);
  families.set(redis, family);
  const duplicate = redis.duplicate.bind(redis) as (...options: unknown[]) => RedisClient;
  redis.duplicate = ((...options: unknown[]) => {
    const copy = duplicate(...options);
    add(copy);
    return copy;
  }) as typeof redis.duplicate;
  return redis;
}
