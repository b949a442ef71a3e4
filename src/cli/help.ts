// The text of `--help`: examples first, then options by group, then what the exit codes mean.

import { exitCodeMeanings } from '../errors.ts';
import { usualColumns } from '../report/text-style.ts';
import { type Option, optionGroups } from '../stages/option.ts';
import type { Command } from './command.ts';
import { pageCommand, pageNames } from './pages.ts';

function optionLabel({ name, short, value }: Option): string {
  return `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

function optionAbout({ about, choices, default: preset, multiple, aliases = [] }: Option): string {
  const notes = [
    aliases.length === 0 ? '' : `also ${aliases.map((alias) => `--${alias}`).join(', ')}`,
    choices === undefined ? '' : `one of ${choices.join(', ')}`,
    multiple === true ? 'may be repeated' : '',
    preset === undefined || preset === '' || preset === '-' ? '' : `default ${preset}`,
  ].filter((note) => note !== '');
  return notes.length === 0 ? about : `${about} [${notes.join('; ')}]`;
}

/** The options' column of names is no wider than this; a longer name has a line of its own. */
const widestLabel = 30;

function joined(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && line.length + word.length + 1 > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function wrap(text: string, width: number, indent: string): string {
  return joined(text.split(' '), width).join(`\n${indent}`);
}

/** An example on as few lines as fit, which a shell reads as one command: it is not broken within quotes. */
function exampleLines(example: string, columns: number): string[] {
  const words = example.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [example];
  const lines = joined(words, columns - 8);
  return lines.map((line, at) => `${at === 0 ? '  ' : '      '}${line}${at < lines.length - 1 ? ' \\' : ''}`);
}

export function commandHelp(command: Command, columns = usualColumns): string {
  const program = `latebench ${command.name}`;
  const lines = [
    wrap(`${program}: ${command.summary}`, columns, ''),
    '',
    wrap(`Usage: ${program} ${command.usage}`.trimEnd(), columns - 7, '       '),
    '',
    'Examples:',
  ];
  lines.push(...command.examples.flatMap((example) => exampleLines(example, columns)));
  if (command.about !== undefined) lines.push('', wrap(command.about, columns, ''));
  if (command.actions !== undefined) {
    const width = Math.max(...command.actions.map(({ name }) => name.length));
    lines.push('', 'Actions:');
    for (const { name, summary } of command.actions) {
      lines.push(`  ${name.padEnd(width)}  ${wrap(summary, columns - width - 4, ' '.repeat(width + 4))}`);
    }
    lines.push('', `\`latebench ${command.actions[0]!.name} --help\` and so on say more.`);
  }
  for (const group of optionGroups) {
    const members =
      command.actions !== undefined ? [] : command.options.filter((option) => option.group === group);
    if (members.length === 0) continue;
    const width = Math.min(widestLabel, Math.max(...members.map((option) => optionLabel(option).length)));
    const indent = ' '.repeat(width + 4);
    lines.push('', `${group}:`);
    for (const option of members) {
      const label = optionLabel(option);
      const about = wrap(optionAbout(option), columns - width - 4, indent);
      if (label.length <= width) lines.push(`  ${label.padEnd(width)}  ${about}`);
      else lines.push(`  ${label}`, `${indent}${about}`);
    }
  }
  if (command.role !== undefined) {
    const upper = command.role === 'every' ? '<ROLE>' : command.role.toUpperCase();
    lines.push('', 'Environment:');
    const more = command.role === 'logprob' ? 'DEEPSEEK_API_KEY, ' : '';
    const names = `LATEBENCH_${upper}_BASE_URL, _MODEL, _API_KEY, _RPM; ${more}else OPENAI_BASE_URL and OPENAI_API_KEY; .env is read`;
    lines.push(`  ${wrap(names, columns - 2, '  ')}`);
  }
  lines.push('', 'Exit codes:');
  for (const [code, meaning] of exitCodeMeanings) {
    lines.push(`  ${String(code).padStart(3)}  ${wrap(meaning, columns - 7, ' '.repeat(7))}`);
  }
  if (command.docs !== undefined) lines.push('', `More: ${pageCommand(command.docs)}`);
  return `${lines.join('\n')}\n`;
}

/** What a command says when it is called with nothing to read. */
export function shortHelp(command: Command, columns = usualColumns): string {
  const lines = [
    wrap(`latebench ${command.name}: ${command.summary}`, columns, ''),
    wrap(`Usage: latebench ${command.name} ${command.usage}`, columns - 7, '       '),
  ];
  lines.push(...command.examples.slice(0, 2).flatMap((example) => exampleLines(example, columns)));
  lines.push(`\`latebench ${command.name} --help\` says more.`);
  return `${lines.join('\n')}\n`;
}

export function generalHelp(commands: readonly Command[], version: string, columns = usualColumns): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  return [
    wrap(
      `latebench ${version}: can a critic find the first real error, late in a long solution?`,
      columns,
      '',
    ),
    '',
    'Usage: latebench COMMAND [OPTIONS] [FILE…]',
    '',
    'Examples:',
    '  latebench run quickstart',
    ...[
      'latebench ingest processbench.json | latebench critic --endpoint sim | latebench score',
      'cat problems.jsonl | latebench-inject | latebench-critic --votes 8 > judged.jsonl',
    ].flatMap((example) => exampleLines(example, columns)),
    '',
    'Commands:',
    ...commands.map(
      ({ name, summary }) =>
        `  ${name.padEnd(width)}  ${wrap(summary, columns - width - 4, ' '.repeat(width + 4))}`,
    ),
    '',
    wrap(
      '`latebench COMMAND --help` says more. Records go to stdout, everything else to stderr.',
      columns,
      '',
    ),
    '',
    wrap(`Pages (\`latebench help metrics\`): ${pageNames().join(', ')}`, columns - 2, '  '),
    '',
  ].join('\n');
}
