import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { declaredCommands } from '../../src/cli/catalogue.ts';
import type { Command } from '../../src/cli/command.ts';
import { completionScript, shells } from '../../src/cli/completion-script.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('bash completes what fits the place: choices, pipelines, files where files go, and nothing else', async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'records.jsonl'), '');
  await mkdir(join(folder, 'runs'));
  const commands = Object.values(await declaredCommands()) as unknown as Command[];
  const script = join(folder, 'runs', 'completion.bash');
  await writeFile(script, completionScript('bash', commands));
  const files = ['records.jsonl', 'runs'];
  /** The words as bash breaks them: at "=" too. */
  const cases: readonly (readonly [readonly string[], (offered: readonly string[]) => void])[] = [
    [['latebench', 'cri'], (offered) => assert.deepEqual(offered, ['critic'])],
    [
      ['latebench', 'score', '--format', ''],
      (offered) => assert.ok(offered.includes('json') && !offered.includes('runs')),
    ],
    [['latebench', 'score', '--format', '=', 'js'], (offered) => assert.deepEqual(offered, ['json'])],
    [['latebench', 'score', '--format', '='], (offered) => assert.ok(offered.includes('md'))],
    [
      ['latebench', 'critic', '--votes', ''],
      (offered) => assert.deepEqual(offered, [], 'a number is no file'),
    ],
    [['latebench', 'critic', '-n', ''], (offered) => assert.deepEqual(offered, [])],
    [['latebench', 'critic', '--model', ''], (offered) => assert.deepEqual(offered, [])],
    [['latebench', 'critic', '-o', ''], (offered) => assert.deepEqual(offered.toSorted(), files)],
    [['latebench', 'critic', '--run', 'ru'], (offered) => assert.deepEqual(offered, ['runs'])],
    [['latebench', 'critic', ''], (offered) => assert.deepEqual(offered.toSorted(), files)],
    [['latebench-critic', '--proto'], (offered) => assert.deepEqual(offered, ['--protocol'])],
    [['latebench', 'run', 'quick'], (offered) => assert.deepEqual(offered, ['quickstart'])],
    [['latebench', 'run', 'r'], (offered) => assert.deepEqual(offered.toSorted(), files)],
    [['latebench', 'pool', 'b'], (offered) => assert.deepEqual(offered, ['build'])],
    [['latebench', 'pool', 'build', '--conc'], (offered) => assert.deepEqual(offered, ['--concurrency'])],
    [['latebench', 'completion', ''], (offered) => assert.deepEqual(offered, ['bash', 'zsh', 'fish'])],
    [['latebench', 'config', ''], (offered) => assert.deepEqual(offered, [])],
  ];
  for (const [words, holds] of cases) {
    const quoted = words.map((word) => `'${word}'`).join(' ');
    const line = `source runs/completion.bash; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _latebench ${words[0]}; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const printed = execFileSync('bash', ['-c', line], { cwd: folder, encoding: 'utf8' });
    holds(printed.split('\n').filter((one) => one !== ''));
  }
});

test('the scripts of all shells name every command and every option', async () => {
  const commands = Object.values(await declaredCommands()) as unknown as Command[];
  for (const shell of shells) {
    const script = completionScript(shell, commands);
    for (const { name, options } of commands.flatMap((command) => command.actions ?? [command])) {
      assert.ok(script.includes(name.split(' ').at(-1)!), `${shell}: ${name}`);
      for (const option of options) assert.ok(script.includes(option.name), `${shell}: --${option.name}`);
    }
  }
});
