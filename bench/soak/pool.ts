// Rows of 4,096 tokens with the 20 likeliest each: memory at 1,024 and 4,096 rows, and the columns' sums.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { poolProcess } from '../../test/storage/columnar/pool.ts';
import type { PoolFacts } from '../../test/storage/columnar/pool-rows.ts';
import { atMost, equal, type Soak, type SoakResult } from './soak.ts';

async function duckdbSums(path: string): Promise<readonly unknown[]> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  try {
    const result = await connection.runAndReadAll(`
      SELECT sum(list_sum(token_logprobs)),
        sum(list_sum(list_transform(top_logprobs, lambda top: list_sum(top))))
      FROM '${path}'`);
    return result.getRowsJson()[0]!;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

export const soakPool: Soak = {
  title: 'Pool rows (4,096 tokens x 20 alternatives) to Parquet and back',
  minutes: 20,
  async run(folder) {
    const results: SoakResult[] = [];
    const written: PoolFacts[] = [];
    for (const rows of [1024, 4096]) {
      const path = join(folder, `pool-${rows}.parquet`);
      const facts = await poolProcess('write', path, rows);
      written.push(facts);
      results.push(atMost(`peak memory writing ${rows} rows`, facts.peak, 500, 'MB'));
      const read = await poolProcess('read', path, rows);
      results.push(
        atMost(`peak memory reading ${rows} rows`, read.peak, 500, 'MB'),
        equal(`sum of top_logprobs read back (${rows} rows)`, read.topSum, facts.topSum),
      );
      const [tokenSum, topSum] = await duckdbSums(path);
      results.push(
        equal(`sum of token_logprobs by DuckDB (${rows} rows)`, tokenSum, facts.tokenSum),
        equal(`sum of top_logprobs by DuckDB (${rows} rows)`, topSum, facts.topSum),
      );
      rmSync(path);
    }
    const [small, large] = written;
    results.push(atMost('writing 4,096 rows to writing 1,024', large!.peak / small!.peak, 1.15, 'x'));
    return results;
  },
};
