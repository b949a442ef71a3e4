// What a command shows on a terminal: `script` (of util-linux) makes the pseudo-terminal.
import { execFileSync, spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { createScreen } from './screen.ts';

/** Why tests on a terminal are skipped; false where they can run. */
export const withoutTerminal: string | false =
  spawnSync('script', ['--version']).status === 0
    ? false
    : 'script (of util-linux) makes the pseudo-terminal, and is not here';

export interface Shown {
  /** Every state of every line. */
  readonly states: readonly string[];
  /** Each line as it was left. */
  readonly lines: readonly string[];
  /** What was on the screen whenever the cursor was back at the foot of it; the last is what stays. */
  readonly screens: readonly (readonly string[])[];
}

/** What a command line writes to a terminal of `columns` by 24. */
export function onTerminal(
  command: string,
  { columns = 80, at, env }: { columns?: number; at: string; env?: NodeJS.ProcessEnv },
): Shown {
  const line = `stty cols ${columns} rows 24; ${command}`;
  const typescript = execFileSync('script', ['-qefc', line, '/dev/null'], {
    cwd: at,
    encoding: 'utf8',
    env: { ...process.env, TERM: 'xterm', LATEBENCH_HOME: '.latebench', SHELL: '/bin/bash', ...env },
    maxBuffer: 2 ** 26,
  });
  const screen = createScreen(columns, 24);
  const screens = typescript.split(/(?<=\r)(?!\n)/).map((piece) => {
    screen.write(piece);
    return screen.lines();
  });
  const states = typescript.split(/\r\n|\n|\r/).map((state) => stripVTControlCharacters(state));
  const lines = typescript
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((shown) => stripVTControlCharacters(shown.slice(shown.lastIndexOf('\r') + 1)));
  return { states, lines, screens };
}
