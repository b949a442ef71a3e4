// Addresses of the hub in a spec, for a build: the hub is asked only where one is named.
import type { RemoteInputs } from '../../datasets/open-inputs.ts';
import type { JobContext } from '../define-job.ts';

export function specInputs({ hub, stopReading, say }: JobContext): RemoteInputs {
  let inputs: Promise<RemoteInputs> | undefined;
  const open = async (): Promise<RemoteInputs> => {
    const { hubInputs } = await import('../../datasets/hub/hub-inputs.ts');
    const tell = (line: string): void => say(`latebench dataset build: ${line}`);
    return hubInputs({ client: await hub(), stopped: stopReading, say: tell, progress: true });
  };
  return async (address) => {
    inputs ??= open();
    return (await inputs)(address);
  };
}
