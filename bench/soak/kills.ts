// A critic run killed fifty times at random and repeated: nothing lost, nothing doubled, the same output, and no more
// calls than were needed and in flight at the kills.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSimulator } from '../../src/simulator/server.ts';
import { mulberry32, randomInt } from '../../src/statistics/random.ts';
import { openJournal } from '../../src/storage/journal/journal.ts';
import { runCommand } from '../../test/support/cli.ts';
import { atMost, equal, type Soak, type SoakResult } from './soak.ts';

const kills = 50;
const concurrency = 8;
const votes = 4;
const records = 300;

async function killAndRepeat(cwd: string): Promise<readonly SoakResult[]> {
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
    const rng = mulberry32(1);
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
    const replyStore = server.counts.requests - needed;
    const journal = await openJournal(join(cwd, 'killed', 'journal', 'critic'));
    const keys = [...journal.keys()].length;
    await journal.close();
    return [
      equal(`exit code after ${killed} kills`, final.code, 0),
      equal('output as undisturbed', final.stdout === whole.stdout, true),
      equal('replies in the journal', keys, needed),
      atMost('calls made', replyStore, needed + killed * concurrency, 'calls'),
    ];
  } finally {
    await server.close();
  }
}

export const soakKills: Soak = {
  title: `A critic run of ${records * votes} calls, killed up to ${kills} times and repeated`,
  minutes: 15,
  run: killAndRepeat,
};
