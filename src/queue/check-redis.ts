// Whether a Redis can hold a queue: asked at once, with what is wrong and the way out, instead of waiting for it.
import type { Redis } from 'ioredis';
import { LateBenchError } from '../errors.ts';
import { loadRedis } from './redis.ts';
import {
  parseRedisAddress,
  type RedisAddress,
  type RedisHost,
  type RedisLogin,
  shownHost,
} from './redis-address.ts';

export interface RedisProblem {
  /** What is wrong, and where. */
  readonly what: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** Ends an examination. */
class Problem extends Error {
  readonly problem: RedisProblem;
  constructor(what: string, remedy: string, cause?: unknown) {
    super(what, { cause });
    this.problem = { what, remedy };
  }
}

const connectMs = 5000;
const credentials = 'put USER:PASSWORD@ before the host, in LATEBENCH_REDIS rather than on the command line';

/** Why a server could not be spoken to, in words of this tool where they say more. */
function unreachable(place: string, error: Error): Problem {
  const reason = error.message === '' ? 'connection refused' : error.message;
  if (/NOAUTH/.test(reason))
    return new Problem(`the Redis at ${place} requires a password`, credentials, error);
  if (/WRONGPASS|invalid password|without any password/i.test(reason))
    return new Problem(`the Redis at ${place} requires another password, or none`, credentials, error);
  if (/NOPERM/.test(reason)) {
    const remedy = 'give this user all commands and keys, or name another user in LATEBENCH_REDIS';
    return new Problem(`the user at ${place} lacks permissions that a queue needs: ${reason}`, remedy, error);
  }
  if (/Protocol error|RESP type/.test(reason)) {
    return new Problem(
      `the server at ${place} is not Redis`,
      'correct the port in LATEBENCH_REDIS (--redis)',
      error,
    );
  }
  if (/DB index/i.test(reason))
    return new Problem(
      `the Redis at ${place} has no such database`,
      'leave the number at the end out',
      error,
    );
  if (/LOADING/.test(reason)) {
    return new Problem(
      `the Redis at ${place} is reading its data`,
      'run the command again in a while',
      error,
    );
  }
  return new Problem(
    `no Redis at ${place}: ${reason}`,
    'start Redis, or correct LATEBENCH_REDIS (--redis)',
    error,
  );
}

interface Target extends RedisHost, RedisLogin {
  readonly db: number;
  readonly tls?: object;
}
type Question = (server: Redis) => Promise<void>;

interface Server extends RedisHost {
  readonly login: RedisLogin;
  readonly tls: boolean;
  readonly db?: number;
}

/** Asks one server something; what keeps it from answering is a problem. */
async function ask({ host, port, login, tls, db = 0 }: Server, question: Question): Promise<void> {
  await askWith(
    shownHost({ host, port }),
    { ...login, host, port, db, ...(tls ? { tls: {} } : {}) },
    question,
  );
}

async function askWith(place: string, target: string | Target, question: Question): Promise<void> {
  const { Redis } = await loadRedis();
  const patience = {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: connectMs,
  };
  const options = { ...patience, commandTimeout: connectMs, enableReadyCheck: false };
  const server =
    typeof target === 'string' ? new Redis(target, options) : new Redis({ ...target, ...options });
  let first: Error | undefined;
  server.on('error', (error: Error) => {
    first ??= error;
  });
  try {
    await server.connect();
    // A connection also opens when a password is required; only a command fails then.
    await server.ping();
    if (first !== undefined) throw first;
    await question(server);
  } catch (error) {
    throw error instanceof Problem ? error : unreachable(place, first ?? (error as Error));
  } finally {
    server.disconnect();
  }
}

function fieldOf(info: string, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
}

async function checkPolicy(server: Redis, place: string): Promise<void> {
  // A user of little rights may not ask.
  const policy = ((await server.config('GET', 'maxmemory-policy').catch(() => [])) as string[])[1];
  if (policy === undefined || policy === 'noeviction') return;
  throw new Problem(
    `the Redis at ${place} drops keys when it is full (maxmemory-policy ${policy})`,
    'set noeviction: redis-cli config set maxmemory-policy noeviction, and in redis.conf',
  );
}

/** Of a server that is named by its own address. */
function ownKind(place: string): Question {
  return async (server) => {
    const info = await server.info();
    const mode = fieldOf(info, 'redis_mode');
    if (mode === 'sentinel')
      throw new Problem(`${place} is a Sentinel`, `name its master: redis+sentinel://${place}/NAME`);
    if (mode === 'cluster')
      throw new Problem(`${place} is a node of a cluster`, `give redis+cluster://${place}`);
    const role = fieldOf(info, 'role');
    if (role === 'slave') {
      const master = `${fieldOf(info, 'master_host')}:${fieldOf(info, 'master_port')}`;
      throw new Problem(
        `the Redis at ${place} is a replica, which takes no jobs`,
        `name its master, ${master}`,
      );
    }
    await checkPolicy(server, place);
  };
}

type AddressOf<Kind> = Extract<RedisAddress, { readonly kind: Kind }>;

/** Asks hosts in turn until one answers; the problem of the first that does not, where none does. */
async function askAny(servers: readonly Server[], question: Question): Promise<void> {
  let first: Problem | undefined;
  for (const server of servers) {
    let answered = false;
    try {
      await ask(server, async (redis) => {
        answered = true;
        await question(redis);
      });
      return;
    } catch (error) {
      if (answered) throw error;
      first ??= error as Problem;
    }
  }
  const { what, remedy } = first!.problem;
  const more = servers.length === 1 ? '' : ` (and none of the other ${servers.length - 1} answers)`;
  throw new Problem(`${what}${more}`, remedy, first);
}

async function checkSentinel({
  hosts,
  name,
  login,
  sentinelLogin,
  tls,
  db,
}: AddressOf<'sentinel'>): Promise<void> {
  let master: RedisHost | undefined;
  await askAny(
    hosts.map((host) => ({ ...host, login: sentinelLogin, tls })),
    async (sentinel) => {
      const { host, port } = sentinel.options as RedisHost;
      const place = shownHost({ host, port });
      const info = await sentinel.info();
      if (fieldOf(info, 'redis_mode') !== 'sentinel') {
        const ports = 'a Sentinel is usually on port 26379';
        throw new Problem(
          `the Redis at ${place} is not a Sentinel`,
          `${ports}; without Sentinels give redis://${place}`,
        );
      }
      const found = (await sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name)) as
        | [string, string]
        | null;
      if (found !== null) {
        master = { host: found[0], port: Number(found[1]) };
        return;
      }
      const known = [...info.matchAll(/^master\d+:name=([^,]*)/gm)].map(([, one]) => one).join(', ');
      const watched = known === '' ? 'it watches none' : `it watches ${known}`;
      throw new Problem(`the Sentinel at ${place} knows no master ${name}`, `${watched}: name one as …/NAME`);
    },
  );
  const place = shownHost(master!);
  try {
    await ask({ ...master!, login, tls, db }, (server) => checkPolicy(server, place));
  } catch (error) {
    if (!(error instanceof Problem) || !error.problem.what.startsWith('no Redis at')) throw error;
    const what = `the Sentinels name ${place} as the master ${name}, and it does not answer: ${error.problem.what}`;
    const remedy = 'wait for their fail-over, start the master, or see that this machine reaches it';
    throw new Problem(what, remedy, error);
  }
}

