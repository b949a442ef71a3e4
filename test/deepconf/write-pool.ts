// Writes a pool as it stands on disk, from traces that a test makes up.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  partName,
  partSamples,
  problemsPath,
  settingsPath,
  sidePath,
} from '../../src/deepconf/pool/layout.ts';
import {
  coreColumns,
  type PoolSettings,
  poolFormat,
  problemColumns,
  topColumns,
} from '../../src/deepconf/pool/schema.ts';
import { tokenConfidence } from '../../src/deepconf/token-confidence.ts';
import { traceScorer } from '../../src/deepconf/trace-scores.ts';
import { openParquetSink } from '../../src/storage/columnar/parquet-sink.ts';

export interface MadeTrace {
  readonly answer: string | null;
  readonly answer_source?: 'given' | 'boxed' | 'fallback' | 'none';
  readonly finish_reason?: string;
  readonly text?: string;
  readonly logprobs: Float64Array;
  readonly top: Float64Array;
}

export interface MadeProblem {
  readonly problem_id: string;
  readonly truth: string | null;
  readonly traces: readonly MadeTrace[];
}

export interface MadePool {
  readonly k: number;
  readonly problems: readonly MadeProblem[];
  readonly scores?: Partial<PoolSettings['scores']>;
  readonly simulated?: boolean;
  /** True unless said otherwise. */
  readonly keepTop?: boolean;
  /** How answers came: read from texts (`aime`, the default) or given. */
  readonly mode?: PoolSettings['answers']['mode'];
}

function nulled(values: Float32Array | Float64Array): (number | null)[] {
  return Array.from(values, (value) => (Number.isFinite(value) ? value : null));
}

export async function writePool(
  folder: string,
  { k, problems, scores = {}, simulated = false, keepTop = true, mode = 'aime' }: MadePool,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const settings: PoolSettings = {
    format: poolFormat,
    schema_version: 1,
    source: 'import',
    endpoint: null,
    model: simulated ? 'latebench-sim/sampler' : null,
    simulated,
    prompt: null,
    sampling: null,
    k,
    answers: { mode, fallback: true },
    scores: {
      window: 2048,
      tail: 2048,
      edge: 'full',
      bottom_count: 'floor',
      missing: 'skip',
      sentinel: 'skip',
      ...scores,
    },
    keep_top: keepTop,
    n: problems[0]?.traces.length ?? 0,
    problems: { count: problems.length, sha256: '0'.repeat(64) },
  };
  await writeFile(settingsPath(folder), JSON.stringify(settings));
  const list = await openParquetSink(problemsPath(folder), problemColumns);
  for (const { problem_id, truth } of problems) {
    await list.write({ problem_id, problem: `Problem ${problem_id}`, truth });
  }
  await list.close();
  const { bottom_count: bottomCount, ...rest } = settings.scores;
  const score = traceScorer({ ...rest, bottomCount });
  for (const { problem_id, traces } of problems) {
    for (let from = 0; from < traces.length; from += partSamples) {
      await writePart(folder, {
        problem_id,
        from,
        traces: traces.slice(from, from + partSamples),
        k,
        score,
        keepTop,
      });
    }
  }
}

async function writePart(
  folder: string,
  {
    problem_id,
    from,
    traces,
    k,
    score,
    keepTop,
  }: {
    problem_id: string;
    from: number;
    traces: readonly MadeTrace[];
    k: number;
    score: ReturnType<typeof traceScorer>;
    keepTop: boolean;
  },
): Promise<void> {
  const open = async (side: 'core' | 'top', rowGroupRows: number) => {
    const inside = sidePath(folder, side, problem_id);
    await mkdir(inside, { recursive: true });
    const columns = side === 'core' ? coreColumns : topColumns;
    return openParquetSink(join(inside, partName(from / partSamples)), columns, { rowGroupRows });
  };
  const core = await open('core', 32);
  const top = keepTop ? await open('top', 8) : null;
  for (const [at, trace] of traces.entries()) {
    const { conf, n_valid, n_missing, n_sentinel } = tokenConfidence({
      chosen: trace.logprobs,
      top: trace.top,
      k,
    });
    const { avg, tail, lowest, bottom10 } = score(conf);
    await core.write({
      sample_id: from + at,
      model: null,
      system_fingerprint: null,
      finish_reason: trace.finish_reason ?? 'stop',
      prompt_tokens: null,
      n_tokens: conf.length,
      text: trace.text ?? null,
      answer: trace.answer,
      answer_source: trace.answer_source ?? (trace.answer === null ? 'none' : 'boxed'),
      tokens: null,
      // Of use only with the top side.
      token_logprobs: keepTop ? nulled(trace.logprobs) : [],
      token_conf: nulled(conf),
      n_valid: Array.from(n_valid),
      n_missing,
      n_sentinel,
      score_avg: avg,
      score_tail: tail,
      score_lowest: lowest,
      score_bottom10: bottom10,
    });
    await top?.write({ sample_id: from + at, k, top_logprobs: nulled(trace.top), top_tokens: null });
  }
  await core.close();
  await top?.close();
}
