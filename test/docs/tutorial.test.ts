// The tutorial's commands run in order, as a new user types them; `npx` is a stand-in that spares its start-up time,
// and the hub is one on loopback.
import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { node, repository, runShell } from '../support/cli.ts';
import { startLoopbackHub } from '../support/loopback-hub.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { notRun, pageBlocks } from './code-blocks.ts';

const commands = pageBlocks('docs/tutorial-benchmark.md').filter(
  (block) => block.language === 'sh' && notRun(block) === undefined,
);

test('the tutorial leads from problems to a scored, published dataset', async (t) => {
  const hub = await startLoopbackHub(t);
  const cwd = await temporaryFolder(t);
  const bin = join(cwd, 'shims');
  await mkdir(bin);
  const npx = `#!/bin/sh\nname="$1"\nshift\nexec ${node} "${join(repository, 'bin')}/$name.js" "$@"\n`;
  await writeFile(join(bin, 'npx'), npx);
  await chmod(join(bin, 'npx'), 0o755);
  const env = { PATH: `${bin}:${process.env.PATH}`, HF_ENDPOINT: hub.url, HF_TOKEN: hub.token };
  const outputs: string[] = [];
  for (const { code: block } of commands) {
    const { code, stdout, stderr } = await runShell(`set -e\n${block}`, { cwd, env });
    assert.equal(code, 0, `${block}\n${stderr}`);
    outputs.push(stdout + stderr);
  }
  const all = outputs.join('\n');
  assert.match(all, /late-errors 1\.0\.0: \d+ records/);
  assert.match(all, /files and \d+ records are as the manifest says/);
  assert.match(all, /\| 1=? \| latebench-sim\/critic/);
  assert.match(all, /1\.0\.0 \(\d+ records\) -> 1\.1\.0 \(\d+ records\)/);
  assert.match(all, /added: \d/);
  assert.match(all, /made by a simulation/);
  const downloaded = await readFile(join(cwd, 'downloaded.jsonl'), 'utf8');
  assert.equal(
    downloaded.trim().split('\n').length,
    (await readFile(join(cwd, 'late-errors/data/test.jsonl'), 'utf8')).trim().split('\n').length,
  );
});
