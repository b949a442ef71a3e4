// Requests per minute, by Bottleneck: it decides when a call may start, never how many are in flight. Bottleneck
// costs about 2.5 ms a job, so it is not there at all when no rate is set.
import { createRequire } from 'node:module';
import { LateBenchError } from '../errors.ts';
import { aborted } from './semaphore.ts';

export interface RateLimit {
  /** Resolves when the next call may start. */
  turn(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export const unlimited: RateLimit = { turn: async () => {}, close: async () => {} };

type BottleneckConstructor = typeof import('bottleneck').default;

export function perMinute(requests: number): RateLimit {
  if (!(requests > 0)) throw new LateBenchError('LB_CONFIG', `--rpm ${requests}: give a number above 0`);
  const Bottleneck = createRequire(import.meta.url)('bottleneck') as BottleneckConstructor;
  const limiter = new Bottleneck({ minTime: 60_000 / requests });
  return {
    async turn(signal) {
      await limiter.schedule(async () => {});
      if (signal.aborted) throw aborted(signal);
    },
    close: async () => {
      await limiter.disconnect();
    },
  };
}
