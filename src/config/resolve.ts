// Finds the value of each setting and where it came from. Precedence: flags, environment, --env-file or .env,
// latebench.config.json nearest upward, the user's config file, defaults.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { LateBenchError } from '../errors.ts';
import { didYouMean } from '../records/nearest-name.ts';
import { parseJson } from '../records/parse-json.ts';
import { plainText } from '../records/plain-text.ts';
import { checkObject } from '../records/wrong-argument.ts';
import { settings } from './setting-table.ts';

export interface Resolved {
  readonly value: string;
  /** For people: `--model`, `LATEBENCH_CRITIC_MODEL`, `.env: OPENAI_API_KEY`, a file, `default`. */
  readonly origin: string;
  /** The variable that gave it, when one did. */
  readonly variable?: string;
  /** What it would be without this source, and without the next one: the best first. */
  readonly beneath?: readonly Resolved[];
}

export interface ConfigSources {
  /** Setting name to value and the flag that gave it. */
  readonly flags?: ReadonlyMap<string, { readonly value: string; readonly flag: string }>;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Given by --env-file: it must exist. Without it `.env` is read where it is there. */
  readonly envFile?: string | undefined;
}

/** Settings by name (`critic.model`), each with its value and its origin. Settings that are not set are absent. */
export type Config = ReadonlyMap<string, Resolved>;

function readConfigFile(path: string): Map<string, string> {
  let value: unknown;
  try {
    value = parseJson(plainText(readFileSync(path)));
  } catch (cause) {
    throw new LateBenchError('LB_CONFIG', `${path} cannot be read as JSON: ${(cause as Error).message}`, {
      cause,
    });
  }
  const refuse = (message: string): LateBenchError => new LateBenchError('LB_CONFIG', `${path}: ${message}`);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse('write one JSON object, for example {"critic": {"model": "gpt-4o"}}');
  const flat = new Map<string, string>();
  const objects = new Set(settings.flatMap(({ name, object }) => (object === true ? [name] : [])));
  const walk = (inner: unknown, prefix: string): void => {
    if (objects.has(prefix) && typeof inner === 'object') flat.set(prefix, JSON.stringify(inner));
    else if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) {
      for (const [key, child] of Object.entries(inner)) walk(child, prefix === '' ? key : `${prefix}.${key}`);
    } else if (Array.isArray(inner)) throw refuse(`${prefix} is a list; give one text or number`);
    // As an empty variable, an empty text sets nothing.
    else if (inner !== null && inner !== '') flat.set(prefix, String(inner));
  };
  walk(value, '');
  const known = new Set(settings.map((setting) => setting.name));
  const unknown = [...flat.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    const each = unknown.map((name) => `${name}${didYouMean(name, known)}`);
    throw refuse(`no such setting: ${each.join(', ')}; latebench config --explain lists them`);
  }
  const secret = settings.find((setting) => setting.secret === true && flat.has(setting.name));
  if (secret !== undefined) {
    throw refuse(`${secret.name} is a secret; put it in the environment or in .env`);
  }
  return flat;
}

function nearestUpward(name: string, from: string): string | undefined {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const path = join(folder, name);
    if (existsSync(path)) return path;
    if (dirname(folder) === folder) return undefined;
  }
}

function readEnvFile(path: string, required: boolean): Readonly<Record<string, string | undefined>> {
  if (!existsSync(path)) {
    if (required) throw new LateBenchError('LB_INPUT_MISSING', `${path}: no such file (--env-file)`);
    return {};
  }
  if (statSync(path).isDirectory()) {
    // Without the option, a folder of that name is none of ours.
    if (!required) return {};
    throw new LateBenchError('LB_INPUT_DIRECTORY', `${path} is a directory; name a file (--env-file)`);
  }
  return parseEnv(plainText(readFileSync(path)));
}

export function envFileOf({ cwd = process.cwd(), envFile }: ConfigSources): string {
  return envFile ?? join(cwd, '.env');
}

/** The environment, and what the .env file says. */
export function variablesOf(sources: ConfigSources) {
  const { env = process.env, envFile } = sources;
  return { env, fileEnv: readEnvFile(envFileOf(sources), envFile !== undefined) };
}

/**
 * Resolves all settings. Flags take precedence over environment variables, these over `.env`, then
 * `latebench.config.json` in the nearest folder upward, then the user's configuration file.
 *
 * @throws LB_CONFIG for a file that cannot be read as JSON or a value that is invalid.
 * @example
 * const config = resolveConfig();
 * const critic = endpointConfig(config, 'critic');
 */
export function resolveConfig(sources: ConfigSources = {}): Config {
  checkObject('resolveConfig', 'sources, an object', sources);
  const { flags = new Map(), cwd = process.cwd(), envFile } = sources;
  const { env, fileEnv } = variablesOf(sources);
  const userFolder = env.XDG_CONFIG_HOME ?? join(env.HOME ?? homedir(), '.config');
  const files = [nearestUpward('latebench.config.json', cwd), join(userFolder, 'latebench', 'config.json')]
    .filter((path) => path !== undefined && existsSync(path))
    .map((path) => ({ path: path as string, values: readConfigFile(path as string) }));

  const result = new Map<string, Resolved>();
  for (const setting of settings) {
    const flag = flags.get(setting.name);
    const [found, ...beneath]: Resolved[] = [
      ...(flag === undefined ? [] : [{ value: flag.value, origin: flag.flag }]),
      ...fromVariables(setting.env, env, ''),
      ...fromVariables(setting.env, fileEnv, `${envFile ?? '.env'}: `),
      ...files
        .filter(({ values }) => values.has(setting.name))
        .map(({ path, values }) => ({ value: values.get(setting.name)!, origin: path })),
      ...(setting.default === undefined ? [] : [{ value: setting.default, origin: 'default' }]),
    ];
    if (found !== undefined) result.set(setting.name, beneath.length === 0 ? found : { ...found, beneath });
  }
  return result;
}

function fromVariables(
  names: readonly string[],
  values: Readonly<Record<string, string | undefined>>,
  prefix: string,
): Resolved[] {
  return names
    .filter((name) => (values[name] ?? '') !== '')
    .map((name) => ({ value: values[name]!, origin: `${prefix}${name}`, variable: name }));
}

/** A value with all that is beneath it, the best first. */
export function candidates(found: Resolved | undefined): readonly Resolved[] {
  return found === undefined ? [] : [found, ...(found.beneath ?? [])];
}

/** The configuration with another value for a setting, over what was there. */
export function placedOver(config: Config, name: string, { value, origin }: Resolved): Map<string, Resolved> {
  const beneath = candidates(config.get(name));
  return new Map(config).set(name, { value, origin, ...(beneath.length > 0 && { beneath }) });
}

/** A setting that must be a whole number of at least `least`; null when it is not set. */
export function wholeNumber(config: Config, name: string, least: number): number | null {
  const found = config.get(name);
  if (found === undefined) return null;
  const value = Number(found.value);
  if (!Number.isInteger(value) || value < least) {
    const message = `${name} = ${JSON.stringify(found.value)} (from ${found.origin}): give a whole number of at least ${least}`;
    throw new LateBenchError('LB_CONFIG', message);
  }
  return value;
}
