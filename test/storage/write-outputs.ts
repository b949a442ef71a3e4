// A separate process for the crash test: writes COUNT records to each PATH, says so, and waits with the files
// unfinished until it is killed.
import { openOutput } from '../../src/storage/output.ts';
import { fullRecord } from './columnar/support.ts';

const [count, ...paths] = process.argv.slice(2);
const sinks = await Promise.all(paths.map((path) => openOutput(path)));
for (let index = 0; index < Number(count); index += 1) {
  for (const sink of sinks) await sink.write(fullRecord(index));
}
process.stdout.write('written\n');
setInterval(() => {}, 1000);
