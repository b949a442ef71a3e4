// `pool build` from the socket to Parquet, beside a built version in the folder named by LATEBENCH_OLD: tokens a second of
// processor time and of the clock, bytes on disk, peak memory. Versions take turns, so that other work on the machine
// meets both; some three minutes each on two cores, and each build is given up after five.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Benchmark, rounded } from './benchmark.ts';
import { type Built, buildBy, repliesOf } from './pool-bodies/socket-to-parquet.ts';

const tokens = 4096;
const k = 20;
const short = { samples: 8, concurrency: 32 };
const long = { samples: 64, concurrency: 32 };
/** Peak memory is judged by longer replies, more of them at once. */
const heavy = { samples: 64, concurrency: 64 };

async function withServer<T>(bodyTokens: number, work: (url: string) => Promise<T>): Promise<T> {
  const script = join(import.meta.dirname, 'pool-bodies', 'server.ts');
  const server = spawn(process.execPath, ['--import', 'tsx', script, `${bodyTokens}`, `${k}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const [chunk] = (await once(server.stdout, 'data')) as [Buffer];
    return await work(chunk.toString().trim());
  } finally {
    server.kill();
  }
}

type Build = typeof short;

/** The build by each version, one after the other. */
async function byEach(versions: readonly string[], url: string, build: Build): Promise<readonly Built[]> {
  const built: Built[] = [];
  for (const version of versions) built.push(await buildBy(version, url, build));
  return built;
}

async function rowsOf(versions: readonly string[]): Promise<Record<string, string | number>[]> {
  const { less, more } = await withServer(tokens, async (url) => ({
    less: await byEach(versions, url, short),
    more: await byEach(versions, url, long),
  }));
  const most = await withServer(2 * tokens, (url) => byEach(versions, url, heavy));
  const made = (repliesOf(long.samples) - repliesOf(short.samples)) * tokens;
  const gain = (at: number, of: 'seconds' | 'cpuSeconds' | 'bytes'): number => more[at]![of] - less[at]![of];
  return versions.map((version, at) => ({
    version: at === 0 ? 'this one' : version,
    'tokens/s': Math.round(made / gain(at, 'seconds')),
    'tokens/CPU s': Math.round(made / gain(at, 'cpuSeconds')),
    'bytes a token': rounded(gain(at, 'bytes') / made, 1),
    'peak MB at twice the tokens, 64 at once': Math.round(most[at]!.peakMb),
  }));
}

export const benchmark: Benchmark = {
  title: `pool build from the socket to Parquet, replies of ${tokens} tokens x ${k} alternatives`,
  async run() {
    const old = process.env.LATEBENCH_OLD;
    const rows = await rowsOf(['.', ...(old === undefined ? [] : [old])]);
    const [ours, other] = rows;
    if (other === undefined)
      return { rows, notes: ['Set LATEBENCH_OLD to the folder of a built version to compare with it.'] };
    const ratio = (name: string): number => rounded(Number(ours![name]) / Number(other[name]));
    return {
      rows,
      notes: [
        `against the old one: ${ratio('tokens/CPU s')} x the tokens a CPU second, ${ratio('tokens/s')} x on the clock, ${ratio('bytes a token')} x the bytes (goals: 3, 3, at most 1.05; 600 MB)`,
      ],
    };
  },
};
