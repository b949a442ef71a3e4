import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '../../../src/simulator/server.ts';
import { runCommand } from '../../support/cli.ts';
import { heldBy, probe } from '../../support/held-by.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** Early and late in the second part of 128 traces, and as far into the third: what is held grows within a part. */
const places = [144, 224, 272, 352];

test('another part of the traces takes no more memory to build', { timeout: 120_000 }, async (t) => {
  const server = await startSimulator({ sampler: { tokens: [256, 256] }, distinctReplies: 8 });
  t.after(() => server.close());
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'one.jsonl'), '{"id":"one","problem":"How many?","answer":7}\n');
  const args = ['pool', 'build', 'one.jsonl', '--pool', 'pool', '--n', '384', '-c', '2'];
  const model = ['--endpoint', server.url, '--model', 'latebench-sim/sampler', '-q', '--no-disk-check'];
  const held: number[] = [];
  const { code, stderr } = await runCommand([...args, ...model], {
    cwd,
    probe,
    started: (child) => {
      void (async () => {
        for (const traces of places) {
          while (server.counts.completed < traces && child.exitCode === null) await sleep(5);
          held.push((await heldBy(child)) ?? Number.NaN);
        }
      })();
    },
  });
  assert.equal(code, 0, stderr);
  // Parsed, a part of 128 replies is 10 MB, and 45 MB as it comes.
  const [early, late, nextEarly, nextLate] = held as [number, number, number, number];
  assert.ok(
    nextEarly - early <= 5 && nextLate - late <= 5,
    `${held.map((mb) => mb.toFixed(1)).join(', ')} MB held after ${places.join(', ')} traces`,
  );
});
