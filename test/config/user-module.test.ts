// Files of the user's in a folder whose package.json makes them CommonJS, or says nothing: they are read as they are meant.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import module from 'node:module';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { importDefault } from '../../src/config/import-default.ts';
import { repository, runCommand } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const modules: Readonly<Record<string, string>> = {
  'helper.ts': 'export const seed: number = 3;\n',
  'helper.js': 'export const seed = 3;\n',
  'plain.ts': 'const seed: number = 3;\nexport default { seed };\n',
  'plain.js': 'export default { seed: 3 };\n',
  'imports.ts': "import { seed } from './helper.ts';\nexport default { seed };\n",
  'imports.js': "import { seed } from './helper.js';\nexport default { seed };\n",
  'imports.mts': "import { seed } from './helper.ts';\nexport default { seed };\n",
  'waits.mts': 'const seed: number = await Promise.resolve(3);\nexport default { seed };\n',
};

/** A folder with these files, and the warnings of Node's from now on. */
async function setting(
  t: TestContext,
  about: object,
): Promise<readonly [folder: string, warnings: string[]]> {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'package.json'), JSON.stringify(about));
  for (const [name, text] of Object.entries(modules)) await writeFile(join(folder, name), text);
  const warnings: string[] = [];
  const note = ({ message }: Error): unknown => warnings.push(message);
  process.on('warning', note);
  t.after(() => process.off('warning', note));
  return [folder, warnings];
}

const entries = Object.keys(modules).filter((name) => !name.startsWith('helper'));
/** From 22.15 on, Node can be told how to read a file. */
const canBeTold = 'registerHooks' in module;

test('an ES module is read as one, whatever its package.json says', async (t) => {
  for (const about of [{}, { type: 'module' }, { type: 'commonjs' }]) {
    const [folder, warnings] = await setting(t, about);
    for (const name of entries) {
      const isRefused = 'type' in about && about.type === 'commonjs' && name.endsWith('.js') && !canBeTold;
      const imported = importDefault(join(folder, name));
      if (!isRefused) assert.deepEqual({ ...((await imported) as object) }, { seed: 3 }, name);
      else
        await assert.rejects(imported, {
          code: 'LB_CONFIG',
          message: /\.js:1: .*; the nearest package\.json makes it CommonJS, .*: set "type": "module" there/,
        });
    }
    await sleep(1);
    assert.deepEqual(warnings, [], 'no advice of Node comes through');
  }
});

test('what is CommonJS stays so, and other warnings are passed on', async (t) => {
  const [folder, warnings] = await setting(t, { type: 'commonjs' });
  await writeFile(
    join(folder, 'common.js'),
    "process.emitWarning('mine');\nmodule.exports = { seed: 3, name: __filename };\n",
  );
  const path = join(folder, 'common.js');
  assert.deepEqual(await importDefault(path), { seed: 3, name: path });
  await sleep(1);
  assert.deepEqual(warnings, ['mine']);
});

test('a mistake in a file that one of them imports is said with its place', async (t) => {
  const [folder] = await setting(t, { type: 'commonjs' });
  await writeFile(join(folder, 'helper.ts'), 'const seed: number = 3;\nexport const { seed,,} = 3;\n');
  await assert.rejects(importDefault(join(folder, 'imports.ts')), {
    code: 'LB_CONFIG',
    message: /helper\.ts:2(:\d+)?: /,
  });
});

test('in a folder of npm, a pipeline in TypeScript is run without a word of Node', async (t) => {
  const [folder] = await setting(t, { type: 'commonjs' });
  const source = `{ files: [${JSON.stringify(join(repository, 'data/samples/problems.jsonl'))}] }`;
  const text = `import { seed } from './helper.ts';
export default { name: 'mine', about: 'ours', seed, source: ${source}, stages: [{ use: 'filter', with: {} }] };
`;
  await writeFile(join(folder, 'mine.ts'), text);
  const { code, stdout, stderr } = await runCommand(['run', 'mine.ts', '--plan'], { cwd: folder });
  assert.deepEqual([code, stderr], [0, '']);
  assert.match(stdout, /^mine: ours/);
});
