// Variables that look like a setting and are none, and lines of .env that set nothing: nothing else would say that they have
// no effect.
import { existsSync, readFileSync } from 'node:fs';
import { nameFinder } from '../records/nearest-name.ts';
import { plainText } from '../records/plain-text.ts';
import { isKeyShaped } from './key-shape.ts';
import { type ConfigSources, envFileOf, variablesOf } from './resolve.ts';
import { otherVariables, settings } from './setting-table.ts';

const names = settings.flatMap((setting) => setting.env);

/** What other tools call it. */
const elsewhere: Readonly<Record<string, string>> = {
  OPENAI_API_BASE: 'OPENAI_BASE_URL',
  HUGGING_FACE_HUB_TOKEN: 'HF_TOKEN',
};

/** Settings of which some words are left out: of LATEBENCH_CRITIC_KEY, LATEBENCH_CRITIC_API_KEY. */
function abbreviated(name: string): readonly string[] {
  const words = name.split('_');
  return names.filter((one) => {
    const left = one.split('_');
    return (
      left.length === words.length + 1 && left[0] === words[0] && words.every((word) => left.includes(word))
    );
  });
}

/** A line for each; a name whose neighbour is set as well was meant as it stands. */
function misspeltNames(set: ReadonlySet<string>): readonly string[] {
  const known = new Set([...names, ...otherVariables]);
  const nearest = nameFinder(names);
  return [...set].flatMap((name) => {
    if (known.has(name) || !/^[A-Z][A-Z_]{4,}$/.test(name)) return [];
    const close = nearest(name).slice(0, 1);
    const spelt = close.filter((near) => Math.abs(near.length - name.length) <= 2);
    const [near] = [elsewhere[name], ...spelt, ...abbreviated(name)].filter((one) => one !== undefined);
    if (near === undefined || set.has(near)) return [];
    return [`${name} is set and is not a setting; did you mean ${near}?`];
  });
}

/** Never shows the line: it may be a key. */
function idleLines(path: string, set: Readonly<Record<string, string | undefined>>): readonly string[] {
  if (!existsSync(path)) return [];
  return plainText(readFileSync(path))
    .split('\n')
    .flatMap((line, at) => {
      if (/^\s*#/.test(line)) return [];
      const meant = isKeyShaped(line.trim())
        ? 'OPENAI_API_KEY'
        : names.find((name) => new RegExp(`^(?!\\w+=).*\\b${name}\\b`).test(line) && set[name] === undefined);
      return meant === undefined ? [] : [`${path}:${at + 1} sets nothing; did you mean ${meant}=VALUE?`];
    });
}

/** What somebody set, or tried to, and nothing reads; a line for each. */
export function misspeltVariables(sources: ConfigSources = {}): readonly string[] {
  const { env, fileEnv } = variablesOf(sources);
  const set = new Set([...Object.keys(env), ...Object.keys(fileEnv)]);
  return [...idleLines(envFileOf(sources), fileEnv), ...misspeltNames(set)];
}
