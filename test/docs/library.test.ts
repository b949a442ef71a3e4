// The examples of docs/library.md run and type-check as written, against the built package.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { repository } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { codeBlocks } from './code-blocks.ts';

function run(args: readonly string[], cwd: string): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, args, { cwd, env: { PATH: process.env.PATH, HOME: cwd } });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.stderr.on('data', (part: Buffer) => parts.push(part));
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done({ code, text: Buffer.concat(parts).toString('utf8') }));
  });
}

/** What each example prints, in order. */
const printed = [
  /^(?:0\.\d+|1|0|null) \{\n *'latebench-sim\/injector': \{/m,
  /^synthetic\S* -?\d+$[\s\S]*^\d+$/m,
  /^3$/m,
  /^10$/m,
  /clean: \d+ \} \[\]\n0$/m,
  /^equal$/m,
];

test('every example of the library page runs and fits its types', async (t) => {
  const cwd = await temporaryFolder(t);
  await mkdir(join(cwd, 'node_modules', '@types'), { recursive: true });
  await symlink(repository, join(cwd, 'node_modules', 'latebench'));
  await symlink(
    join(repository, 'node_modules', '@types', 'node'),
    join(cwd, 'node_modules', '@types', 'node'),
  );
  await symlink(join(repository, 'node_modules', 'zod'), join(cwd, 'node_modules', 'zod'));
  await writeFile(join(cwd, 'package.json'), '{"type":"module"}');
  const blocks = codeBlocks('docs/library.md', 'ts');
  assert.equal(blocks.length, printed.length);
  const names = blocks.map((_, at) => `example-${at + 1}.ts`);
  for (const [at, block] of blocks.entries()) await writeFile(join(cwd, names[at]!), block);
  const tsx = join(repository, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    'node',
  ];
  const checking = run([tsc, ...options, ...names], cwd);
  // One process for all: most of the time of an example goes into loading the library.
  const all = names
    .map((name, at) => `console.log('example ${at + 1}');\nawait import('./${name}');\n`)
    .join('');
  await writeFile(join(cwd, 'all.ts'), all);
  const { code, text } = await run([tsx, 'all.ts'], cwd);
  assert.equal(code, 0, text);
  const parts = text.split(/^example \d+$/m).slice(1);
  for (const [at, name] of names.entries()) assert.match(parts[at] ?? '', printed[at]!, name);
  const checked = await checking;
  assert.equal(checked.code, 0, checked.text);
});
