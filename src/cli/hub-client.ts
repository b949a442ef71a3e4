// A client of the hub for a command: settings from the environment and .env, and what it waits for on stderr.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { wholeNumber } from '../config/resolve.ts';
import { createHubClient, type HubClient } from '../datasets/hub/client.ts';
import { hubSettings } from '../datasets/hub/hub-settings.ts';
import type { Call } from './command.ts';
import { configOf, homeOf } from './settings.ts';

function environment(envFile: string | undefined): Record<string, string | undefined> {
  const path = envFile ?? '.env';
  const file: Record<string, string | undefined> = existsSync(path)
    ? parseEnv(readFileSync(path, 'utf8'))
    : {};
  const names = ['HF_ENDPOINT', 'HF_TOKEN', 'HF_HUB_OFFLINE'];
  return Object.fromEntries(names.map((name) => [name, process.env[name] || file[name]]));
}

/** `signal` ends its requests. */
export function openCommandHub(
  call: Pick<Call, 'command' | 'options' | 'say'>,
  signal: AbortSignal,
): HubClient {
  const config = configOf(call);
  const settings = hubSettings(environment(call.options.text('env-file')), {
    cache: join(homeOf(config), 'hub'),
    maxRetries: wholeNumber(config, 'max_retries', 0) ?? 0,
  });
  return createHubClient(settings, {
    signal,
    say: (line) => call.say(`latebench ${call.command.name}: ${line}`),
  });
}
