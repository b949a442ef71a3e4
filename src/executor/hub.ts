// A client of the hub, with the address, the token and the cache that the configuration names.
import { join } from 'node:path';
import { type Config, wholeNumber } from '../config/resolve.ts';
import { createHubClient, type HubClient } from '../datasets/hub/client.ts';
import { hubSettings } from '../datasets/hub/hub-settings.ts';

/** `signal` aborts its requests; `say` receives a line whenever it waits. */
export function openHub(
  config: Config,
  { signal, say }: { readonly signal: AbortSignal; readonly say: (line: string) => void },
): HubClient {
  const value = (name: string): string | undefined => config.get(`hub.${name}`)?.value;
  const settings = hubSettings({
    endpoint: value('endpoint'),
    token: value('token'),
    offline: value('offline'),
    cache: join(config.get('home')?.value ?? '.latebench', 'hub'),
    maxRetries: wholeNumber(config, 'max_retries', 0) ?? 0,
  });
  return createHubClient(settings, { signal, say });
}
