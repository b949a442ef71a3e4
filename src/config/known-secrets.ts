// The keys, tokens and secret headers that are set anywhere: what must not stand in a file that is given away.
import { headerValues } from './endpoint-extras.ts';
import { type Config, candidates } from './resolve.ts';
import { settings } from './setting-table.ts';

/** Shorter ones (`EMPTY`, `none`, `ollama`) are words that any text may contain. */
export const shortestSecret = 8;

/** @throws LB_CONFIG for headers that cannot be read */
export function knownSecrets(config: Config): readonly string[] {
  const secret = settings.filter((setting) => setting.secret === true);
  const values = secret.flatMap(({ name }) =>
    candidates(config.get(name)).flatMap((set) =>
      name.endsWith('.headers') ? headerValues(set) : [set.value],
    ),
  );
  return [...new Set(values)].filter((value) => value.length >= shortestSecret);
}
