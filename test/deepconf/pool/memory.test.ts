import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { peakOf } from '../../../bench/soak/peak.ts';
import { startSimulator } from '../../../src/simulator/server.ts';
import { runCommand } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary.ts';

test('three times the traces take no more memory to build', { timeout: 120_000 }, async (t) => {
  const server = await startSimulator({ sampler: { tokens: [256, 256] }, distinctReplies: 8 });
  t.after(() => server.close());
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'one.jsonl'), '{"id":"one","problem":"How many?","answer":7}\n');
  const peak = async (n: number): Promise<number> => {
    let most = 0;
    const args = ['pool', 'build', 'one.jsonl', '--pool', `pool-${n}`, '--n', String(n)];
    const model = ['--endpoint', server.url, '--model', 'latebench-sim/sampler', '-q', '--no-disk-check'];
    const { code, stderr } = await runCommand([...args, ...model], {
      cwd,
      started(child) {
        const timer = setInterval(() => {
          most = Math.max(most, peakOf(child.pid));
        }, 20);
        child.on('close', () => clearInterval(timer));
      },
    });
    assert.equal(code, 0, stderr);
    return most;
  };
  const third = await peak(128);
  const all = await peak(384);
  assert.ok(third > 0 && all <= third * 1.15 + 20, `${third} MB for 128 traces, ${all} MB for 384`);
});
