// A person whose disk is full clears a little, runs the command again, and so on until it is through: each time one line
// says what could not be written, nothing is paid for twice, and the result is that of a disk with room.
import assert from 'node:assert/strict';
import { copyFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSimulator } from '../../src/simulator/server.ts';
import { type Outcome, repository, runCommand, runHere } from '../support/cli.ts';
import { onSmallDisk } from '../support/small-disk.ts';
import { temporaryFolder } from '../support/temporary.ts';

const command = ['run', 'small.json', '--run', 'run', '-q'];

async function prepare(folder: string, url: string): Promise<void> {
  await copyFile(join(repository, 'data', 'samples', 'problems.jsonl'), join(folder, 'in.jsonl'));
  const endpoint = (role: string) => ({ baseUrl: url, model: `latebench-sim/${role}` });
  const declared = {
    ...{ name: 'small', about: 'a few late errors and one critic', seed: 1 },
    source: { files: ['in.jsonl'], limit: 12 },
    stages: [
      { use: 'inject', with: { cleanFraction: 0.5, verifyVotes: 0 } },
      { use: 'critic', with: { votes: 2 } },
    ],
    endpoint: { critic: endpoint('critic'), inject: endpoint('injector') },
  };
  await writeFile(join(folder, 'small.json'), JSON.stringify(declared));
}

test('a run on a disk that is full, freed bit by bit', async (t) => {
  const [roomy, server] = [await temporaryFolder(t), await startSimulator({ seed: 1 })];
  t.after(() => server.close());
  await prepare(roomy, server.url);
  const expected = await runHere(command, { cwd: roomy });
  assert.equal(expected.code, 0, expected.stderr);
  const calls = server.counts.completed;
  await onSmallDisk(t, '2m', async (disk) => {
    await prepare(disk, server.url);
    const ballast = join(disk, 'old-downloads');
    await writeFile(ballast, Buffer.alloc(4 * 1024 * 1024)).catch(() => {});
    const failures: string[] = [];
    let outcome: Outcome = await runCommand(command, { cwd: disk });
    for (const kept of [1900, 1700, 800, 400]) {
      if (outcome.code === 0) break;
      assert.equal(outcome.code, 5, outcome.stderr);
      assert.match(
        outcome.stderr,
        /^latebench: (no space left to write .+; free some|the disk is full: .+; free some space) and run again \(LB_DISK_FULL\)$/m,
      );
      // lmdb writes what the system told it to stderr itself, at most once a store; nothing else has a trace.
      assert.doesNotMatch(outcome.stderr, /\n {4}at (?!.*node_modules\/lmdb)/, 'no trace of the program');
      failures.push(outcome.stderr);
      await truncate(ballast, kept * 1024);
      outcome = await runCommand(command, { cwd: disk });
    }
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.ok(failures.length >= 2, failures.join(''));
    assert.equal(outcome.stdout.replaceAll(/\d+\.\d+ s/g, ''), expected.stdout.replaceAll(/\d+\.\d+ s/g, ''));
    const records = (folder: string) => readFile(join(folder, 'run', 'records.parquet'));
    assert.deepEqual(await records(disk), await records(roomy));
    // Replies that found no room were requested again: those of one attempt at most each time.
    const again = server.counts.completed - 2 * calls;
    assert.ok(again <= 32 * failures.length, `${again} calls of ${calls} again`);
    const checked = await runHere(['verify-run', join(disk, 'run')], { cwd: roomy });
    assert.equal(checked.code, 0, checked.stderr);
  });
});
