// What a streamed token costs: the processor of the whole client (socket, HTTP, events, logprobs, confidence, journal),
// and memory while more and more tokens come through 64 streams at once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, rounded } from './benchmark.ts';

const runs = [
  [3_000_000, 156, 64],
  [3_000_000, 2_000, 64],
  [1_000_000, 15_625, 64],
  [200_000, 2_000, 1],
] as const;

interface Measured {
  readonly tokens: number;
  readonly cpu_us: number;
  readonly tokens_a_second: number;
  readonly peak_mb: number;
  /** After 100,000 that are not counted: the most within the first 10,000, 100,000, 1,000,000 and 3,000,000 tokens; what was alive there. */
  readonly at_marks_mb: readonly (number | null)[];
  /** At the end: of objects, and of buffers outside the heap. The rest is code, stacks and what malloc keeps. */
  readonly heap_mb: number;
  readonly external_mb: number;
}

async function measured(args: readonly string[], ...flags: string[]): Promise<Measured> {
  const child = spawn(process.execPath, [...flags, '--import', 'tsx', 'bench/stream/client.ts', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (part: Buffer) => {
    text += part.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`the client ended with ${code}`);
  return JSON.parse(text) as Measured;
}

const atMark = (mb: number | null): number | '' => (mb === null ? '' : Math.round(mb));

export const benchmark: Benchmark = {
  title: 'A streamed token: top-20, one event a token, with a journal',
  async run() {
    const server = spawn(process.execPath, ['--import', 'tsx', 'bench/stream/server.ts'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const url = line.toString().trim();
    const folder = await mkdtemp(join(tmpdir(), 'latebench-stream-'));
    const rows: Record<string, string | number>[] = [];
    try {
      for (const [place, [total, perStream, atOnce]] of runs.entries()) {
        const args = [perStream, atOnce].map(String).concat(url);
        const { tokens, cpu_us, tokens_a_second, peak_mb, at_marks_mb, heap_mb, external_mb } =
          await measured([`${total}`, ...args, join(folder, `${place}`)]);
        const alive = await measured(
          [`${Math.min(total, 1e6)}`, ...args, join(folder, `${place}-alive`)],
          '--expose-gc',
        );
        const [first, second, third, fourth] = at_marks_mb.map(atMark);
        const [aliveFirst, aliveSecond, aliveThird] = alive.at_marks_mb.map(atMark);
        rows.push({
          tokens,
          'a stream': perStream,
          'at once': atOnce,
          'us of CPU a token': rounded(cpu_us, 1),
          'tokens/s': Math.round(tokens_a_second),
          'RSS to 10 k': first!,
          '100 k': second!,
          '1 M': third!,
          '3 M': fourth!,
          'peak, MB': Math.round(peak_mb),
          heap: Math.round(heap_mb),
          external: Math.round(external_mb),
          'alive to 10 k': aliveFirst!,
          'alive to 100 k': aliveSecond!,
          'alive to 1 M': aliveThird!,
        });
      }
    } finally {
      server.stdin.end();
      await rm(folder, { recursive: true, force: true });
    }
    return { rows, notes: ['Goal: at most 15 us a token, and no more memory for more tokens.'] };
  },
};
