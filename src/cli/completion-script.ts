// Completion scripts for three shells, from the commands' option tables.

import type { Option } from '../stages/option.ts';
import type { Command } from './command.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function bash(commands: readonly Command[]): string {
  const cases = commands.map(
    ({ name, options }) =>
      `    ${name}) words=${quoted(options.map((option) => `--${option.name}`).join(' '))} ;;`,
  );
  const values = [
    ...new Map(commands.flatMap(({ options }) => options).map((option) => [option.name, option])).values(),
  ]
    .filter((option) => option.choices !== undefined)
    .map(
      (option) =>
        `    --${option.name}) COMPREPLY=($(compgen -W ${quoted(option.choices!.join(' '))} -- "$word")); return ;;`,
    );
  return `_latebench() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words=
  case $1 in latebench-*) command=\${1#latebench-} ;; esac
  if [ "$1" = latebench ] && [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted(commands.map(({ name }) => name).join(' '))} -- "$word")); return
  fi
  case $before in
${values.join('\n')}
  esac
  case $command in
${cases.join('\n')}
  esac
  case $word in
    -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}
complete -o filenames -F _latebench latebench ${commands.map(({ name }) => `latebench-${name}`).join(' ')}
`;
}

function zshOption({ name, about, value, choices }: Option): string {
  const text = about.replace(/[[\]:]/g, ' ');
  const action =
    value === undefined ? '' : `:${value}:${choices === undefined ? '_files' : `(${choices.join(' ')})`}`;
  return quoted(`--${name}[${text}]${action}`);
}

function zsh(commands: readonly Command[]): string {
  const names = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join('\n');
  const cases = commands.map(
    ({ name, options }) => `    ${name}) _arguments ${options.map(zshOption).join(' ')} '*:file:_files' ;;`,
  );
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
${cases.join('\n')}
  esac
}
compdef _latebench latebench
`;
}

function fish(commands: readonly Command[]): string {
  const lines = commands.flatMap(({ name, summary, options }) => [
    `complete -c latebench -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ...options.map((option) =>
      [
        `complete -c latebench -n '__fish_seen_subcommand_from ${name}' -l ${option.name}`,
        option.short === undefined ? '' : `-s ${option.short}`,
        option.value === undefined ? '' : '-r',
        option.choices === undefined ? '' : `-a ${quoted(option.choices.join(' '))}`,
        `-d ${quoted(option.about)}`,
      ]
        .filter((part) => part !== '')
        .join(' '),
    ),
  ]);
  return `${lines.join('\n')}\n`;
}

export function completionScript(shell: Shell, commands: readonly Command[]): string {
  return { bash, zsh, fish }[shell](commands);
}
