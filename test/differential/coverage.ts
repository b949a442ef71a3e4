// Which options of the commands no case uses, computed from the catalogue of a version.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from '../../src/cli/command.ts';
import type { Case } from './case.ts';
import type { Version } from './version.ts';

async function commandsOf({ root }: Version): Promise<Command[]> {
  const path = pathToFileURL(join(root, 'dist', 'src', 'cli', 'catalogue.js')).href;
  const { loadAllCommands } = (await import(path)) as { loadAllCommands: () => Promise<Command[]> };
  return loadAllCommands();
}

/** Words of each command of a shell line; quotes are taken off, which is enough to see options. */
function commandWords(line: string): string[][] {
  const words: string[][] = [[]];
  for (const [word] of line.matchAll(
    /'[^']*'|"[^"]*"|\|\||&&|[|;&\n()]|[^\s|;&()'"]+(?:'[^']*'|"[^"]*")?/g,
  )) {
    if (/^(?:\|\||&&|[|;&\n()])$/.test(word)) words.push([]);
    else words.at(-1)!.push(word.replace(/^['"]|['"]$/g, ''));
  }
  return words;
}

function invocations(line: string): string[][] {
  return commandWords(line).flatMap((words) => {
    const at = words.findIndex((word) => /^latebench(?:-\w+)?$/.test(word));
    if (at === -1) return [];
    const [program = '', ...rest] = words.slice(at);
    const name = program.slice('latebench-'.length);
    const all = name === '' ? rest : [name, ...rest];
    const retried = all[0] === 'retry' ? all.indexOf('--') : -1;
    return retried === -1 ? [all] : [all.slice(0, retried), all.slice(retried + 1)];
  });
}

function optionsGiven(command: Command, words: readonly string[]): string[] {
  return words.flatMap((word) => {
    const long = /^--([^=]+)/.exec(word)?.[1]?.replaceAll('_', '-');
    const found = command.options.find(({ name, aliases = [], short }) =>
      long === undefined ? word === `-${short}` : name === long || aliases.includes(long),
    );
    return found === undefined ? [] : [found.name];
  });
}

/** `critic --top-p`: one line an option that no case gives; actions count as commands. */
export async function unusedOptions(
  version: Version,
  cases: readonly Case[],
): Promise<{ all: number; unused: string[] }> {
  const commands = await commandsOf(version);
  const leaves = commands.flatMap((command) => (command.actions === undefined ? [command] : command.actions));
  const used = new Set<string>();
  for (const step of cases.flatMap(({ steps }) => steps)) {
    const line = typeof step === 'string' ? step : 'sh' in step ? step.sh : '';
    for (const [first = '', ...rest] of invocations(line)) {
      const leaf =
        leaves.find(({ name }) => name === `${first} ${rest[0]}`) ??
        leaves.find(({ name }) => name === first);
      if (leaf !== undefined) for (const name of optionsGiven(leaf, rest)) used.add(`${leaf.name} --${name}`);
    }
  }
  const all = leaves.flatMap(({ name, options }) => options.map((option) => `${name} --${option.name}`));
  return { all: all.length, unused: all.filter((one) => !used.has(one)) };
}
