// Requests a second of the endpoint client against raw undici on the same loopback server, at concurrency 64, with
// nothing on and with journal, cache and rate each on; and a Python client with ten threads.
import { spawn, spawnSync } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { openCacheAccess } from '../src/endpoints/cache/cache-mode.ts';
import type { ClientOptions } from '../src/endpoints/client.ts';
import { createReplyStore } from '../src/endpoints/reply-store.ts';
import { createUsageCounters } from '../src/endpoints/usage-counters.ts';
import { openJournal } from '../src/storage/journal/journal.ts';
import { type Benchmark, rounded } from './benchmark.ts';

// As built: the loader for TypeScript names every closure when it is made, which costs a client of many small closures
// a quarter of its speed.
const built = '../dist/src/endpoints/client.js';
const { createChatEndpoint } = (await import(built)) as typeof import('../src/endpoints/client.ts');

const concurrency = 64;
const requests = 4_000;
const rounds = 3;
const content = 'x '.repeat(200);

/** Calls `send` for each number once, with `concurrency` at a time; requests a second. */
async function rate(send: (n: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < requests) await send(next++);
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: concurrency }, worker));
  return requests / ((performance.now() - started) / 1000);
}

async function rawUndici(url: string): Promise<number> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: concurrency, pipelining: 1 });
  const headers = { 'content-type': 'application/json' };
  const result = await rate(async () => {
    // In practice every call has a different body.
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content }], temperature: 0.7 });
    const response = await pool.request({
      method: 'POST',
      path: `${pathname}/chat/completions`,
      headers,
      body,
    });
    return response.body.json();
  });
  await pool.close();
  return result;
}

async function ours(url: string, options: Partial<ClientOptions> = {}): Promise<number> {
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
  const result = await rate((sample) => endpoint.chat({ messages, temperature: 0.7 }, { signal, sample }));
  await endpoint.close();
  return result;
}

async function withStores(url: string, folder: string, cacheMode: 'off' | 'on'): Promise<number> {
  const journal = await openJournal(join(folder, `journal-${cacheMode}-${Date.now()}`));
  const cache = await openCacheAccess(cacheMode, join(folder, `cache-${Date.now()}`));
  const result = await ours(url, { replyStore: createReplyStore(journal, cache) });
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

export const benchmark: Benchmark = {
  title: `Requests/s at concurrency ${concurrency}, 2 kB replies, server in another process (goal: client alone at least 0.7x raw undici)`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'latebench-bench-'));
    const server = spawn(process.execPath, ['--import', 'tsx', 'bench/endpoint-server.ts'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    try {
      const url = await new Promise<string>((resolve) =>
        server.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
      );
      const kinds: readonly (readonly [string, () => Promise<number>])[] = [
        ['raw undici, JSON parsed', () => rawUndici(url)],
        ['our client', () => ours(url)],
        ['our client, rate 10 million a minute', () => ours(url, { rpm: 10_000_000 })],
        ['our client, journal', () => withStores(url, folder, 'off')],
        ['our client, journal and cache', () => withStores(url, folder, 'on')],
      ];
      const best = new Map<string, number>();
      for (let round = 0; round < rounds; round += 1) {
        for (const [what, measure] of kinds) best.set(what, Math.max(best.get(what) ?? 0, await measure()));
      }
      const reference = best.get('raw undici, JSON parsed')!;
      const rows = [...best].map(([what, value]) => ({
        what,
        'requests/s': Math.round(value),
        ratio: rounded(value / reference),
      }));
      const other = python(url);
      if (other !== null)
        rows.push({
          what: 'Python http.client, 10 threads',
          'requests/s': Math.round(other),
          ratio: rounded(other / reference),
        });
      return {
        rows,
        notes: [
          `Best of ${rounds} rounds of ${requests} requests each.${other === null ? ' No python3 here.' : ''}`,
        ],
      };
    } finally {
      server.stdin.end();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
