// A pool that is built on a disk which fills: what was paid for is kept, and nothing is paid for without room to keep it.
import assert from 'node:assert/strict';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { isLateBenchError } from '../../../src/errors.ts';
import { startSimulator } from '../../../src/simulator/server.ts';
import { onSmallDisk } from '../../support/small-disk.ts';
import { build } from './build-here.ts';

/** Two problems, and the probe. */
const samples = 48;
const calls = 2 * samples + 1;

for (const [left, fits] of [
  [200, 'none'],
  [400, 'some'],
] as const) {
  test(`with ${left} KB left ${fits} of a pool's replies are paid for, and those only once`, (t) =>
    onSmallDisk(t, '16m', async (disk) => {
      const server = await startSimulator({ latencyMs: 20 });
      t.after(() => server.close());
      const folder = join(disk, 'pool');
      const ballast = join(disk, 'theirs');
      const { bavail, bsize } = await statfs(disk);
      await writeFile(ballast, Buffer.alloc(bavail * bsize - (left << 10)));
      const run = () => build({ folder, url: server.url, n: samples, concurrency: 8 });
      // It ends before its first call, or with what it had by then.
      const { reason } = await run().catch((error: unknown) => ({ reason: error }));
      assert.ok(isLateBenchError(reason) && reason.code === 'LB_DISK_FULL', String(reason));
      const paid = server.counts.completed;
      if (fits === 'none') assert.equal(paid, 0);
      else assert.ok(paid > 5 && paid < calls, `${paid} of ${calls} fitted`);
      await rm(ballast);
      assert.equal((await run()).reason, undefined);
      assert.equal(server.counts.completed, calls, 'each reply that was paid for was kept');
    }));
}
