// The published declarations name no other package, are sound by themselves, and say the same as the schemas that they
// were made from: schema-types.d.ts is written by hand.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { repository } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const types = join(repository, 'dist', 'types');

/** The types of records, declarations and options, as published and as compiled from the schemas. */
const compared: Readonly<Record<string, string>> = {
  solution: 'Of.Solution',
  problem: 'Of.Problem',
  critique: 'Of.Critique',
  injection: 'Of.Injection',
  manifest: 'Of.DatasetManifest',
  spec: 'Of.DatasetSpec',
  specInput: 'Of.DatasetSpecInput',
  pipeline: 'Of.PipelineDefinition',
  pool: "Of.Pool['settings']",
  filter: 'Parameters<typeof Of.filter>[0] & {}',
  inject: 'Parameters<typeof Of.inject>[0] & {}',
  critic: 'Parameters<typeof Of.critic>[0] & {}',
  score: 'Parameters<typeof Of.score>[0] & {}',
  simulator: 'Parameters<typeof Of.startSimulator>[0] & {}',
};

const comparison = `
import type * as Published from '${types}/src/index.js';
import type * as Compiled from '${repository}/dist/declarations/src/index.js';
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? 'same' : 'wider') : 'other';
type Compare<A, B> = \`\${Same<A, B>} \${Same<keyof A, keyof B>} \${Same<Required<A>, Required<B>>}\`;
interface Found {
${Object.entries(compared)
  .map(([name, of]) => `${name}: Compare<${of.replace('Of', 'Published')}, ${of.replace('Of', 'Compiled')}>;`)
  .join('\n')}
}
declare const found: Found;
export const same: { [Name in keyof Found]: 'same same same' } = found;
`;

test('published declarations import nothing but Node and each other, and schemas of known kinds', async () => {
  const files = (await readdir(types, { recursive: true })).filter((file) => file.endsWith('.d.ts'));
  const schemas = await readFile(join(types, 'schema-types.d.ts'), 'utf8');
  const wrong: string[] = [];
  for (const file of files) {
    const text = await readFile(join(types, file), 'utf8');
    for (const [, from = ''] of text.matchAll(
      /(?:^(?:im|ex)port [^;]*? from |\bimport\()\s*['"]([^'"]+)/gm,
    )) {
      if (!/^(?:node:|\.)/.test(from)) wrong.push(`${file}: ${from}`);
    }
    // What is generic in Node's newest types is not for older versions of TypeScript.
    if (/\bBuffer</.test(text)) wrong.push(`${file}: Buffer<…>`);
    for (const [kind] of new Set(text.match(/\bz\.(?:core\.\$?)?\w+/g) ?? []).entries()) {
      const name = kind.split('.').at(-1)!.replace('$', '\\$');
      if (!new RegExp(`(?:type|interface|namespace) ${name}\\b`).test(schemas))
        wrong.push(`${file}: ${kind}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('published declarations are sound, and say what the schemas say', async (t) => {
  const cwd = await temporaryFolder(t);
  await mkdir(join(cwd, 'node_modules', '@types'), { recursive: true });
  await symlink(repository, join(cwd, 'node_modules', 'latebench'));
  for (const name of ['@types/node', 'undici-types']) {
    await symlink(join(repository, 'node_modules', name), join(cwd, 'node_modules', name));
  }
  await writeFile(join(cwd, 'package.json'), '{"type":"module"}');
  const entries = ['latebench', 'latebench/experimental', 'latebench/mathverify'];
  await writeFile(join(cwd, 'all.ts'), entries.map((name) => `export type * from '${name}';\n`).join(''));
  await writeFile(join(cwd, 'compared.ts'), comparison);
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  // No `--types node`: the declarations ask for Node's types themselves.
  const common = '--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2023';
  // The compiled ones import packages, which are no concern here; those published are checked whole.
  for (const args of [['all.ts'], ['--skipLibCheck', 'compared.ts']]) {
    const { status, stdout } = spawnSync(process.execPath, [tsc, ...common.split(' '), ...args], {
      cwd,
      encoding: 'utf8',
      // A program that ends in a second needs none of its memory back: collecting is a third of its work.
      env: { ...process.env, GOGC: 'off' },
    });
    assert.equal(status, 0, stdout);
  }
});
