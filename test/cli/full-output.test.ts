// Standard output on a full disk: exit code 5, one line on stderr, and an end. `npm run soak -- output` does it a hundred
// times each.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSimulator } from '../../src/simulator/server.ts';
import { latebench, repository, runShell } from '../support/cli.ts';
import { onSmallDisk } from '../support/small-disk.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { repetitions } from '../support/thorough.ts';

const samples = join(repository, 'data', 'samples', 'problems.jsonl');
const one = /^latebench: no space left to write standard output; free some and run again \(LB_DISK_FULL\)\n$/;
const full = existsSync('/dev/full') ? false : 'needs /dev/full';

const commands = [
  ['help', '--help'],
  ['a table', 'config'],
  ['records', `filter -q "${samples}"`],
  ['generated records', 'ingest -q --adapter synthetic --n 2000'],
] as const;

for (const [what, words] of commands) {
  test(`${what} on /dev/full: exit code 5 and one line`, { skip: full }, async (t) => {
    const cwd = await temporaryFolder(t);
    const { code, stderr } = await runShell(`${latebench} ${words} > /dev/full`, { cwd });
    assert.match(stderr, one);
    assert.equal(code, 5);
  });
}

test('critiques on /dev/full, with journal and cache: exit code 5, one line, and nothing is paid for again', {
  skip: full,
}, async (t) => {
  const cwd = await temporaryFolder(t);
  const server = await startSimulator();
  t.after(() => server.close());
  const words = `critic -q --endpoint ${server.url} -m latebench-sim/critic "${samples}"`;
  for (let time = 0; time < repetitions(2, 3); time += 1) {
    const { code, stderr } = await runShell(`${latebench} ${words} > /dev/full`, { cwd });
    assert.match(stderr, one);
    assert.equal(code, 5);
  }
  const { code } = await runShell(`${latebench} ${words} > out.jsonl`, { cwd });
  assert.equal(code, 0);
  const records = (await readFile(samples, 'utf8')).trim().split('\n').length;
  assert.equal(server.counts.completed, records, 'each call was paid for once');
});

test('standard error on the full disk too: exit code 5', { skip: full }, async (t) => {
  const cwd = await temporaryFolder(t);
  const words = 'ingest -q --adapter synthetic --n 2000 > /dev/full 2> /dev/full';
  assert.equal((await runShell(`${latebench} ${words}`, { cwd })).code, 5);
});

test('records on a disk that becomes full: exit code 5 and one line', async (t) => {
  await onSmallDisk(t, '64k', async (disk) => {
    const cwd = await temporaryFolder(t);
    const words = `ingest -q --adapter synthetic --n 2000 > "${disk}/out.jsonl"`;
    const { code, stderr } = await runShell(`${latebench} ${words}`, { cwd });
    assert.match(stderr, one);
    assert.equal(code, 5);
  });
});

test('a file or standard output beyond ulimit -f is said to be that, and no count of what is not there', {
  skip: process.platform === 'win32' ? 'needs ulimit' : false,
}, async (t) => {
  const cwd = await temporaryFolder(t);
  const limited = (words: string) =>
    runShell(`ulimit -f 20; ${latebench} ingest --adapter synthetic --n 2000 ${words}`, { cwd });
  const reason = 'the file would be larger than the limit of this shell \\(ulimit -f\\), .* \\(LB_OUTPUT\\)';
  const file = await limited('-o out.jsonl');
  assert.equal(file.code, 1);
  assert.match(file.stderr, /read, 0 written;/);
  assert.match(file.stderr, new RegExp(`cannot write out\\.jsonl: ${reason}`));
  assert.equal(existsSync(join(cwd, 'out.jsonl')), false);
  const out = await limited('> out.jsonl');
  assert.equal(out.code, 1);
  assert.match(out.stderr, new RegExp(`cannot write standard output: ${reason}`));
});

test('nothing is said to be written where the input fails and no file is left', async (t) => {
  const cwd = await temporaryFolder(t);
  await writeFile(join(cwd, 'bad.jsonl.gz'), '\x1f\x8bgarbage', 'latin1');
  const words = `${latebench} filter "${samples}" bad.jsonl.gz`;
  const { code, stderr } = await runShell(`${words} -o out.jsonl`, { cwd });
  assert.equal(code, 1);
  assert.match(stderr, /^filter: \d+ read, 0 written;/m);
  assert.equal(existsSync(join(cwd, 'out.jsonl')), false);
  assert.match((await runShell(words, { cwd })).stderr, /^filter: \d+ read, [1-9]\d* written;/m);
});
