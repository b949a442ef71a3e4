// What a large pool takes, worked out from rates that are measured here: the tables of docs/scale.md. The endpoint is the
// simulated one, whose alternatives are drawn at random and so compress no better than a model's.
import { startRedis, withoutRedis } from '../test/support/redis.ts';
import { type Benchmark, rounded } from './benchmark.ts';
import { type PoolRates, poolRates, tokens } from './sizing/pool-rates.ts';
import { calls, queueMemory } from './sizing/queue-memory.ts';

/** Assumed: what a model takes for so many tokens, at 68 a second. */
const callSeconds = 60;
const pools = [
  { problems: 30, n: 4096 },
  { problems: 1000, n: 4096 },
  { problems: 100_000, n: 64 },
];
const inFlight = [500, 2500];

function row(rates: PoolRates, { problems, n }: (typeof pools)[number]): Record<string, string | number> {
  const calls = problems * n;
  const gigabytes = (bytes: number): string => {
    const size = (calls * bytes) / 1e9;
    return size >= 1000 ? `${rounded(size / 1000, 1)} TB` : `${rounded(size, 0)} GB`;
  };
  return {
    pool: `${problems.toLocaleString('en-GB')} x ${n.toLocaleString('en-GB')}`,
    calls: calls.toLocaleString('en-GB'),
    'billion tokens': rounded((calls * tokens) / 1e9, 1),
    'over the wire': gigabytes(rates.bodyBytes),
    'parts with alternatives': gigabytes(rates.coreBytes + rates.topBytes),
    without: gigabytes(rates.coreBytes),
    ...Object.fromEntries(
      inFlight.map((max) => [`hours at ${max}`, rounded((calls * callSeconds) / max / 3600, 1)]),
    ),
    'core-hours of workers': rounded((calls * rates.workerSeconds) / 3600, 0),
    'of the coordinator': rounded((calls * rates.coordinatorSeconds) / 3600, 0),
  };
}

export const benchmark: Benchmark = {
  title: `Sizing of queued pools, samples of ${tokens.toLocaleString('en-GB')} tokens with 20 alternatives`,
  async run() {
    if (withoutRedis !== false) return { rows: [], notes: [withoutRedis] };
    const redis = await startRedis();
    try {
      const memory = await queueMemory(redis.url);
      const measured = await poolRates(redis.url);
      const rates = { ...measured, coordinatorSeconds: measured.coordinatorSeconds + memory.seconds };
      const kilobytes = (bytes: number): string => `${rounded(bytes / 1000, 0)} kB`;
      return {
        rows: pools.map((pool) => row(rates, pool)),
        notes: [
          `Measured for one sample: ${kilobytes(rates.bodyBytes)} over the wire, ${kilobytes(rates.coreBytes)} in parts without alternatives, ${kilobytes(rates.topBytes)} more with them, ${kilobytes(rates.frameBytes)} in a journal;`,
          `${rounded(rates.workerSeconds, 3)} s of a core for the worker, ${rounded(rates.coordinatorSeconds, 3)} s for the coordinator.`,
          `Memory: a worker ${rounded(rates.workerMb, 0)} MB with one call at a time and ${rounded(rates.callMb, 1)} MB more with each call whose reply comes at the same moment, the coordinator ${rounded(rates.coordinatorMb, 0)} MB.`,
          `Redis: ${rounded(memory.bytes / 1e6, 1)} MB for ${calls.toLocaleString('en-GB')} calls, ${rounded(memory.perSecond, 0)} of them put on the queue a second.`,
          `Assumed: ${callSeconds} s a call.`,
        ],
      };
    } finally {
      await redis.close();
    }
  },
};
