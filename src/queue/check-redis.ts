// Whether a Redis can hold a queue: asked at once, with what is wrong and the way out, instead of waiting for it.
import type { Redis } from 'ioredis';
import { LateBenchError } from '../errors.ts';
import { ask, askWith, type Question, type Server } from './ask-redis.ts';
import { checkWrites } from './check-writes.ts';
import type { RedisClient } from './redis.ts';
import { parseRedisAddress, type RedisAddress, type RedisHost, shownHost } from './redis-address.ts';
import { noRoom, Problem, type RedisProblem } from './redis-problem.ts';

function fieldOf(info: string, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
}

/** Connections that a process opens at least. */
export const connectionsOf = { coordinator: 3, worker: 5 } as const;

/** Throws where a server has fewer connections left than a process needs. Servers of earlier versions do not say. */
function checkRoom(clients: string, place: string, needed: number): void {
  const max = Number(fieldOf(clients, 'maxclients') ?? Number.NaN);
  // That of this examination ends before the others are opened.
  const left = max - Number(fieldOf(clients, 'connected_clients')) + 1;
  if (left >= needed || Number.isNaN(left)) return;
  throw noRoom(place, `${left} more ${left === 1 ? 'client' : 'clients'} of the ${needed} that this needs`);
}

async function checkKeys(server: Redis, place: string, needed: number): Promise<void> {
  checkRoom(await server.info('clients'), place, needed);
  await checkWrites(server, place);
  await checkEviction(server, place);
}

/** Throws where a server may drop keys. INFO says it, which providers and users allow where they forbid CONFIG. */
async function checkEviction(server: Redis, place: string): Promise<void> {
  const policy = fieldOf(await server.info('memory'), 'maxmemory_policy');
  if (policy === undefined || policy === 'noeviction') return;
  throw new Problem(
    `the Redis at ${place} drops keys when it is full (maxmemory-policy ${policy})`,
    'set noeviction: redis-cli config set maxmemory-policy noeviction, and in redis.conf',
  );
}

/** Of a server that is named by its own address. */
function ownKind(place: string, needed: number): Question {
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
    await checkKeys(server, place, needed);
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
  const { what, remedy, lasting } = first!.problem;
  const more = servers.length === 1 ? '' : ` (and none of the other ${servers.length - 1} answers)`;
  throw new Problem(`${what}${more}`, remedy, { cause: first, lasting });
}

async function checkSentinel(
  { hosts, name, login, sentinelLogin, tls, db }: AddressOf<'sentinel'>,
  needed: number,
): Promise<void> {
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
    await ask({ ...master!, login, tls, db }, (server) => checkKeys(server, place, needed));
  } catch (error) {
    if (!(error instanceof Problem) || !/^no Redis at|gives no answer/.test(error.problem.what)) throw error;
    const what = `the Sentinels name ${place} as the master ${name}, and it does not answer: ${error.problem.what}`;
    const remedy = 'wait for their fail-over, start the master, or see that this machine reaches it';
    throw new Problem(what, remedy, { cause: error });
  }
}

async function checkCluster({ hosts, login, tls }: AddressOf<'cluster'>, needed: number): Promise<void> {
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
      ask({ ...master, login, tls }, (server) => checkKeys(server, shownHost(master), needed)),
    ),
  );
}

/**
 * What keeps the address from holding a queue; null where nothing does. A key is written and removed at once.
 *
 * @param needed Connections that must be left
 * @throws LB_CONFIG where packages are missing
 */
export async function examineRedis(
  url: string,
  needed: number = connectionsOf.worker,
): Promise<RedisProblem | null> {
  const address = parseRedisAddress(url);
  try {
    if (address.kind === 'sentinel') await checkSentinel(address, needed);
    else if (address.kind === 'cluster') await checkCluster(address, needed);
    else await askWith(address.shown, address.url, ownKind(address.shown, needed));
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.problem;
    throw error;
  }
}

/**
 * What ends a run whose Redis has begun to drop keys: of a queue, or of the count of a budget, any may be gone.
 * Undefined where it keeps them.
 */
export async function evictionError(client: RedisClient, url: string): Promise<LateBenchError | undefined> {
  const { shown } = parseRedisAddress(url);
  try {
    for (const server of 'nodes' in client ? client.nodes('master') : [client])
      await checkEviction(server, shown);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return new LateBenchError(
      'LB_CONFIG',
      `${error.problem.what}; ${error.problem.remedy}. Run the command again to resume`,
    );
  }
}

/**
 * Fails at once when no server answers, instead of waiting for one.
 *
 * @throws LB_CONFIG with what is wrong and the way out
 */
export async function checkRedis(url: string, needed?: number): Promise<void> {
  const problem = await examineRedis(url, needed);
  if (problem !== null) throw new LateBenchError('LB_CONFIG', `${problem.what}; ${problem.remedy}`);
}
