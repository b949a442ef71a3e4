// Reads a Parquet file, or its first rows, and prints how many rows there were and how much memory it took at most.
import { readFileSync } from 'node:fs';
import { readParquet } from '../../../src/storage/columnar/parquet-source.ts';

const [path, most = 'Infinity'] = process.argv.slice(2);
const started = performance.now();
let rows = 0;
let firstMs = 0;
for await (const group of readParquet(path!)) {
  if (rows === 0) firstMs = performance.now() - started;
  rows += group.length;
  if (rows >= Number(most)) break;
}
// What getrusage says counts the process that started this one as well.
const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024;
process.stdout.write(JSON.stringify({ rows, firstMs, peak }));
