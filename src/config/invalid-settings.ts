// What is wrong with the settings, before a command meets it.
import { isLateBenchError } from '../errors.ts';
import { dialectOf, endpointIfAny, maxReplyMb, requestsPerMinute, waitForMs } from './endpoint-config.ts';
import { endpointExtras } from './endpoint-extras.ts';
import type { Config } from './resolve.ts';
import { roles } from './setting-table.ts';
import { concurrencyOf, drainMsOf, maxRetriesOf } from './shared-settings.ts';

const checks: readonly ((config: Config) => unknown)[] = [
  ...[concurrencyOf, maxRetriesOf, maxReplyMb, waitForMs, drainMsOf],
  ...roles.flatMap((role) => [
    (config: Config) => requestsPerMinute(config, role),
    (config: Config) => dialectOf(config, role),
    (config: Config) => endpointExtras(config, role),
    (config: Config) => endpointIfAny(config, role),
  ]),
];

/** What a command that needs the setting would say of it, each once; nothing that is secret. */
export function invalidSettings(config: Config): readonly string[] {
  const found = new Set<string>();
  for (const check of checks) {
    try {
      check(config);
    } catch (error) {
      if (!isLateBenchError(error)) throw error;
      found.add(error.message);
    }
  }
  return [...found];
}