async function checkCluster({ hosts, login, tls }: AddressOf<'cluster'>): Promise<void> {
  const masters: RedisHost[] = [];
  await askAny(
    hosts.map((host) => ({ ...host, login, tls })),
    async (node) => {
      const { host, port } = node.options as RedisHost;
      const place = shownHost({ host, port });
      if (fieldOf(await node.info(), 'redis_mode') !== 'cluster')
        throw new Problem(`the Redis at ${place} is not in a cluster`, `give redis://${place}`);
      const info = (await node.call('CLUSTER', 'INFO')) as string;
      if (fieldOf(info, 'cluster_state') !== 'ok') {
        const served = fieldOf(info, 'cluster_slots_ok');
        const what = `the cluster at ${place} is down: ${served} of its 16,384 slots are served`;
        throw new Problem(what, `start its nodes, or assign the slots (redis-cli --cluster fix ${place})`);
      }
      const slots = (await node.call('CLUSTER', 'SLOTS')) as [number, number, [string, number]][];
      for (const [, , [announced, at]] of slots) {
        if (announced === '') {
          const remedy = `redis-cli -p ${at} config set cluster-announce-ip ADDRESS, and in redis.conf`;
          throw new Problem(
            `the node at ${shownHost({ host, port: at })} does not say its address to clients`,
            remedy,
          );
        }
        const master = { host: announced, port: at };
        if (!masters.some((one) => shownHost(one) === shownHost(master))) masters.push(master);
      }
    },
  );
  await Promise.all(
    masters.map((master) =>
      ask({ ...master, login, tls }, (server) => checkPolicy(server, shownHost(master))),
    ),
  );
}

/**
 * What keeps the address from holding a queue; null where nothing does. No key is written.
 *
 * @throws LB_CONFIG where packages are missing
 */
export async function examineRedis(url: string): Promise<RedisProblem | null> {
  const address = parseRedisAddress(url);
  try {
    if (address.kind === 'sentinel') await checkSentinel(address);
    else if (address.kind === 'cluster') await checkCluster(address);
    else await askWith(address.shown, address.url, ownKind(address.shown));
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.problem;
    throw error;
  }
}

/**
 * Fails at once when no server answers, instead of waiting for one.
 *
 * @throws LB_CONFIG with what is wrong and the way out
 */
export async function checkRedis(url: string): Promise<void> {
  const problem = await examineRedis(url);
  if (problem !== null) throw new LateBenchError('LB_CONFIG', `${problem.what}; ${problem.remedy}`);
}
