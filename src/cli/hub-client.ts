// A client of the hub for a command: settings as of any command, and what it waits for on stderr.
import type { HubClient } from '../datasets/hub/client.ts';
import { openHub } from '../executor/hub.ts';
import type { Call } from './command.ts';
import { configOf } from './command-config.ts';

/** `signal` ends its requests. */
export function openCommandHub(
  call: Pick<Call, 'command' | 'options' | 'say'>,
  signal: AbortSignal,
): HubClient {
  return openHub(configOf(call), {
    signal,
    say: (line) => call.say(`latebench ${call.command.name}: ${line}`),
  });
}
