// What a pipeline declares of its endpoints, as settings: below what was asked for with the run, above the rest.

import { simulation } from '../config/endpoint-config.ts';
import { extraKinds } from '../config/endpoint-extras.ts';
import { type Role, roles } from '../config/setting-table.ts';
import type { PipelineDefinition } from './schema.ts';

export type Flags = Map<string, { value: string; flag: string }>;

/** `endpoint`: the one that was asked for with the run, for every role; `asked` says how. */
export function declaredFlags(
  { name, endpoint: declared }: Pick<PipelineDefinition, 'name' | 'endpoint'>,
  endpoint: string | undefined,
  asked: string,
): Flags {
  const flags: Flags = new Map();
  const from = `pipeline ${name}`;
  const set = (role: Role, setting: string, value: string | number | undefined, flag: string): void => {
    if (value !== undefined) flags.set(`${role}.${setting}`, { value: String(value), flag });
  };
  for (const role of roles) {
    if (typeof declared === 'string') set(role, 'base_url', declared, from);
    else {
      set(role, 'base_url', declared?.[role]?.baseUrl, from);
      // The simulation has its own models.
      if (endpoint !== simulation) set(role, 'model', declared?.[role]?.model, from);
      set(role, 'rpm', declared?.[role]?.rpm, from);
      // What is said of an endpoint holds for no other.
      if (endpoint === undefined) {
        set(role, 'dialect', declared?.[role]?.dialect, from);
        for (const kind of extraKinds) {
          const extras = declared?.[role]?.[kind];
          set(role, kind, extras === undefined ? undefined : JSON.stringify(extras), from);
        }
      }
    }
    set(role, 'base_url', endpoint, asked);
  }
  return flags;
}
