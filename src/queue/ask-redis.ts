// Asks one Redis something, and says why it could not be asked, with the way out.
import { setTimeout as wait } from 'node:timers/promises';
import type { Redis, RedisOptions } from 'ioredis';
import { greetingOf, speaksOtherwise } from './other-transport.ts';
import { loadRedis, within } from './redis.ts';
import { type RedisHost, type RedisLogin, shownHost } from './redis-address.ts';
import { answerMs, isBrokenOff, Problem, saysWhy, unreachable } from './redis-problem.ts';

/** A server that hung up is asked once more after so many milliseconds. */
const onceMoreMs = 300;

/** A server that is silent for so long may expect TLS, or none; a distant one only answers late. */
const silenceMs = 1000;

/** Throws what the server says to whoever connects, before it hangs up: a client that writes at once may not read it. */
async function checkGreeting(place: string, { host, port, tls }: RedisOptions): Promise<void> {
  if (tls !== undefined) return;
  const said = await greetingOf({ host: host!, port: port! });
  if (said !== '') throw unreachable(place, new Error(said.replace(/^-(?:ERR )?/, '')));
}

/** Throws where the server speaks TLS and the address does not, or the other way round. */
async function checkTransport(place: string, { host, port, tls }: RedisOptions): Promise<void> {
  const asksTls = tls !== undefined;
  if (!(await speaksOtherwise({ host: host!, port: port! }, { tls: asksTls }))) return;
  throw asksTls
    ? new Problem(`the Redis at ${place} does not speak TLS`, 'begin its address with redis, not rediss', {
        lasting: true,
      })
    : new Problem(`the server at ${place} speaks TLS`, 'begin its address with rediss, not redis', {
        lasting: true,
      });
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
  try {
    await askOnce(place, target, question);
  } catch (error) {
    if (!isBrokenOff(error as Error)) throw error;
    await wait(onceMoreMs);
    await askOnce(place, target, question);
  }
}

async function askOnce(place: string, target: string | Target, question: Question): Promise<void> {
  const { Redis } = await loadRedis();
  const patience = {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: answerMs,
  };
  const options = { ...patience, commandTimeout: answerMs, enableReadyCheck: false };
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
    if (!answered && !saysWhy(failure)) {
      await Promise.all([checkGreeting(place, server.options), checkTransport(place, server.options)]);
    }
    await asking;
  } catch (error) {
    throw error instanceof Problem ? error : unreachable(place, error as Error);
  } finally {
    server.disconnect();
  }
}
