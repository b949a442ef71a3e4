// A small pool with the alternatives of its tokens, made from seeds, and all that it says.
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { planBuild } from '../../../src/deepconf/pool/build-plan.ts';
import { exportRows } from '../../../src/deepconf/pool/export.ts';
import { problemInfo } from '../../../src/deepconf/pool/info.ts';
import { sidesOf } from '../../../src/deepconf/pool/layout.ts';
import { PoolManifest } from '../../../src/deepconf/pool/manifest.ts';
import { readPoolSettings } from '../../../src/deepconf/pool/pool-settings.ts';
import { countProblems } from '../../../src/deepconf/pool/problem-counts.ts';
import { problemsHash } from '../../../src/deepconf/pool/problems.ts';
import { writeProblems } from '../../../src/deepconf/pool/problems-file.ts';
import { openPool, type Pool, type PoolProblem } from '../../../src/deepconf/pool/read.ts';
import { reconcile } from '../../../src/deepconf/pool/reconcile.ts';
import type { PoolSettings } from '../../../src/deepconf/pool/schema.ts';
import { rowMaker, type Trace, type TraceRows } from '../../../src/deepconf/pool/trace.ts';
import { verifyPool } from '../../../src/deepconf/pool/verify.ts';
import { writePart, writtenPart } from '../../../src/deepconf/pool/write-part.ts';
import { runVote } from '../../../src/deepconf/vote-run.ts';
import { mulberry32 } from '../../../src/statistics/random.ts';
import { poolSpecification } from './build-here.ts';

export const problems: readonly PoolProblem[] = ['a/1', 'b', 'c*', 'd', 'e'].map((problem_id, at) => ({
  problem_id,
  problem: `Problem ${at}?`,
  truth: at === 3 ? null : '7',
}));

export interface Length {
  /** In tokens. */
  readonly longest: number;
  /** Different logprobs, about: few of them make small files. */
  readonly levels: number;
}
const short: Length = { longest: 6, levels: 8 };
/** A hundred of them make a megabyte, about. */
export const long: Length = { longest: 1_800, levels: 2 ** 20 };

function traceOf(problem: number, sample: number, { longest, levels }: Length): Trace {
  const rng = mulberry32(1000 * problem + sample);
  const tokens = 1 + Math.floor(rng() * longest);
  const top = Float32Array.from(
    { length: 2 * tokens },
    (_, at) => -(1 + (at % 2) + (8 / levels) * Math.floor(levels * rng())),
  );
  const answer = rng() < 0.5 ? 7 : Math.floor(rng() * 20);
  return {
    model: 'm',
    system_fingerprint: null,
    finish_reason: rng() < 0.2 ? 'length' : 'stop',
    prompt_tokens: 3,
    text: `So \\boxed{${answer}}`,
    answer: undefined,
    tokens: null,
    chosen: top.filter((_, at) => at % 2 === 0),
    k: 2,
    top,
    topTokens: null,
    conf: undefined,
  };
}

const kept = { ...poolSpecification(1), k: 2, keep_top: true };

export async function emptyPool(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const settings: PoolSettings = {
    format: 'latebench-pool',
    schema_version: 1,
    ...kept,
    problems: { count: problems.length, sha256: problemsHash(problems) },
  };
  await writeFile(join(folder, 'pool.json'), JSON.stringify(settings));
  await writeProblems(folder, problems);
}

/** Brings the pool to `counts[i]` samples of problem i, as a build does. */
export async function grow(folder: string, counts: readonly number[], length = short): Promise<void> {
  const settings = (await readPoolSettings(folder))!;
  const manifest = await reconciled(folder);
  const made = rowMaker(settings);
  for (const [at, problem] of problems.entries()) {
    for (const { part, first, end } of planBuild(manifest, [problem], counts[at]!)) {
      async function* rows(): AsyncGenerator<TraceRows> {
        for (let sample = first; sample < end; sample += 1) yield made(sample, traceOf(at, sample, length));
      }
      const place = { folder, settings, problemId: problem.problem_id, part, first };
      const count = await writePart(place, rows());
      for (const side of sidesOf(settings)) manifest.add(await writtenPart(place, side, count));
    }
  }
  await countProblems({ folder, problems, manifest });
  await manifest.save(problems);
}

export async function reconciled(folder: string): Promise<PoolManifest> {
  const settings = (await readPoolSettings(folder))!;
  const manifest = await PoolManifest.read(folder);
  await reconcile(manifest, { folder, settings, problems }, (line) => assert.fail(line));
  return manifest;
}

/** All that a pool says: export, counts, and what a vote makes of it. Without sizes, which differ. */
export async function said(folder: string, run: string | null = null): Promise<unknown> {
  const pool = await openPool(folder);
  try {
    const rows: unknown[] = [];
    for await (const row of exportRows(pool, { top: true, tokens: true })) rows.push(row);
    return {
      rows,
      info: await infoOf(pool),
      vote: rows.length === 0 || run === null ? null : await voteOf(folder, run),
    };
  } finally {
    await pool.close();
  }
}

async function infoOf(pool: Pool): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const problem of pool.problems) {
    const { core_bytes, top_bytes, parts, ...info } = await problemInfo(pool, problem);
    assert.equal(core_bytes > 0 && top_bytes > 0, parts > 0);
    all.push(info);
  }
  return all;
}

async function voteOf(pool: string, run: string): Promise<string[]> {
  await rm(run, { recursive: true, force: true });
  await runVote({
    pool,
    folder: run,
    options: {
      ks: ['all'],
      repeats: 3,
      seed: 1,
      metrics: ['avg', 'lowest'],
      etas: [0.5],
      rule: 'ceil',
      answers: 'integer',
      fallback: true,
      dropTruncated: false,
      scores: {},
      online: null,
    },
  });
  const files = ['summary.json', 'results.json', 'votes.parquet', 'report.html'];
  return Promise.all(files.map(async (file) => (await readFile(join(run, file))).toString('latin1')));
}

export async function findings(folder: string): Promise<unknown> {
  const pool = await openPool(folder);
  try {
    return (await verifyPool(pool, () => {})).findings;
  } finally {
    await pool.close();
  }
}
