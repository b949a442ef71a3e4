// Where the settings come from, and variables that look like settings and have no effect.
import { misspeltVariables } from '../config/misspelt-variables.ts';
import type { Config } from '../config/resolve.ts';
import { type Finding, findingsOf } from './finding.ts';

export function checkSettings(config: Config, envFile: string | undefined): readonly Finding[] {
  const { ok, warning } = findingsOf('settings');
  const given = [...config.values()].filter(({ origin }) => origin !== 'default');
  const kind = ({ origin, variable }: (typeof given)[number]): string => {
    if (variable !== undefined) return origin === variable ? 'the environment' : origin.replace(/: .*$/s, '');
    return origin.startsWith('--') ? 'flags' : origin;
  };
  const counts = new Map<string, number>();
  for (const setting of given) counts.set(kind(setting), (counts.get(kind(setting)) ?? 0) + 1);
  const places = [...counts].map(([place, count]) => `${count} from ${place}`);
  return [
    ok(places.length === 0 ? 'none is set: all are defaults' : places.join(', ')),
    ...misspeltVariables({ envFile }).map((line) => warning(line)),
  ];
}
