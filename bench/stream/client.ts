// The client of the stream benchmark, in a separate process: `TOTAL PER_STREAM AT_ONCE URL FOLDER`. Prints what a token
// took of the processor, and how much memory the process had after so many tokens: all of it or, with --expose-gc, what
// is alive after a collection. 100,000 tokens come before, so that code is compiled and the heap has its size.
import { setMaxListeners } from 'node:events';
import { limitHeapGrowth } from '../../src/cli/heap-growth.ts';
import { openCacheAccess } from '../../src/endpoints/cache/cache-mode.ts';
import { createReplyStore } from '../../src/endpoints/reply-store.ts';
import { createUsageCounters } from '../../src/endpoints/usage-counters.ts';
import { openJournal } from '../../src/storage/journal/journal.ts';

// As built: see endpoint.bench.ts.
const built = '../../dist/src/';
const { createChatEndpoint } = (await import(
  `${built}endpoints/client.js`
)) as typeof import('../../src/endpoints/client.ts');
const { GroupWatch } = (await import(
  `${built}deepconf/think/group-watch.js`
)) as typeof import('../../src/deepconf/think/group-watch.ts');

await limitHeapGrowth();
const [total, perStream, atOnce] = process.argv.slice(2, 5).map(Number) as [number, number, number];
const [baseUrl, folder] = process.argv.slice(5) as [string, string];
const journal = await openJournal(folder);
const endpoint = createChatEndpoint({
  baseUrl,
  model: 'm',
  concurrency: atOnce,
  counters: createUsageCounters(),
  replyStore: createReplyStore(journal, await openCacheAccess('off', folder)),
});
const { signal } = new AbortController();
setMaxListeners(0, signal);
const messages = [{ role: 'user', content: 'How many?' }] as const;
const request = { messages, max_tokens: perStream, logprobs: true, top_logprobs: 20 };
let tokens = 0;
/** Tokens that came before those that are measured. */
let from = 0;
/** Tokens up to which the most memory is said. */
const marks = [10_000, 100_000, 1_000_000, 3_000_000];
/** Objects and buffers that are in use, in MB. */
function alive(): number {
  // Once more for buffers, which are given back by the collection after the one that found them unused.
  globalThis.gc!();
  globalThis.gc!();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}
/** The most memory so far, in MB, at each mark; what is alive there. */
const peaks: (number | null)[] = [];
let peak = 0;
const note = (): void => {
  peak = globalThis.gc === undefined ? Math.max(peak, process.memoryUsage.rss() / 2 ** 20) : alive();
  while (peaks.length < marks.length && tokens - from >= marks[peaks.length]!) peaks.push(peak);
};
/** A look at the memory takes a millisecond of the processor time that is measured. */
const noting = globalThis.gc === undefined ? setInterval(note, 250) : undefined;
const one = async (sample: number): Promise<void> => {
  const scores = { window: 2048, missing: 'skip', sentinel: 'skip' } as const;
  const watch = new GroupWatch({ threshold: 0.01, scores, keepsTexts: false });
  const { logprobs } = await endpoint.chat({ ...request, seed: sample }, { signal, sample, watch });
  tokens += logprobs!.chosen.length;
  if (peaks.length < marks.length && tokens - from >= marks[peaks.length]!) note();
};
let next = 0;
const worker = async (limit: number): Promise<void> => {
  while (next < limit) {
    next += 1;
    await one(next);
  }
};
const streams = Math.ceil(total / perStream);
const warm = Math.ceil(100_000 / perStream);
const workers = (limit: number): Promise<void>[] => Array.from({ length: atOnce }, () => worker(limit));
from = Number.POSITIVE_INFINITY;
await Promise.all(workers(warm));
from = tokens;
peak = 0;
const before = process.cpuUsage();
const started = performance.now();
await Promise.all(workers(warm + streams));
const { user, system } = process.cpuUsage(before);
const counted = tokens - from;
note();
clearInterval(noting);
const { heapTotal, external } = process.memoryUsage();
console.log(
  JSON.stringify({
    tokens: counted,
    cpu_us: (user + system) / counted,
    tokens_a_second: counted / ((performance.now() - started) / 1000),
    peak_mb: process.resourceUsage().maxRSS / 1024,
    at_marks_mb: marks.map((_, at) => peaks[at] ?? null),
    heap_mb: heapTotal / 2 ** 20,
    external_mb: external / 2 ** 20,
  }),
);
await endpoint.close();
await journal.close();
process.exit(0);
