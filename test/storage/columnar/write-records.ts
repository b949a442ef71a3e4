// A separate process for the crash and memory tests: writes COUNT records to each PATH, prints how many MB it held after
// each quarter of them, and waits with the files unfinished until it is killed.
import { openArrowSink } from '../../../src/storage/columnar/arrow-sink.ts';
import { openParquetSink } from '../../../src/storage/columnar/parquet-sink.ts';
import { solutionColumns } from '../../../src/storage/columnar/schema.ts';
import { heldBytes } from '../../support/held-memory.ts';
import { fullRecord } from './support.ts';

const [count, ...paths] = process.argv.slice(2);
const sinks = await Promise.all(
  paths.map((path) => {
    const open = path.endsWith('.arrow') ? openArrowSink : openParquetSink;
    // Sixteen times as many groups as by default. Each leaves an entry for each of its 150 columns in the footer.
    return open(path, solutionColumns, { rowGroupBytes: 512 * 1024 });
  }),
);
const held: number[] = [];
for (let index = 1; index <= Number(count); index += 1) {
  const record = fullRecord(index);
  for (const sink of sinks) await sink.write(record);
  if (index % (Number(count) / 4) === 0) held.push(heldBytes() / 2 ** 20);
}
process.stdout.write(`${JSON.stringify(held)}\n`);
setInterval(() => {}, 1000);
