// What is wrong with the settings, before a command meets it.
import {
  dialectOf,
  endpointIfAny,
  maxReplyMb,
  requestsPerMinute,
  waitForMs,
} from '../config/endpoint-config.ts';
import { endpointExtras } from '../config/endpoint-extras.ts';
import type { Config } from '../config/resolve.ts';
import { roles } from '../config/setting-table.ts';
import { concurrencyOf, drainMsOf, maxRetriesOf } from '../config/shared-settings.ts';
import { isLateBenchError } from '../errors.ts';
import { hubSettingsOf } from '../executor/hub.ts';
import { readAuthorities } from '../http/dispatcher.ts';

const checks: readonly ((config: Config) => unknown)[] = [
  ...[concurrencyOf, maxRetriesOf, maxReplyMb, waitForMs, drainMsOf],
  // Of the hub alone: other settings that it needs have said what is wrong with them.
  (config) => hubSettingsOf(new Map([...config].filter(([name]) => name.startsWith('hub.')))),
  (config) => {
    const file = config.get('ca_file')?.value;
    if (file !== undefined) readAuthorities(file);
  },
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
