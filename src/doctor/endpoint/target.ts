// The endpoints to check: what the roles are configured to, those that share endpoint, model and key once.

import type { OtherDialect } from '../../config/dialect-names.ts';
import { type EndpointConfig, endpointConfig } from '../../config/endpoint-config.ts';
import type { Config } from '../../config/resolve.ts';
import type { Role } from '../../config/setting-table.ts';
import { isLateBenchError } from '../../errors.ts';
import { type Finding, findingsOf } from '../finding.ts';

export interface Target {
  readonly roles: readonly Role[];
  readonly config: EndpointConfig;
  /** Of a role that asks for no chat completions. */
  readonly dialect: OtherDialect | undefined;
  /** Where the address comes from: a variable, a flag, a file. */
  readonly origin: string;
  /** Where the model's name comes from. */
  readonly modelOrigin: string;
}

function isUnset(error: unknown, config: Config, role: Role): boolean {
  const isConfigured = config.has(`${role}.base_url`) || config.has(`${role}.api_key`);
  return isLateBenchError(error) && error.code === 'LB_ENDPOINT_CONFIG' && !isConfigured;
}

export interface Targets {
  readonly targets: readonly Target[];
  /** Of the roles that have no endpoint, or a setting that cannot be read. */
  readonly findings: readonly Finding[];
}

export function targetsOf(config: Config, roles: readonly Role[]): Targets {
  const targets = new Map<string, Target>();
  const findings: Finding[] = [];
  for (const role of roles) {
    try {
      const { role: _, keyNote, rpm: __, ...same } = endpointConfig(config, role);
      const dialect = role === 'embed' ? 'embeddings' : undefined;
      const key = JSON.stringify({ ...same, asked: dialect });
      const known = targets.get(key);
      targets.set(key, {
        roles: [...(known?.roles ?? []), role],
        config: known?.config ?? { ...same, keyNote, role, rpm: undefined },
        dialect,
        origin: config.get(`${role}.base_url`)?.origin ?? config.get(`${role}.api_key`)?.origin ?? 'default',
        modelOrigin: config.get(`${role}.model`)?.origin ?? 'default',
      });
    } catch (error) {
      if (!isLateBenchError(error)) throw error;
      const { notSet, fails } = findingsOf(role);
      findings.push(isUnset(error, config, role) ? notSet(error.message) : fails(error.message));
    }
  }
  return { targets: [...targets.values()], findings };
}
