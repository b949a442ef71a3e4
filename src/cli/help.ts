// The text of `--help`: examples first, then options by group, then what the exit codes mean.
import { exitCodeMeanings } from '../errors.ts';
import { type Option, optionGroups } from '../stages/option.ts';
import type { Command } from './command.ts';

function optionLabel({ name, short, value }: Option): string {
  return `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}

function optionAbout({ about, choices, default: preset, multiple, aliases = [] }: Option): string {
  const notes = [
    aliases.length === 0 ? '' : `also ${aliases.map((alias) => `--${alias}`).join(', ')}`,
    choices === undefined ? '' : `one of ${choices.join(', ')}`,
    multiple === true ? 'may be repeated' : '',
    preset === undefined || preset === '-' ? '' : `default ${preset}`,
  ].filter((note) => note !== '');
  return notes.length === 0 ? about : `${about} [${notes.join('; ')}]`;
}

function wrap(text: string, width: number, indent: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length + 1 > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${indent}`);
}

export function commandHelp(command: Command): string {
  const program = `latebench ${command.name}`;
  const lines = [
    `${program}: ${command.summary}`,
    '',
    `Usage: ${program} ${command.usage}`.trimEnd(),
    '',
    'Examples:',
  ];
  lines.push(...command.examples.map((example) => `  ${example}`));
  if (command.about !== undefined) lines.push('', wrap(command.about, 96, ''));
  if (command.actions !== undefined) {
    const width = Math.max(...command.actions.map(({ name }) => name.length));
    lines.push('', 'Actions:');
    for (const { name, summary } of command.actions) lines.push(`  ${name.padEnd(width)}  ${summary}`);
    lines.push('', `\`latebench ${command.actions[0]!.name} --help\` and so on say more.`);
  }
  for (const group of optionGroups) {
    const members =
      command.actions !== undefined ? [] : command.options.filter((option) => option.group === group);
    if (members.length === 0) continue;
    const width = Math.max(...members.map((option) => optionLabel(option).length));
    lines.push('', `${group}:`);
    for (const option of members) {
      const indent = ' '.repeat(width + 4);
      lines.push(`  ${optionLabel(option).padEnd(width)}  ${wrap(optionAbout(option), 100 - width, indent)}`);
    }
  }
  if (command.role !== undefined) {
    const upper = command.role === 'every' ? '<ROLE>' : command.role.toUpperCase();
    lines.push('', 'Environment:');
    const more = command.role === 'logprob' ? 'DEEPSEEK_API_KEY, ' : '';
    lines.push(
      `  LATEBENCH_${upper}_BASE_URL, _MODEL, _API_KEY, _RPM; ${more}OPENAI_BASE_URL and OPENAI_API_KEY stand in; .env is read`,
    );
  }
  lines.push('', 'Exit codes:');
  lines.push(...exitCodeMeanings.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`));
  if (command.docs !== undefined) lines.push('', `More: ${command.docs}`);
  return `${lines.join('\n')}\n`;
}

/** What a command says when it is called with nothing to read. */
export function shortHelp(command: Command): string {
  const lines = [
    `latebench ${command.name}: ${command.summary}`,
    `Usage: latebench ${command.name} ${command.usage}`,
  ];
  lines.push(...command.examples.slice(0, 2).map((example) => `  ${example}`));
  lines.push(`\`latebench ${command.name} --help\` says more.`);
  return `${lines.join('\n')}\n`;
}

export function generalHelp(commands: readonly Command[], version: string): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  return [
    `latebench ${version}: can a critic find the first real error, late in a long solution?`,
    '',
    'Usage: latebench COMMAND [OPTIONS] [FILE…]',
    '',
    'Examples:',
    '  latebench run quickstart',
    '  latebench ingest processbench.json | latebench critic --endpoint sim | latebench score',
    '  cat problems.jsonl | latebench-inject | latebench-critic --votes 8 > judged.jsonl',
    '',
    'Commands:',
    ...commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`),
    '',
    '`latebench COMMAND --help` says more. Records go to stdout, everything else to stderr.',
    '',
  ].join('\n');
}
