// What a command reads over the network, with its settings and its words on stderr. The hub is loaded, and asked, only
// where an address of it is named.
import type { RemoteInputs } from '../datasets/open-inputs.ts';
import type { Call } from './command.ts';

/** `stopped` ends the input: the command ends with its own code. */
export function remoteInputs(call: Call, stopped: AbortSignal): RemoteInputs {
  let inputs: Promise<RemoteInputs> | undefined;
  const open = async (): Promise<RemoteInputs> => {
    const [{ hubInputs }, { openCommandHub }] = await Promise.all([
      import('../datasets/hub/hub-inputs.ts'),
      import('./hub-client.ts'),
    ]);
    return hubInputs({
      client: openCommandHub(call, stopped),
      stopped,
      say: (line) => call.say(`latebench ${call.command.name}: ${line}`),
      progress: call.options.text('progress') !== 'off',
    });
  };
  return async (address) => {
    inputs ??= open();
    return (await inputs)(address);
  };
}
