// Opens a page for the person at the terminal, by the program that their system has for it.
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Option } from '../stages/option.ts';
import type { Call } from './command.ts';

export const openOption: Option = {
  name: 'open',
  about: "open it in a browser ($BROWSER, or the system's default)",
  group: 'Output',
};

function opener(): readonly [string, ...string[]] {
  const { BROWSER: own } = process.env;
  if (own !== undefined && own !== '') return [own];
  if (process.platform === 'darwin') return ['open'];
  return process.platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
}

/** `page`: a file, or a URL. That nothing opens it is said, and is no failure. */
export async function openInBrowser(
  page: string,
  { command, stderr }: Pick<Call, 'command' | 'stderr'>,
): Promise<void> {
  const [program, ...given] = opener();
  const target = URL.canParse(page) ? page : resolve(page);
  // Every stage has the option; few commands are given it.
  const { spawn } = await import('node:child_process');
  const child = spawn(program, [...given, target], { detached: true, stdio: 'ignore' });
  try {
    await once(child, 'spawn');
    child.unref();
  } catch {
    stderr.write(`latebench ${command.name}: ${program} cannot be started; open ${page} yourself\n`);
  }
}
