// Completion scripts for three shells, from the commands' option tables.

import { type Option, takesPath } from '../stages/option.ts';
import type { Command } from './command.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The word after the command's name that asks for this action. */
function wordOf({ name }: Command): string {
  return name.split(' ').at(-1)!;
}

function wordsOf(commands: readonly Command[]): string {
  return commands.map(wordOf).join(' ');
}

function flagsOf({ name, short, aliases = [] }: Option): readonly string[] {
  return [
    `--${name}`,
    ...aliases.map((alias) => `--${alias}`),
    ...(short === undefined ? [] : [`-${short}`]),
  ];
}

/** A value of which nothing is known: a number, a name, a URL. */
function isFree(option: Option): boolean {
  return option.value !== undefined && option.choices === undefined && !takesPath(option);
}

/** What stands without a flag is no file. */
function takesNoFile({ usage }: Command): boolean {
  return !/FILE|DIR|RUN|POOL|SPEC|PROBLEMS|TRACES|QUARANTINE|OLD/.test(usage);
}

/** What one command, or one action, takes: its options, and the values of the option before the word. */
function bashCase(command: Command): string {
  const { options, words: names = [] } = command;
  const values = options.flatMap((option) =>
    option.choices === undefined
      ? []
      : [`${flagsOf(option).join('|')}) choices=${quoted(option.choices.join(' '))} ;;`],
  );
  const paths = options.filter(takesPath).flatMap(flagsOf);
  const free = options.filter(isFree).flatMap(flagsOf);
  const cases = [
    ...values,
    ...(paths.length === 0 ? [] : [`${paths.join('|')}) : ;;`]),
    ...(free.length === 0 ? [] : [`${free.join('|')}) free=1 ;;`]),
    `*) names=${quoted(names.join(' '))}${takesNoFile(command) ? ' free=1' : ''} ;;`,
  ];
  const words = quoted(options.map(({ name }) => `--${name}`).join(' '));
  return `${wordOf(command)}) words=${words}; case $before in ${cases.join(' ')} esac ;;`;
}

function bashCommand(command: Command): string {
  const { name, actions } = command;
  if (actions === undefined) return `    ${bashCase(command)}`;
  return [
    `    ${name}) if [ "$COMP_CWORD" -eq "$at" ]; then choices=${quoted(wordsOf(actions))}; fi`,
    '      case $action in',
    ...actions.map((action) => `        ${bashCase(action)}`),
    '      esac ;;',
  ].join('\n');
}

function bash(commands: readonly Command[]): string {
  return `_latebench() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  local at=2 words= choices= names= free=
  # Bash breaks words at "=": --format=js is three of them.
  if [ "$word" = = ]; then word=; elif [ "$before" = = ]; then before=\${COMP_WORDS[COMP_CWORD-2]}; fi
  case $1 in latebench-*) command=\${1#latebench-} at=1 ;; esac
  local action=\${COMP_WORDS[at]}
  if [ "$1" = latebench ] && [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted(wordsOf(commands))} -- "$word")); return
  fi
  case $command in
${commands.map(bashCommand).join('\n')}
  esac
  if [ -n "$choices" ]; then COMPREPLY=($(compgen -W "$choices" -- "$word")); return; fi
  case $word in
    -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    *) COMPREPLY=($(compgen -W "$names" -- "$word"))
      if [ -z "$free" ]; then COMPREPLY+=($(compgen -f -- "$word")); fi ;;
  esac
}
complete -o filenames -F _latebench latebench ${commands.map(({ name }) => `latebench-${name}`).join(' ')}
`;
}

function zshOption(option: Option): string {
  const { name, about, value, choices } = option;
  const text = about.replace(/[[\]:]/g, ' ');
  const offered = choices === undefined ? (takesPath(option) ? '_files' : ' ') : `(${choices.join(' ')})`;
  const action = value === undefined ? '' : `:${value.replaceAll(':', ' ')}:${offered}`;
  return quoted(`--${name}[${text}]${action}`);
}

function zshArguments(command: Command): string {
  const { options, words = [] } = command;
  const files = takesNoFile(command) ? [] : ["'*:file:_files'"];
  const named =
    words.length === 0
      ? files
      : [
          `'1:name:_alternative "names:name:(${words.join(' ')})"${files.length === 0 ? '' : ' "files:file:_files"'}'`,
        ];
  return `_arguments ${[...options.map(zshOption), ...named].join(' ')}`;
}

function zshCommand(command: Command): string {
  const { name, actions } = command;
  if (actions === undefined) return `    ${name}) ${zshArguments(command)} ;;`;
  return [
    `    ${name})`,
    `      if (( CURRENT == 2 )); then compadd ${wordsOf(actions)}; return; fi`,
    '      local action=$words[2]',
    '      shift words; (( CURRENT-- ))',
    '      case $action in',
    ...actions.map((action) => `        ${wordOf(action)}) ${zshArguments(action)} ;;`),
    '      esac ;;',
  ].join('\n');
}

function zsh(commands: readonly Command[]): string {
  const names = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join('\n');
  return `#compdef latebench
_latebench() {
  local -a commands
  commands=(
${names}
  )
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local command=$words[2]
  shift words; (( CURRENT-- ))
  case $command in
${commands.map(zshCommand).join('\n')}
  esac
}
compdef _latebench latebench
`;
}

function fishOptions({ options }: Command, condition: string): readonly string[] {
  return options.map((option) =>
    [
      `complete -c latebench -n ${quoted(condition)} -l ${option.name}`,
      option.short === undefined ? '' : `-s ${option.short}`,
      option.value === undefined ? '' : takesPath(option) ? '-r -F' : '-x',
      option.choices === undefined ? '' : `-a ${quoted(option.choices.join(' '))}`,
      `-d ${quoted(option.about)}`,
    ]
      .filter((part) => part !== '')
      .join(' '),
  );
}

const seen = '__fish_seen_subcommand_from';

/** `groups`: commands with actions. Some of these are called as other commands are: `export`, `verify`. */
function fishCommand(command: Command, groups: string): readonly string[] {
  const { name, summary, actions } = command;
  const first = `complete -c latebench -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`;
  if (actions === undefined) {
    const here = `${seen} ${name}; and not ${seen} ${groups}`;
    const { words = [] } = command;
    const files = takesNoFile(command) ? ' -f' : '';
    const named = `complete -c latebench -n ${quoted(here)}${files} -a ${quoted(words.join(' '))}`;
    return [first, ...(words.length === 0 && files === '' ? [] : [named]), ...fishOptions(command, here)];
  }
  const none = `${seen} ${name}; and not ${seen} ${wordsOf(actions)}`;
  return [
    first,
    ...actions.flatMap((action) => [
      `complete -c latebench -n ${quoted(none)} -a ${wordOf(action)} -d ${quoted(action.summary)}`,
      ...fishOptions(action, `${seen} ${name}; and ${seen} ${wordOf(action)}`),
    ]),
  ];
}

function fish(commands: readonly Command[]): string {
  const groups = wordsOf(commands.filter(({ actions }) => actions !== undefined));
  return `${commands.flatMap((command) => fishCommand(command, groups)).join('\n')}\n`;
}

export function completionScript(shell: Shell, commands: readonly Command[]): string {
  return { bash, zsh, fish }[shell](commands);
}
