// One row group of 1.6 million rows of 3 kB each, as DuckDB writes it: memory and the time to the first row. DuckDB's pages
// hold 100 MB, so that not even a page may be held.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compiledScript } from '../../test/support/compiled-script.ts';
import { atMost, equal, type Soak } from './soak.ts';

const rows = 1_600_000;

async function writeGroup(path: string): Promise<void> {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  await connection.run(`COPY (SELECT 'p' || i AS id, 'Find x such that x = ' || i AS problem,
    [repeat('Let x be ' || i || ' and add the terms; ', 90)] AS steps FROM range(${rows}) t(i))
    TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE ${rows})`);
  connection.closeSync();
  instance.closeSync();
}

async function read(path: string, most: number): Promise<{ rows: number; firstMs: number; peak: number }> {
  const script = await compiledScript(new URL('../../test/storage/columnar/read-rows.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, path, String(most)]);
  return JSON.parse(stdout);
}

export const soakLargeGroup: Soak = {
  title: 'one row group of 1.6 million rows of 3 kB, written by DuckDB',
  minutes: 30,
  async run(folder) {
    const path = join(folder, 'group.parquet');
    await writeGroup(path);
    const first = await read(path, 1);
    const all = await read(path, Number.POSITIVE_INFINITY);
    return [
      atMost('time to the first row', first.firstMs, 1000, 'ms'),
      atMost('memory for the first row', first.peak, 200, 'MB'),
      equal('rows', all.rows, rows),
      atMost('memory for all rows', all.peak, 500, 'MB'),
    ];
  },
};
