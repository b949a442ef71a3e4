// Reads the options of a command from its arguments, by the table that help and completion are made from.
import { existsSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { LateBenchError } from '../errors.ts';
import { didYouMean } from '../records/nearest-name.ts';
import { type Option, takesPath } from '../stages/option.ts';
import { withLatest } from './latest-run.ts';
import { checkNeeds } from './option-needs.ts';

export interface ParsedOptions {
  readonly positionals: readonly string[];
  /** True for a switch that was given. */
  flag(name: string): boolean;
  text(name: string): string | undefined;
  list(name: string): readonly string[];
  /** A whole number of at least `min`. */
  whole(name: string, min: number): number | undefined;
  /** A number within [min, max]. */
  number(name: string, min: number, max: number): number | undefined;
}

function usage(message: string): LateBenchError {
  return new LateBenchError('LB_USAGE', message);
}

function checkChoice(option: Option, value: string): void {
  if (option.choices !== undefined && !option.choices.includes(value)) {
    const near = didYouMean(value, option.choices);
    throw usage(`--${option.name} ${value}: choose one of ${option.choices.join(', ')}${near}`);
  }
}

/** A variable of the shell that is not set leaves an empty word, which would be taken for the default or a name. */
function checkValue({ name, value = '' }: Option, given: readonly (string | boolean)[]): void {
  if (!given.includes('') || value.startsWith('TEXT')) return;
  throw usage(`--${name} ${value}: its value is empty; is a variable of the shell not set?`);
}

/** Before anything is read or paid for: what would be put below a file fails with the system's words. */
function checkFolder({ name, value }: Option, path: string): void {
  if (value !== 'DIR' || !existsSync(path) || statSync(path).isDirectory()) return;
  throw usage(`--${name} ${path}: it is a file; name a folder`);
}

/** Other tools take keys as options, where lists of processes and histories of shells show them. */
const keysElsewhere =
  'API keys are never given as options: set OPENAI_API_KEY in the environment, or LATEBENCH_ROLE_API_KEY for one role';

/** What Node's parser says, in our words. */
function misread(
  { message }: Error,
  byName: ReadonlyMap<string, Option>,
  args: readonly string[],
): LateBenchError {
  const unknown = /^Unknown option '(-{1,2}[^']+)'/.exec(message)?.[1];
  if (unknown === '--api-key') {
    return usage(`${keysElsewhere}${byName.has('api-key-file') ? ', or give --api-key-file FILE' : ''}`);
  }
  if (unknown !== undefined) {
    // Of a name after one dash, the parser says its first letter alone.
    const word = args.find((arg) => arg.startsWith(unknown) && /^-\w{3}/.test(arg))?.split('=')[0];
    const given = word ?? unknown;
    const name = given.replace(/^-+/, '');
    const known = [...byName.values()].flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    const near = known.includes(name)
      ? `; did you mean --${name}?`
      : name.length > 1
        ? didYouMean(name, [...byName.keys()], (one) => `--${one}`)
        : '';
    const dashed = /^-[\d.]/.test(given) ? '; put -- before words that begin with a dash' : near;
    return usage(`there is no option ${given} here${dashed} (--help lists them)`);
  }
  const name = /^Option '(?:-\w, )?--([^ ']+)/.exec(message)?.[1] ?? '';
  const { value = 'VALUE', choices } = byName.get(name) ?? {};
  if (message.includes('does not take an argument')) return usage(`--${name} is a switch: it takes no value`);
  const what = choices === undefined ? '' : `: choose one of ${choices.join(', ')}`;
  const dashed = message.includes('ambiguous')
    ? `; a value that begins with a dash is joined to it: --${name}=-X`
    : '';
  return usage(`--${name} ${value} is missing its value${what}${dashed}`);
}

/** Underscores in long names are read as dashes (--min_steps is --min-steps); aliases become the option's own name. */
function canonicalNames(options: readonly Option[], argv: readonly string[]): string[] {
  const nameOf = new Map(options.flatMap(({ name, aliases = [] }) => aliases.map((alias) => [alias, name])));
  return argv.map((arg) =>
    arg.replace(/^--([^=]+)/, (_, given: string) => {
      const name = given.replaceAll('_', '-');
      return `--${nameOf.get(name) ?? name}`;
    }),
  );
}

