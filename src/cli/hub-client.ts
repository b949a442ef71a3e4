// A client of the hub for a command: settings as of any command, and what it waits for on stderr.
import { join } from 'node:path';
import { wholeNumber } from '../config/resolve.ts';
import { createHubClient, type HubClient } from '../datasets/hub/client.ts';
import { hubSettings } from '../datasets/hub/hub-settings.ts';
import type { Call } from './command.ts';
import { configOf, homeOf } from './settings.ts';

/** `signal` ends its requests. */
export function openCommandHub(
  call: Pick<Call, 'command' | 'options' | 'say'>,
  signal: AbortSignal,
): HubClient {
  const config = configOf(call);
  const value = (name: string): string | undefined => config.get(`hub.${name}`)?.value;
  const settings = hubSettings({
    endpoint: value('endpoint'),
    token: value('token'),
    offline: value('offline'),
    cache: join(homeOf(config), 'hub'),
    maxRetries: wholeNumber(config, 'max_retries', 0) ?? 0,
  });
  return createHubClient(settings, {
    signal,
    say: (line) => call.say(`latebench ${call.command.name}: ${line}`),
  });
}
