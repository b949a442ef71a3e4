// What a command reads over the network, with its settings and its messages on stderr.
import type { RemoteInputs } from '../datasets/open-inputs.ts';
import { remoteReader } from '../executor/remote-inputs.ts';
import type { Call } from './command.ts';
import { configOf } from './command-config.ts';

/** `stopped` ends the input: the command ends with its own code. */
export function remoteInputs(call: Call, stopped: AbortSignal): RemoteInputs {
  return remoteReader({
    config: () => configOf(call),
    stopped,
    say: (line) => call.say(`latebench ${call.command.name}: ${line}`),
    progress: call.options.text('progress') !== 'off',
  });
}
