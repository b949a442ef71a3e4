// The keys, tokens and secret headers that are set anywhere: what must not stand in a file that is given away.
import { type Config, candidates } from './resolve.ts';
import { settings } from './setting-table.ts';

/** Shorter ones (`EMPTY`, `none`, `ollama`) are words that any text may contain. */
export const shortestSecret = 8;

/** A secret header is set as `name=value`, one a line. */
function valuesOf(name: string, text: string): readonly string[] {
  if (!name.endsWith('.headers')) return [text];
  return text.split('\n').map((line) => line.slice(line.indexOf('=') + 1).trim());
}

export function knownSecrets(config: Config): readonly string[] {
  const secret = settings.filter((setting) => setting.secret === true);
  const values = secret.flatMap(({ name }) =>
    candidates(config.get(name)).flatMap(({ value }) => valuesOf(name, value)),
  );
  return [...new Set(values)].filter((value) => value.length >= shortestSecret);
}
