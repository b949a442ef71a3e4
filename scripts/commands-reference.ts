// docs/commands.md: every command with its usage, examples and options, from the declarations that `--help` prints.
import { declaredCommands } from '../src/cli/catalogue.ts';
import type { CommandFacts } from '../src/cli/command-table.ts';
import { generalOptions } from '../src/cli/options.ts';
import type { Option } from '../src/stages/option.ts';
import { code, prose } from './stage-reference.ts';

const general = new Set(generalOptions.map(({ name }) => name));
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function row({ name, short, value, about, choices, default: preset, multiple }: Option): string {
  const label = `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
  const notes = [
    choices === undefined ? '' : `One of ${choices.map(code).join(', ')}.`,
    multiple === true ? 'May be repeated.' : '',
  ].filter((note) => note !== '');
  const cells = [code(label), preset === undefined || preset === '-' ? '' : code(preset)];
  return `| ${[...cells, [prose(about), ...notes].join('. ').replaceAll('..', '.')].join(' | ')} |`;
}

/** Options that at least so many commands have are described once. */
const sharedBy = 6;

function sharedRows(commands: readonly CommandFacts[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const each = commands.flatMap((command) => command.actions ?? [command]);
  for (const option of each.flatMap(({ options }) => options)) {
    const text = row(option);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count >= sharedBy).map(([text]) => text));
}

function section(command: CommandFacts, level: string, shared: ReadonlySet<string>): string {
  const { name, summary, usage, about, examples, actions = [], docs } = command;
  const special = actions.length > 0 ? [] : command.options.filter((option) => !general.has(option.name));
  const own = special.filter((option) => !shared.has(row(option)));
  const others = special
    .filter((option) => shared.has(row(option)))
    .map((option) => code(`--${option.name}`));
  const page = docs?.replace(/^docs\//, '');
  const parts = [
    `${level} ${name}`,
    `${sentence(prose(summary))}${about === undefined ? '' : ` ${prose(about)}`}${page === undefined ? '' : ` More in [${page}](${page}).`}`,
    `Usage: \`${`latebench ${name} ${usage}`.trim()}\``,
    ...(examples.length === 0 ? [] : ['Examples:', examples.map((one) => `- \`${one}\``).join('\n')]),
    ...(own.length === 0
      ? []
      : [['| option | default | |', '| --- | --- | --- |', ...own.map(row)].join('\n')]),
    ...(others.length === 0 ? [] : [`[Shared options](#shared-options): ${others.join(' ')}`]),
    ...actions.map((action) => section(action, `${level}#`, shared)),
  ];
  return parts.join('\n\n');
}

/** docs/commands.md. */
export async function commandsPage(): Promise<string> {
  const commands = Object.values(await declaredCommands());
  const shared = sharedRows(commands);
  const index = commands.map(({ name, summary }) => `| [${name}](#${name}) | ${prose(summary)} |`);
  return `${[
    '# Commands',
    'Made from the declarations by `npm run reference`; `latebench COMMAND --help` prints the same for the terminal. What holds for all commands (streams, bad input, settings) is in [the command line](cli.md), the exit codes are in [error codes](errors.md#exit-codes).',
    ['| command | |', '| --- | --- |', ...index].join('\n'),
    '## Shared options',
    `Of every command: ${generalOptions.map(({ name }) => code(`--${name}`)).join(' ')}. The others are of the commands that list them.`,
    [
      '| option | default | |',
      '| --- | --- | --- |',
      ...new Set([...generalOptions.map(row), ...shared]),
    ].join('\n'),
    ...commands.map((command) => section(command, '##', shared)),
  ].join('\n\n')}\n`;
}
