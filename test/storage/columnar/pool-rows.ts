// Rows as a pool of sampled solutions has them: every token with its logprob and those of the 20 likeliest. All
// logprobs are multiples of 1/4096, so that their sums are exact in any order. A separate process writes or reads such
// a file and prints what it held, its peak memory and the sums of the columns: `write|read PATH ROWS GROUP_BYTES`.
import assert from 'node:assert/strict';
import { type Columns, float32, int32, list, utf8 } from '../../../src/storage/columnar/column.ts';
import { openParquetSink } from '../../../src/storage/columnar/parquet-sink.ts';
import { readParquet } from '../../../src/storage/columnar/parquet-source.ts';
import { heldBytes } from '../../support/held-memory.ts';

const tokensInRow = 4096;
const alternatives = 20;

const poolColumns: Columns = {
  id: utf8,
  sample: int32,
  tokens: list(utf8),
  token_logprobs: list(float32),
  top_logprobs: list(list(float32)),
};

/** In MB, after a forced collection. */
export interface Quarter {
  readonly held: number;
  /** Includes the thread that reads, whose memory `held` does not count. */
  readonly resident: number;
}

export interface PoolFacts {
  /** After each quarter of the rows. */
  readonly quarters: readonly Quarter[];
  /** Peak resident set in MB. */
  readonly peak: number;
  readonly rows: number;
  readonly tokenSum: number;
  readonly topSum: number;
}

/** Each row takes the memory of the one before it: the writer's memory is to be seen, not ours. */
function* poolRows(count: number): Generator<Record<string, unknown>> {
  const tokens = Array.from({ length: tokensInRow }, (_, at) => ` token${(at * 7) % 5000}`);
  const tokenLogprobs = new Float32Array(tokensInRow);
  const top = new Float32Array(tokensInRow * alternatives);
  const topLogprobs = tokens.map((_, at) => top.subarray(at * alternatives, (at + 1) * alternatives));
  let state = 1;
  const fill = (values: Float32Array): void => {
    for (let at = 0; at < values.length; at += 1) {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      values[at] = -(state >>> 16) / 4096;
    }
  };
  for (let sample = 0; sample < count; sample += 1) {
    fill(tokenLogprobs);
    fill(top);
    const id = `pool/${sample >> 6}`;
    yield { id, sample, tokens, token_logprobs: tokenLogprobs, top_logprobs: topLogprobs };
  }
}

function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += values[at]!;
  return sum;
}

async function measure(mode: string, path: string, count: number, rowGroupBytes: number): Promise<PoolFacts> {
  let rows = 0;
  let tokenSum = 0;
  let topSum = 0;
  const quarters: Quarter[] = [];
  const add = (row: Record<string, unknown>): void => {
    rows += 1;
    tokenSum += sumOf(row.token_logprobs as ArrayLike<number>);
    for (const top of row.top_logprobs as ArrayLike<number>[]) topSum += sumOf(top);
    if (rows % (count / 4) === 0)
      quarters.push({ held: heldBytes() / 2 ** 20, resident: process.memoryUsage().rss / 2 ** 20 });
  };
  if (mode === 'write') {
    const sink = await openParquetSink(path, poolColumns, { rowGroupBytes });
    for (const row of poolRows(count)) {
      await sink.write(row);
      add(row);
    }
    await sink.close();
  } else {
    // Before it: Node 22 takes 60 MB more than Node 20 until it stays level, and Node 24 comes to that later.
    for (let turn = 0; turn < 3; turn += 1) {
      for await (const group of readParquet(path)) assert.ok(group.length > 0);
    }
    for await (const group of readParquet(path)) for (const row of group) add(row);
  }
  return { quarters, peak: process.resourceUsage().maxRSS / 1024, rows, tokenSum, topSum };
}

const [mode, path, ...numbers] = process.argv.slice(2);
const [count, rowGroupBytes] = numbers.map(Number);
process.stdout.write(JSON.stringify(await measure(mode!, path!, count!, rowGroupBytes!)));
