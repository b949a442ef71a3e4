// Takes the lock it is given, says so, and holds it until it is killed.
import { takeExclusive } from '../../src/storage/process-lock.ts';

const lock = await takeExclusive(process.argv[2]!);
process.stdout.write(`${'release' in lock ? 'held' : 'busy'}\n`);
setInterval(() => undefined, 1000);
