// Requests a second of the endpoint client against raw undici on the same loopback server, at concurrency 64 and 256,
// with nothing on and with journal, cache and rate each on; and a Python client with ten threads. What the disk takes
// for a flush is beside it: a reply counts as kept only after one.
import { spawn, spawnSync } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import type { ClientOptions } from '../src/endpoints/client.ts';
import { type Benchmark, rounded } from './benchmark.ts';

// As built: the loader for TypeScript names every closure when it is made, which costs a client of many small closures
// a quarter of its speed.
const built = '../dist/src';
const { openCacheAccess }: typeof import('../src/endpoints/cache/cache-mode.ts') = await import(
  `${built}/endpoints/cache/cache-mode.js`
);
const { createChatEndpoint }: typeof import('../src/endpoints/client.ts') = await import(
  `${built}/endpoints/client.js`
);
const { createReplyStore }: typeof import('../src/endpoints/reply-store.ts') = await import(
  `${built}/endpoints/reply-store.js`
);
const { createUsageCounters }: typeof import('../src/endpoints/usage-counters.ts') = await import(
  `${built}/endpoints/usage-counters.js`
);
const { openJournal }: typeof import('../src/storage/journal/journal.ts') = await import(
  `${built}/storage/journal/journal.js`
);

const concurrencies = [64, 256];
const requests = 12_000;
/** The first, in which code is compiled, is not counted. */
const rounds = 10;
const content = 'x '.repeat(200);

interface Rate {
  readonly perSecond: number;
  /** Processor time of this process and its threads, in microseconds a call. */
  readonly cpuUs: number;
}

/** Calls `send` for each number once, with `concurrency` at a time, and waits for `end`. */
async function rate(
  concurrency: number,
  send: (n: number) => Promise<unknown>,
  end: () => Promise<void>,
): Promise<Rate> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < requests) await send(next++);
  };
  const started = performance.now();
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: concurrency }, worker));
  await end();
  const { user, system } = process.cpuUsage(before);
  return {
    perSecond: requests / ((performance.now() - started) / 1000),
    cpuUs: (user + system) / requests,
  };
}

/** Milliseconds of an fdatasync of what a group of replies comes to: the median and the 90th percentile of many. */
async function flushMs(folder: string): Promise<readonly [median: number, p90: number]> {
  const file = await open(join(folder, 'flush'), 'w');
  const times: number[] = [];
  for (let turn = 0; turn < 100; turn += 1) {
    await file.write(Buffer.alloc(32 << 10, turn));
    const started = performance.now();
    await file.datasync();
    times.push(performance.now() - started);
  }
  await file.close();
  times.sort((a, b) => a - b);
  return [times[50]!, times[90]!];
}

async function rawUndici(url: string, concurrency: number): Promise<Rate> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: concurrency, pipelining: 1 });
  const headers = { 'content-type': 'application/json' };
  const send = async (): Promise<unknown> => {
    // In practice every call has a different body.
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content }], temperature: 0.7 });
    const response = await pool.request({
      method: 'POST',
      path: `${pathname}/chat/completions`,
      headers,
      body,
    });
    return response.body.json();
  };
  return rate(concurrency, send, () => pool.close());
}

async function ours(url: string, concurrency: number, options: Partial<ClientOptions> = {}): Promise<Rate> {
  const endpoint = createChatEndpoint({
    baseUrl: url,
    model: 'm',
    concurrency,
    counters: createUsageCounters(),
    ...options,
  });
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const messages = [{ role: 'user', content }] as const;
  // Each number is another sample: equal calls would be made once.
  const send = (sample: number): Promise<unknown> =>
    endpoint.chat({ messages, temperature: 0.7 }, { signal, sample });
  // Replies that were still on their way into the cache are in it then.
  return rate(concurrency, send, () => endpoint.close());
}

