// A critic run killed fifty times at random and repeated: nothing lost, nothing doubled, the same output, and no more
// calls than were needed and in flight at the kills.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '../src/simulator/server.ts';
import { mulberry32, randomInt } from '../src/statistics/random.ts';
import { openJournal } from '../src/storage/journal/journal.ts';
import { runCommand } from '../test/support/cli.ts';

const kills = 50;
const concurrency = 8;
const votes = 4;
const records = 300;

export async function soak(): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), 'latebench-soak-'));
  const server = await startSimulator({ latencyMs: 20 });
  try {
    const made = await runCommand(
      ['ingest', '--adapter', 'synthetic', '--n', String(records), '-o', 'in.jsonl'],
      { cwd },
    );
    assert.equal(made.code, 0, made.stderr);
    const args = [
      'critic',
      'in.jsonl',
      '--endpoint',
      server.url,
      '--model',
      'latebench-sim/critic',
      '--votes',
      String(votes),
    ];
    const command = [...args, '--cache', 'off', '-c', String(concurrency)];
    const whole = await runCommand([...command, '--run', 'whole'], { cwd });
    assert.equal(whole.code, 0, whole.stderr);
    const needed = server.counts.requests;
    const rng = mulberry32(Date.now());
    let killed = 0;
    for (let n = 0; n < kills; n += 1) {
      const at = server.counts.requests + randomInt(rng, 1, Math.ceil((2 * needed) / kills));
      const outcome = await runCommand([...command, '--run', 'killed'], {
        cwd,
        started: (child) => {
          void (async () => {
            while (server.counts.requests < at && child.exitCode === null) await sleep(1);
            child.kill('SIGKILL');
          })();
        },
      });
      if (outcome.signal !== 'SIGKILL') break;
      killed += 1;
    }
    const final = await runCommand([...command, '--run', 'killed'], { cwd });
    assert.equal(final.code, 0, final.stderr);
    assert.equal(final.stdout, whole.stdout);
    const paid = server.counts.requests - needed;
    assert.ok(paid <= needed + killed * concurrency, `${paid} calls for ${needed} after ${killed} kills`);
    const journal = await openJournal(join(cwd, 'killed', 'journal', 'critic'));
    assert.equal([...journal.keys()].length, needed);
    await journal.close();
    return `${killed} kills, ${needed} replies needed, ${paid} calls made, output identical`;
  } finally {
    await server.close();
    await rm(cwd, { recursive: true, force: true });
  }
}
