// The token confidences of a problem's traces, batch by batch: those that the pool has, or, where sentinels are among
// the candidates in its top/ side, computed again under another rule on them.
import { LateBenchError } from '../errors.ts';
import type { Pool } from './pool/read.ts';
import type { PackedLists, TraceBatch, TraceColumn } from './pool/trace-batch.ts';
import { type SentinelRule, tokenConfidence } from './token-confidence.ts';

export interface ConfidenceBatch {
  readonly batch: TraceBatch;
  /** One entry a trace of the batch; NaN where a token has no confidence. Valid until the next batch. */
  readonly confidences: readonly Float32Array[];
}

export interface ConfidenceSource {
  /** `columns` of the core side come along. */
  batches(problemId: string, columns: readonly TraceColumn[]): AsyncGenerator<ConfidenceBatch>;
}

export function storedConfidences(pool: Pool): ConfidenceSource {
  return {
    async *batches(problemId, columns) {
      for await (const batch of pool.traces(problemId, { columns: [...columns, 'token_conf'] })) {
        yield { batch, confidences: slices(batch.floatLists('token_conf')) };
      }
    },
  };
}

/** Reads both sides of the pool at once. */
export function recomputedConfidences(pool: Pool, rule: SentinelRule): ConfidenceSource {
  const { k } = pool.settings;
  return {
    async *batches(problemId, columns) {
      const top = topRows(pool, problemId);
      try {
        const core = { columns: [...columns, 'token_logprobs', 'token_conf'] as TraceColumn[] };
        for await (const batch of pool.traces(problemId, core)) {
          const confidences: Float32Array[] = [];
          const samples = batch.ints('sample_id');
          const stored = slices(batch.floatLists('token_conf'));
          for (const [at, chosen] of slices(batch.floatLists('token_logprobs')).entries()) {
            const row = await top.next();
            const isOther = row.done || row.value.sample !== samples[at];
            if (isOther || row.value.logprobs.length !== chosen.length * k) {
              throw new LateBenchError(
                'LB_SCHEMA',
                `${pool.folder}: top/ and core/ of problem ${problemId} do not match; run \`latebench pool verify\``,
              );
            }
            const tokens = { chosen, top: row.value.logprobs, k, known: stored[at]! };
            confidences.push(tokenConfidence(tokens, rule).conf);
          }
          yield { batch, confidences };
        }
      } finally {
        await top.return();
      }
    },
  };
}

interface TopRow {
  readonly sample: number;
  readonly logprobs: Float32Array;
}

async function* topRows(pool: Pool, problemId: string): AsyncGenerator<TopRow, void, undefined> {
  for await (const batch of pool.traces(problemId, { columns: ['top_logprobs'], side: 'top' })) {
    const samples = batch.ints('sample_id');
    for (const [at, logprobs] of slices(batch.floatLists('top_logprobs')).entries())
      yield { sample: samples[at]!, logprobs };
  }
}

function slices({ values, ends }: PackedLists<Float32Array>): Float32Array[] {
  return Array.from({ length: ends.length - 1 }, (_, row) => values.subarray(ends[row]!, ends[row + 1]!));
}
