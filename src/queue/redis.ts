// Connections to Redis. bullmq and ioredis are optional: who works on one machine has neither, and who asks for them
// without is told what to install.
import type { Redis } from 'ioredis';
import { LateBenchError } from '../errors.ts';

async function missing(cause: unknown): Promise<never> {
  const message = '--engine bullmq needs two packages: npm install bullmq ioredis';
  throw new LateBenchError('LB_CONFIG', message, { cause });
}

export const loadBull = (): Promise<typeof import('bullmq')> => import('bullmq').catch(missing);

/** As it may be shown: without name and password. */
function checkAddress(url: string): { readonly host: string } {
  if (/^rediss?:\/\//.test(url) && URL.canParse(url)) return new URL(url);
  const shown = url.replace(/^.*@/, '');
  throw new LateBenchError('LB_CONFIG', `--redis ${shown}: give an address such as redis://127.0.0.1:6379`);
}

/** Connects with the first command where `lazyConnect` is left on. `lost` is told once each time the connection goes; it is made again for as long as it takes. */
export async function connectRedis(
  url: string,
  lost: (message: string) => void = () => {},
  lazyConnect = true,
): Promise<Redis> {
  checkAddress(url);
  const { Redis } = await import('ioredis').catch(missing);
  const redis = new Redis(url, {
    // Blocking commands of BullMQ wait without end.
    maxRetriesPerRequest: null,
    lazyConnect,
    retryStrategy: (times) => Math.min(times * 200, 2000),
  });
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

/** Says at once when nobody is there, rather than waiting for somebody to come. */
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
    // The connection stands also where a password is wanted; a command does not get through then.
    await probe.ping();
    const policy = (await probe.config('GET', 'maxmemory-policy').catch(() => [])) as string[];
    if (policy[1] !== undefined && policy[1] !== 'noeviction') {
      const message = `the Redis server drops keys when it is full (maxmemory-policy ${policy[1]}); set noeviction`;
      throw new LateBenchError('LB_CONFIG', message);
    }
  } catch (cause) {
    if (cause instanceof LateBenchError) throw cause;
    const reason = why || (cause as Error).message;
    const message = /NOAUTH|WRONGPASS|invalid password/i.test(reason)
      ? `the Redis at ${host} wants a password, or another one: put redis://:PASSWORD@${host} into LATEBENCH_REDIS`
      : `no Redis at ${host}: ${reason}`;
    throw new LateBenchError('LB_CONFIG', message, { cause });
  } finally {
    probe.disconnect();
  }
}
