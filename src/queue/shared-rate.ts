// Requests and tokens a minute over all machines, by Bottleneck's Redis mode. What may be used grows about every second,
// up to a bound: for tokens a quarter of a minute's worth, so that a call larger than a second's share still comes to
// its turn.
import { createRequire } from 'node:module';
import type BottleneckLimiter from 'bottleneck';
import { LateBenchError } from '../errors.ts';
import { connectRedis } from './redis.ts';

/** The same interface as in endpoints; the two modules do not import each other. */
export interface SharedRate {
  turn(units: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** What Bottleneck does not say of itself: how it calls its scripts. */
interface ScriptCaller {
  __scriptFn__(name: string): (...args: unknown[]) => unknown;
}
type Callback = (error: Error | null, replies: unknown) => void;

/**
 * Redis 7 begins the errors of scripts with `ERR `, and Bottleneck 2.19 knows them without: it would not make its keys
 * again after Redis was emptied.
 */
function withPlainErrors(connection: ScriptCaller): void {
  const original = connection.__scriptFn__.bind(connection);
  connection.__scriptFn__ = (name) => {
    const script = original(name);
    return (...args) => {
      const callback = args.pop() as Callback;
      const plain: Callback = (error, replies) => {
        if (error !== null && error !== undefined) error.message = error.message.replace(/^ERR /, '');
        callback(error, replies);
      };
      return script(...args, plain);
    };
  };
}

export interface RateOptions {
  /** Names the rate on Redis: all who name the same keep it together. */
  readonly id: string;
  /** Units a minute. */
  readonly max: number;
  /** Seconds' worth of unused rate that may accumulate while no call is made. */
  readonly burstSeconds: number;
  /** The option, for messages. */
  readonly what: string;
  readonly say: (line: string) => void;
}

const nudgeMs = 1000;

export async function openSharedRate(
  url: string,
  { id, max, burstSeconds, what, say }: RateOptions,
): Promise<SharedRate> {
  if (!(max > 0)) throw new LateBenchError('LB_CONFIG', `${what} ${max}: give a number above 0`);
  const Bottleneck = createRequire(import.meta.url)('bottleneck') as typeof BottleneckLimiter;
  // Bottleneck waits for this connection and for a second one that it opens, but opens neither on request.
  const client = await connectRedis(url, { lazyConnect: false });
  const connection = new Bottleneck.IORedisConnection({ client });
  withPlainErrors(connection as unknown as ScriptCaller);
  // Whole units at a time, at an interval that makes the minute come out exactly.
  const step = Math.max(1, Math.round(max / 60));
  const burst = Math.max(step, Math.ceil((max * burstSeconds) / 60));
  const limiter = new Bottleneck({
    id,
    datastore: 'ioredis',
    connection,
    reservoir: step,
    reservoirIncreaseAmount: step,
    reservoirIncreaseInterval: Math.round((step * 60_000) / max),
    reservoirIncreaseMaximum: burst,
    // The default of 5 s would fill the reservoir only as often.
    heartbeatInterval: 250,
  } as BottleneckLimiter.ConstructorOptions);
  let reported = false;
  let closed = false;
  const onError = (error: Error): void => {
    if (!reported && !closed) say(`${what}: ${error.message}`);
    reported = true;
  };
  // After a Redis that came back empty Bottleneck makes its keys again with the next call, and with nothing else: where
  // all calls wait for their turn already, there would be none.
  let waiting = 0;
  let nudging = false;
  const nudge = (): void => {
    if (waiting === 0 || nudging) return;
    nudging = true;
    limiter
      .schedule({ weight: 0, priority: 0 }, async () => {})
      .catch(() => undefined)
      .finally(() => {
        nudging = false;
      });
  };
  const timer = setInterval(nudge, nudgeMs);
  timer.unref();
  // Without listeners an error event would end the process.
  limiter.on('error', onError);
  connection.on('error', onError);
  return {
    async turn(units, signal) {
      const weight = Math.min(burst, Math.max(1, Math.ceil(units)));
      // Bottleneck cannot take a turn back: one that is given up comes all the same, and is not used.
      await new Promise<void>((resolve, reject) => {
        const giveUp = (): void => reject(new LateBenchError('LB_ABORTED', 'the call was cancelled'));
        if (signal.aborted) return giveUp();
        waiting += 1;
        signal.addEventListener('abort', giveUp, { once: true });
        limiter
          .schedule({ weight }, async () => {})
          .then(resolve, reject)
          .finally(() => {
            waiting -= 1;
            signal.removeEventListener('abort', giveUp);
          });
      });
    },
    async close() {
      closed = true;
      clearInterval(timer);
      // Not the limiter: it would leave open the second client it made, and wait for a Redis that is away.
      await connection.disconnect(false);
    },
  };
}
