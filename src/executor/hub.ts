// A client of the hub, with the address, the token and the cache that the configuration names.
import { join } from 'node:path';
import type { Config } from '../config/resolve.ts';
import { homeOf, maxRetriesOf } from '../config/shared-settings.ts';
import { createHubClient, type HubClient } from '../datasets/hub/client.ts';
import { type HubSettings, hubSettings } from '../datasets/hub/hub-settings.ts';
import { storedToken } from '../datasets/hub/stored-token.ts';

/** @throws LB_CONFIG for an address or a token that the hub cannot have. */
export function hubSettingsOf(config: Config): HubSettings {
  const value = (name: string): string | undefined => config.get(`hub.${name}`)?.value;
  return hubSettings({
    endpoint: value('endpoint'),
    token: value('token') ?? storedToken(process.env),
    offline: value('offline'),
    cache: join(homeOf(config), 'hub'),
    maxRetries: maxRetriesOf(config),
  });
}

/** `signal` aborts its requests; `say` receives a line whenever it waits. */
export function openHub(
  config: Config,
  { signal, say }: { readonly signal: AbortSignal; readonly say: (line: string) => void },
): HubClient {
  return createHubClient(hubSettingsOf(config), { signal, say });
}
