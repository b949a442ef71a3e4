// Run as a separate process: appends replies until it is killed and prints the name of each that was acknowledged.
import { writeSync } from 'node:fs';
import { openBare, reply } from './support.ts';

const [folder, prefix, limit = 'Infinity'] = process.argv.slice(2);
const journal = await openBare(folder!);
let next = 0;

async function appendInALoop(): Promise<void> {
  while (next < Number(limit)) {
    const name = `${prefix}-${next}`;
    next += 1;
    await journal.append(reply(name, 200 + ((next * 7919) % 60_000)));
    writeSync(1, `${name}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, appendInALoop));
await journal.close();
