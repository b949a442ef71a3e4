// Memory of a Redis server with as many calls on it as the coordinator ever puts there at once.
import { once } from 'node:events';
import { runCoordinator } from '../../src/queue/coordinator.ts';
import { connectRedis } from '../../src/queue/redis.ts';

export const calls = 50_000;
const perGroup = 125;

export interface QueueMemory {
  readonly bytes: number;
  /** Calls put on the queue in a second. */
  readonly perSecond: number;
  /** Processor seconds of putting one there. */
  readonly seconds: number;
}

async function usedBytes(redis: Awaited<ReturnType<typeof connectRedis>>): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
}

export async function queueMemory(url: string): Promise<QueueMemory> {
  const redis = await connectRedis(url);
  const stop = new AbortController();
  try {
    const before = await usedBytes(redis);
    const started = performance.now();
    const cpu = process.cpuUsage();
    let perSecond = 0;
    const full = new EventTarget();
    const coordinator = runCoordinator({
      board: null,
      redis: url,
      run: 'sizing',
      puttingTogether: true,
      globalConcurrency: undefined,
      lookMs: 200,
      signal: stop.signal,
      say: () => {},
      onLook({ groups }) {
        if (groups < calls / perGroup) return;
        perSecond ||= calls / ((performance.now() - started) / 1000);
        full.dispatchEvent(new Event('full'));
      },
      async *groups() {
        for (let group = 0; ; group += 1)
          yield { group, missing: Array.from({ length: perGroup }, (_, at) => at) };
      },
      finish: async () => [],
    });
    await Promise.race([once(full, 'full'), coordinator]);
    const bytes = (await usedBytes(redis)) - before;
    const { user, system } = process.cpuUsage(cpu);
    stop.abort();
    await coordinator;
    return { bytes, perSecond, seconds: (user + system) / 1e6 / calls };
  } finally {
    redis.disconnect();
  }
}
