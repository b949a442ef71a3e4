// Variables that look like a setting and are none: nothing else would say that they have no effect.
import { nearestNames } from '../records/nearest-name.ts';
import { type ConfigSources, variablesOf } from './resolve.ts';
import { otherVariables, settings } from './setting-table.ts';

/** A line for each; a name whose neighbour is set as well was meant as it stands. */
export function misspeltVariables(sources: ConfigSources = {}): readonly string[] {
  const { env, fileEnv } = variablesOf(sources);
  const names = settings.flatMap((setting) => setting.env);
  const known = new Set([...names, ...otherVariables]);
  const set = new Set([...Object.keys(env), ...Object.keys(fileEnv)]);
  return [...set].flatMap((name) => {
    if (known.has(name) || !/^[A-Z][A-Z_]{4,}$/.test(name)) return [];
    const [near] = nearestNames(name, names);
    if (near === undefined || set.has(near) || Math.abs(near.length - name.length) > 2) return [];
    return [`${name} is set and is not a setting; did you mean ${near}?`];
  });
}
