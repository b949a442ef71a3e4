// A pipeline in TypeScript, run by the package as users have it: tsx is needed only on Nodes that cannot strip types.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { installCopy, linkPackage } from '../support/installed-copy.ts';
import { temporaryFolder } from '../support/temporary.ts';

const pipeline = `import { definePipeline } from 'latebench';

const count: number = 5;
export default definePipeline({
  name: 'typed',
  about: 'a few problems and one critic',
  source: { synthetic: { count, seed: 1 } },
  stages: [{ use: 'critic', with: { votes: 1 } }],
  sinks: [{ file: 'final.jsonl' }],
  endpoint: 'sim',
  seed: 1,
});
`;

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function plan(launcher: string, cwd: string): Promise<Ended> {
  const env = { PATH: process.env.PATH, HOME: cwd };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [launcher, 'run', 'mine.ts', '--plan'],
      { cwd, env },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

test('a TypeScript pipeline runs where Node strips types or tsx is installed, and else says what to do', async (t) => {
  const cwd = await temporaryFolder(t);
  const launcher = await installCopy(cwd);
  await writeFile(join(cwd, 'package.json'), '{"type":"module"}');
  await writeFile(join(cwd, 'mine.ts'), pipeline);
  const alone = await plan(launcher, cwd);
  if ('typescript' in process.features) {
    assert.deepEqual([alone.code, /5 records/.test(alone.stdout)], [0, true], alone.stderr);
  } else {
    assert.deepEqual([alone.code, alone.stdout], [2, '']);
    assert.match(
      alone.stderr,
      /^latebench\b.*mine\.ts is TypeScript, which Node 20\.\S+ cannot run, and tsx is not installed: run npm i tsx where latebench is installed, or use Node 22\.18 or later \(LB_USAGE\)\n$/,
    );
  }
  await linkPackage(cwd, 'tsx');
  const beside = await plan(launcher, cwd);
  assert.deepEqual([beside.code, /5 records/.test(beside.stdout)], [0, true], beside.stderr);
});