async function withStores(
  url: string,
  concurrency: number,
  folder: string,
  cacheMode: 'off' | 'on',
): Promise<Rate> {
  const journal = await openJournal(join(folder, `journal-${cacheMode}-${Date.now()}`));
  const cache = await openCacheAccess(cacheMode, join(folder, `cache-${Date.now()}`));
  const result = await ours(url, concurrency, { replyStore: createReplyStore(journal, cache) });
  await journal.close();
  await cache.close();
  return result;
}

function python(url: string): number | null {
  const { status, stdout } = spawnSync('python3', ['bench/endpoint-client.py', url, String(requests)], {
    encoding: 'utf8',
  });
  return status === 0 ? Number(stdout) : null;
}

/** What each round came to; ratios are within a round, since a machine is not as fast at every moment. */
interface Measured {
  readonly rates: readonly Rate[];
  readonly ratios: readonly number[];
}

async function measured(url: string, concurrency: number, folder: string): Promise<Map<string, Measured>> {
  const kinds: readonly (readonly [string, () => Promise<Rate>])[] = [
    ['plain undici, JSON parsed', () => rawUndici(url, concurrency)],
    ['client alone (goal 0.8)', () => ours(url, concurrency)],
    ['client, rate limit', () => ours(url, concurrency, { rpm: 10_000_000 })],
    ['client, journal (goal 0.5)', () => withStores(url, concurrency, folder, 'off')],
    ['client, journal, cache (goal 0.4)', () => withStores(url, concurrency, folder, 'on')],
  ];
  const all = new Map(kinds.map(([what]) => [what, { rates: [] as Rate[], ratios: [] as number[] }]));
  for (let round = 0; round < rounds; round += 1) {
    let reference: Rate | undefined;
    for (const [what, measure] of kinds) {
      const one = await measure();
      reference ??= one;
      if (round === 0) continue;
      all.get(what)!.rates.push(one);
      all.get(what)!.ratios.push(one.perSecond / reference.perSecond);
    }
  }
  return all;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round(share * (sorted.length - 1))]!;
}

export const benchmark: Benchmark = {
  title: 'Requests/s of the client, 2 kB replies, server in another process',
  async run() {
    // Elsewhere for a look without the disk: TMPDIR=/dev/shm.
    const folder = await mkdtemp(join(tmpdir(), 'latebench-bench-'));
    const server = spawn(process.execPath, ['--import', 'tsx', 'bench/endpoint-server.ts'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    try {
      const url = await new Promise<string>((resolve) =>
        server.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
      );
      const rows: Record<string, string | number>[] = [];
      for (const concurrency of concurrencies) {
        for (const [what, { rates, ratios }] of await measured(url, concurrency, folder)) {
          const perSecond = rates.map((one) => one.perSecond);
          const cpuUs = rates.map((one) => one.cpuUs);
          rows.push({
            'at once': concurrency,
            what,
            'calls/s': Math.round(quantile(perSecond, 0.5)),
            ratio: rounded(quantile(ratios, 0.5)),
            quartiles: `${rounded(quantile(ratios, 0.25))} to ${rounded(quantile(ratios, 0.75))}`,
            'CPU us': Math.round(quantile(cpuUs, 0.5)),
          });
        }
      }
      const other = python(url);
      if (other !== null) {
        rows.push({
          'at once': 10,
          what: 'Python http.client, 10 threads',
          'calls/s': Math.round(other),
          ratio: rounded(other / Number(rows[0]!['calls/s'])),
          quartiles: '',
          'CPU us': '',
        });
      }
      const [median, p90] = await flushMs(folder);
      return {
        rows,
        notes: [
          `Medians of ${rounds - 1} rounds of ${requests} requests each, and quartiles of the ratios, which are within a round.${other === null ? ' No python3 here.' : ''}`,
          `A flush of 32 KiB takes this disk ${rounded(median)} ms (median), ${rounded(p90)} ms (90th percentile).`,
        ],
      };
    } finally {
      server.stdin.end();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
