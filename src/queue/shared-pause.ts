// A pause that all workers of a run share: a key that expires, for workers that join later, and a message for those
// that are connected. While Redis is unreachable, each machine keeps its own pause.
import { connectRedis } from './redis.ts';

/** The same interface as in endpoints; the two modules do not import each other. */
export interface OpenPause {
  /** Milliseconds until calls may be made again; 0 or less when they may. */
  leftMs(): number;
  begin(milliseconds: number): void;
  close(): Promise<void>;
}

export async function openSharedPause(url: string, key: string): Promise<OpenPause> {
  const client = await connectRedis(url);
  const listener = await connectRedis(url);
  let until = 0;
  const extend = (milliseconds: number): void => {
    until = Math.max(until, performance.now() + milliseconds);
  };
  listener.on('message', (_channel: string, text: string) => {
    const milliseconds = Number(text);
    if (milliseconds > 0) extend(milliseconds);
  });
  // After a lost connection ioredis subscribes again automatically; the key holds what was missed.
  listener.on('ready', () => {
    client.pttl(key).then(extend, () => undefined);
  });
  await listener.connect().catch(() => undefined);
  listener.subscribe(key).catch(() => undefined);
  return {
    leftMs: () => until - performance.now(),
    begin(milliseconds) {
      const whole = Math.ceil(milliseconds);
      extend(whole);
      // Connected workers first: every moment of delay means rejected calls.
      client.publish(key, String(whole)).catch(() => undefined);
      client
        .pttl(key)
        .then(async (left) => {
          if (left < whole) await client.set(key, '1', 'PX', whole);
        })
        .catch(() => undefined);
    },
    async close() {
      client.disconnect();
      listener.disconnect();
    },
  };
}
