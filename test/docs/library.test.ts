// The examples of docs/library.md run and type-check as written, against the built package.
import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { transform } from 'esbuild';
import { node, repository, runShell } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { codeBlocks } from './code-blocks.ts';

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
  const names = blocks.map((_, at) => `example-${at + 1}`);
  for (const [at, block] of blocks.entries()) {
    await writeFile(join(cwd, `${names[at]}.ts`), block);
    // Only the types are taken out: a loader of TypeScript would read the whole library too.
    await writeFile(join(cwd, `${names[at]}.js`), (await transform(block, { loader: 'ts' })).code);
  }
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
  const files = names.map((name) => `${name}.ts`);
  const checking = runShell([node, `"${tsc}"`, ...options, ...files, '2>&1'].join(' '), {
    cwd,
    // A program that ends in a second needs none of its memory back.
    env: { GOGC: 'off' },
  });
  // One process for all: most of the time of an example goes into loading the library.
  const all = names
    .map((name, at) => `console.log('example ${at + 1}');\nawait import('./${name}.js');\n`)
    .join('');
  await writeFile(join(cwd, 'all.js'), all);
  const { code, stdout } = await runShell(`${node} all.js 2>&1`, { cwd });
  assert.equal(code, 0, stdout);
  const parts = stdout.split(/^example \d+$/m).slice(1);
  for (const [at, name] of names.entries()) assert.match(parts[at] ?? '', printed[at]!, name);
  const checked = await checking;
  assert.equal(checked.code, 0, checked.stdout);
});
