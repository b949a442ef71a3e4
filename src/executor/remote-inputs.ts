// What a run reads over the network. The hub is loaded, and asked, only where an address of it is named.
import type { Config } from '../config/resolve.ts';
import type { RemoteInputs } from '../datasets/open-inputs.ts';

export interface RemoteOptions {
  readonly config: () => Config;
  /** Ends the input while the network is waited for. */
  readonly stopped: AbortSignal;
  readonly say: (line: string) => void;
  /** Say every few seconds how far a download is. */
  readonly progress: boolean;
}

export function remoteReader({ config, stopped, say, progress }: RemoteOptions): RemoteInputs {
  let inputs: Promise<RemoteInputs> | undefined;
  const open = async (): Promise<RemoteInputs> => {
    const [{ hubInputs }, { openHub }] = await Promise.all([
      import('../datasets/hub/hub-inputs.ts'),
      import('./hub.ts'),
    ]);
    const client = openHub(config(), { signal: stopped, say });
    return hubInputs({ client, stopped, say, progress });
  };
  return async (address) => {
    inputs ??= open();
    return (await inputs)(address);
  };
}