function joinNumbers(options: readonly Option[], argv: readonly string[]): string[] {
  const lists = new Set(options.filter(({ numbers }) => numbers === true).map(({ name }) => `--${name}`));
  const args: string[] = [];
  let list = false;
  for (const arg of argv) {
    if (list && /^[\d.,]+$/.test(arg)) {
      const last = args.pop()!;
      args.push(lists.has(last) ? `${last}=${arg}` : `${last},${arg}`);
      continue;
    }
    list = lists.has(arg.replace(/=.*/s, ''));
    args.push(arg);
  }
  return args;
}

/** Each word after an option that takes several becomes a value of its own. */
function spreadSeveral(options: readonly Option[], argv: readonly string[]): string[] {
  const several = new Set(options.filter((option) => option.several === true).map(({ name }) => `--${name}`));
  const args: string[] = [];
  let open: string | undefined;
  for (const [at, arg] of argv.entries()) {
    const isValue = open !== undefined && !arg.startsWith('-');
    if (!isValue) open = several.has(arg) ? arg : undefined;
    if (isValue) args.push(`${open}=${arg}`);
    else if (open === undefined || argv[at + 1]?.startsWith('-') !== false) args.push(arg);
  }
  return args;
}

/** `say` is told of an option with one value that was given several: the last one counts, as in a shell's aliases. */
export function parseOptions(
  options: readonly Option[],
  argv: readonly string[],
  say: (line: string) => void = () => {},
): ParsedOptions {
  const args = spreadSeveral(options, joinNumbers(options, canonicalNames(options, argv)));
  const byName = new Map(options.map((option) => [option.name, option]));
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      strict: true,
      options: Object.fromEntries(
        options.map((option) => [
          option.name,
          {
            type: option.value === undefined ? ('boolean' as const) : ('string' as const),
            ...(option.short === undefined ? {} : { short: option.short }),
            multiple: true,
          },
        ]),
      ),
    });
  } catch (cause) {
    throw misread(cause as Error, byName, args);
  }
  const given = parsed.values as Record<string, (string | boolean)[] | undefined>;
  for (const option of options) checkValue(option, given[option.name] ?? []);
  if (parsed.positionals.includes(''))
    throw usage('an argument is empty; is a variable of the shell not set?');
  const texts = (name: string): string[] => {
    const option = byName.get(name);
    if (option === undefined) return [];
    const values = (given[name] ?? []).filter((value) => typeof value === 'string');
    for (const value of values) checkChoice(option, value);
    const paths = takesPath(option) ? values.map(withLatest) : values;
    for (const path of paths) checkFolder(option, path);
    return paths;
  };
  const told = new Set<string>();
  const text = (name: string): string | undefined => {
    const values = texts(name);
    const last = values.at(-1);
    if (new Set(values).size > 1 && !told.has(name)) {
      told.add(name);
      // Without the values: one may have a password in it.
      say(`--${name} is given ${values.length} times and has one value: the last one is used`);
    }
    return last ?? byName.get(name)?.default;
  };
  const { positionals } = parsed;
  checkNeeds(options, {
    positionals,
    has: (name) => given[name] !== undefined,
    values(name) {
      const values = byName.get(name)?.multiple === true ? texts(name) : [];
      return (values.length > 0 ? values : [text(name) ?? '']).flatMap((value) => value.split(','));
    },
  });
  return {
    positionals: parsed.positionals.map(withLatest),
    flag: (name) => given[name]?.at(-1) === true,
    text,
    list: texts,
    whole(name, min) {
      const value = text(name);
      if (value === undefined) return undefined;
      const number = Number(value);
      if (!/^\d+$/.test(value) || number < min)
        throw usage(`--${name} ${value}: give a whole number of at least ${min}`);
      // It would be another number than the one that was given.
      if (!Number.isSafeInteger(number))
        throw usage(`--${name} ${value}: give a whole number of at most ${Number.MAX_SAFE_INTEGER}`);
      return number;
    },
    number(name, min, max) {
      const value = text(name);
      if (value === undefined) return undefined;
      const number = Number(value);
      if (value.trim() === '' || Number.isNaN(number) || number < min || number > max) {
        throw usage(`--${name} ${value}: give a number from ${min} to ${max}`);
      }
      return number;
    },
  };
}
