// Calls into @huggingface/hub: what it throws by itself becomes an error of ours, without the token.
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import type { HubClient } from './client.ts';
import { withoutToken } from './hub-settings.ts';
import { abortedError } from './transfer.ts';

/** Our own errors (thrown by the fetch we hand in) pass; any other is an answer the library could not use. */
export async function libraryCall<T>(
  { settings, signal }: Pick<HubClient, 'settings' | 'signal'>,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    if (isLateBenchError(cause)) throw cause;
    if (signal?.aborted) throw abortedError();
    const reason = withoutToken((cause as Error).message, settings.token);
    const host = new URL(settings.endpoint).host;
    throw new LateBenchError(
      'LB_HUB_REPLY',
      `${host} answered with something that cannot be used: ${reason}`,
    );
  }
}
