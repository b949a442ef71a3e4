// A separate process that claims every key of a cache and "pays" for those it is given. Prints one JSON line: what
// it paid for and what it was given. With `--hold`, it takes one lease, says so and keeps it until it is killed.
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCache } from '../../../src/endpoints/cache/reply-cache.ts';
import { sha256Hex } from '../../../src/records/identity.ts';

const [folder = '', countText = '0', name = '', hold] = process.argv.slice(2);
const { signal } = new AbortController();
setMaxListeners(0, signal);
const cache = await openCache(folder);

if (hold === '--hold') {
  const claimed = await cache.claim(sha256Hex(name), signal);
  process.stdout.write(`${claimed.kind}\n`);
  await sleep(600_000);
}

const paid: number[] = [];
const given = new Map<number, string>();
let next = 0;
async function work(): Promise<void> {
  while (next < Number(countText)) {
    const index = next;
    next += 1;
    const key = sha256Hex(`key ${index}`);
    const claimed = await cache.claim(key, signal);
    if (claimed.kind === 'cached') {
      given.set(index, claimed.body.toString());
      continue;
    }
    paid.push(index);
    const body = Buffer.from(`reply ${index} of ${name}`);
    given.set(index, body.toString());
    await claimed.put({ model: 'm', status: 200, headers: {}, body });
    await claimed.release();
  }
}
await Promise.all(Array.from({ length: 64 }, work));
await cache.close();
process.stdout.write(`${JSON.stringify({ paid, given: [...given].sort(([a], [b]) => a - b) })}\n`);
