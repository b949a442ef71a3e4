// Asks one Redis something, and says why it could not be asked, with the way out.
import type { Redis, RedisOptions } from 'ioredis';
import { speaksOtherwise } from './other-transport.ts';
import { loadRedis, within } from './redis.ts';
import { type RedisHost, type RedisLogin, shownHost } from './redis-address.ts';

export interface RedisProblem {
  /** What is wrong, and where. */
  readonly what: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** Ends an examination. */
export class Problem extends Error {
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

/** A server that is silent for so long may expect TLS, or none; a distant one only answers late. */
const silenceMs = 1000;
/** What only a Redis that was understood says, and what is said where no server is. */
const says =
  /NOAUTH|WRONGPASS|invalid password|without any password|NOPERM|DB index|LOADING|ECONNREFUSED|ENOTFOUND/i;

/** Throws where the server speaks TLS and the address does not, or the other way round. */
async function checkTransport(place: string, { host, port, tls }: RedisOptions): Promise<void> {
  const asksTls = tls !== undefined;
  if (!(await speaksOtherwise({ host: host!, port: port! }, { tls: asksTls }))) return;
  throw asksTls
    ? new Problem(`the Redis at ${place} does not speak TLS`, 'begin its address with redis, not rediss')
    : new Problem(`the server at ${place} speaks TLS`, 'begin its address with rediss, not redis');
}

interface Target extends RedisHost, RedisLogin {
  readonly db: number;
  readonly tls?: object;
}
export type Question = (server: Redis) => Promise<void>;

export interface Server extends RedisHost {
  readonly login: RedisLogin;
  readonly tls: boolean;
  readonly db?: number;
}

/** Asks one server something; what keeps it from answering is a problem. */
export async function ask({ host, port, login, tls, db = 0 }: Server, question: Question): Promise<void> {
  await askWith(
    shownHost({ host, port }),
    { ...login, host, port, db, ...(tls ? { tls: {} } : {}) },
    question,
  );
}

/** As `ask`, by a host or an address. */
export async function askWith(place: string, target: string | Target, question: Question): Promise<void> {
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
  let answered = false;
  const asked = async (): Promise<void> => {
    await server.connect();
    // A connection also opens when a password is required; only a command fails then.
    await server.ping();
    if (first !== undefined) throw first;
    answered = true;
    await question(server);
  };
  const asking = asked().catch((error: Error) => {
    throw error instanceof Problem ? error : (first ?? error);
  });
  try {
    let failure = '';
    await within(
      asking.catch((error: Error) => {
        failure = error.message;
      }),
      silenceMs,
    );
    if (!answered && !says.test(failure)) await checkTransport(place, server.options);
    await asking;
  } catch (error) {
    throw error instanceof Problem ? error : unreachable(place, error as Error);
  } finally {
    server.disconnect();
  }
}
