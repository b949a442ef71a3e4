// Offline DeepConf: scoring a pool from its Parquet files, and a whole evaluation from stored scores.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sidePath } from '../src/deepconf/pool/layout.ts';
import { runVote } from '../src/deepconf/vote-run.ts';
import { mulberry32 } from '../src/statistics/random.ts';
import { writePool } from '../test/deepconf/write-pool.ts';
import { type Benchmark, rounded } from './benchmark.ts';

/** Traces of one problem; its files stand in for those of the others, which would take minutes to write. */
const long = { problems: 8, traces: 512, tokens: 4096, pythonTraces: 64 };
const many = { problems: 30, traces: 1024, tokens: 24 };

/** Token confidences as top-1 log-probabilities. */
function made(tokens: number, rng: () => number): { logprobs: Float64Array; top: Float64Array } {
  const top = Float64Array.from({ length: tokens }, () => -Math.fround(8 + 8 * rng()));
  return { logprobs: top, top };
}

interface Scored {
  readonly tokens: number;
  readonly seconds: number;
  readonly check: number;
  readonly peakMb?: number;
}

function scoredBy(command: string, args: readonly string[]): Scored | null {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? (JSON.parse(stdout) as Scored) : null;
}

async function scoring(folder: string): Promise<Record<string, string | number>[]> {
  const rng = mulberry32(1);
  const traces = Array.from({ length: long.traces }, () => ({ answer: '1', ...made(long.tokens, rng) }));
  const pool = join(folder, 'long');
  const ids = Array.from({ length: long.problems }, (_, at) => String(at));
  const problems = ids.map((problem_id) => ({
    problem_id,
    truth: '1',
    traces: problem_id === '0' ? traces : [],
  }));
  await writePool(pool, { k: 1, problems, keepTop: false });
  for (const id of ids.slice(1))
    cpSync(sidePath(pool, 'core', '0'), sidePath(pool, 'core', id), { recursive: true });
  const raw = join(folder, 'conf.f32');
  const few = traces
    .slice(0, long.pythonTraces)
    .map(({ top }) => Buffer.from(Float32Array.from(top, (lp) => -lp).buffer));
  writeFileSync(raw, Buffer.concat(few));
  const python = (kind: 'windows' | 'running' | 'numpy'): Scored | null =>
    scoredBy('python3', ['bench/deepconf/score.py', raw, String(long.tokens), '2048', kind]);
  const ours = scoredBy(process.execPath, ['--import', 'tsx', 'bench/deepconf/score-pool.ts', pool]);
  if (ours === null) throw new Error('scoring the pool failed');
  const rate = ({ tokens, seconds }: Scored): number => tokens / seconds / 1e6;
  return [
    ['core Parquet, all metrics (goal: 5 Mtokens/s, 300 MB)', ours] as const,
    ['Python, each window a mean, from memory', python('windows')] as const,
    ['Python, a running sum, from memory', python('running')] as const,
    ['numpy, from memory', python('numpy')] as const,
  ].flatMap(([what, scored]) =>
    scored === null
      ? []
      : [
          {
            what,
            'Mtokens/s': rounded(rate(scored)),
            seconds: rounded(scored.seconds),
            'peak MB': scored.peakMb === undefined ? '' : Math.round(scored.peakMb),
            'ours is': `${rounded(rate(ours) / rate(scored), 1)}x`,
          },
        ],
  );
}

async function evaluation(folder: string): Promise<Record<string, string | number>> {
  const rng = mulberry32(2);
  const problems = Array.from({ length: many.problems }, (_, position) => ({
    problem_id: String(position),
    truth: '7',
    traces: Array.from({ length: many.traces }, () => ({
      answer: rng() < 0.05 ? null : rng() < 0.4 ? '7' : String(Math.floor(300 * rng() ** 2)),
      ...made(many.tokens, rng),
    })),
  }));
  const pool = join(folder, 'many');
  await writePool(pool, { k: 1, problems, keepTop: false });
  const started = performance.now();
  await runVote({
    pool,
    folder: join(folder, 'run'),
    options: {
      ks: [512],
      repeats: 64,
      seed: 0,
      metrics: ['avg', 'bottom10', 'lowest', 'tail'],
      etas: [0.1, 0.9],
      rule: 'ceil',
      answers: 'integer',
      fallback: true,
      dropTruncated: false,
      scores: {},
      online: null,
    },
  });
  const seconds = (performance.now() - started) / 1000;
  return {
    what: '`vote`, 30 problems x 64 repeats x K = 512 x 4 metrics x 2 etas (goal: 5 s)',
    'Mtokens/s': '',
    seconds: rounded(seconds),
    'peak MB': '',
    'ours is': '',
  };
}

export const benchmark: Benchmark = {
  title: 'Offline DeepConf from a pool on disk',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'latebench-bench-'));
    try {
      const rows = [...(await scoring(folder)), await evaluation(folder)];
      return {
        rows,
        notes: [
          `${long.problems} x ${long.traces} traces x ${long.tokens} tokens, window and tail 2048; Python scores ${long.pythonTraces} of them, and need not read them from Parquet.`,
          `The evaluation reads ${many.problems} x ${many.traces} stored scores, draws its curves, and writes votes, results and report.`,
        ],
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
