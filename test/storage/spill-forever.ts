// Spills into the folder it is given, says so, and waits to be killed.
import { openSpillFile } from '../../src/storage/spill-file.ts';

await openSpillFile(process.argv[2]!).append(Buffer.alloc(3 << 20));
process.stdout.write('spilt\n');
setInterval(() => undefined, 1000);
