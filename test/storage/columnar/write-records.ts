// A process of its own for the crash and memory tests: writes N records to PATH and prints its peak memory in MB.
// With `hold` it says `ready` after them and waits, the file unfinished.
import { openArrowSink } from '../../../src/storage/columnar/arrow-sink.ts';
import { openParquetSink } from '../../../src/storage/columnar/parquet-sink.ts';
import { solutionColumns } from '../../../src/storage/columnar/schema.ts';
import { fullRecord } from './support.ts';

const [path, count, hold] = process.argv.slice(2);
const open = path!.endsWith('.arrow') ? openArrowSink : openParquetSink;
const sink = await open(path!, solutionColumns, { rowGroupBytes: 1024 * 1024 });
for (let index = 0; index < Number(count); index += 1) await sink.write(fullRecord(index));
if (hold === 'hold') {
  process.stdout.write('ready\n');
  setInterval(() => {}, 1000);
} else {
  await sink.close();
  process.stdout.write(`${process.resourceUsage().maxRSS / 1024}\n`);
}
