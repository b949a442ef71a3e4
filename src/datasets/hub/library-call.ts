// Calls into @huggingface/hub: what it is given, and what it throws by itself as an error of ours, without the token.
import { isLateBenchError, LateBenchError } from '../../errors.ts';
import type { HubClient } from './client.ts';
import { withoutToken } from './hub-settings.ts';
import { abortedError } from './transfer.ts';

/** What every function of the library takes. */
export interface Access {
  readonly hubUrl: string;
  readonly fetch: typeof fetch;
  readonly accessToken?: string;
}

export type Library = typeof import('@huggingface/hub');

/** Our own errors (thrown by the fetch we hand in) pass; any other is an answer the library could not use. */
export async function libraryCall<T>(
  { settings, signal, fetch }: HubClient,
  call: (library: Library, access: Access) => Promise<T>,
): Promise<T> {
  const { endpoint: hubUrl, token } = settings;
  try {
    const access = { hubUrl, fetch, ...(token === undefined ? {} : { accessToken: token }) };
    return await call(await import('@huggingface/hub'), access);
  } catch (cause) {
    if (isLateBenchError(cause)) throw cause;
    if (signal?.aborted) throw abortedError();
    throw new LateBenchError(
      'LB_HUB_REPLY',
      `${new URL(hubUrl).host} answered with something that cannot be used: ${withoutToken(reasonOf(cause as Error), token)}`,
    );
  }
}

/** The library reads replies without checking them: what fails then speaks of its own variables. */
function reasonOf(cause: Error): string {
  const form =
    cause instanceof SyntaxError
      ? 'not JSON'
      : /is not iterable|is not a function|Cannot read propert/.test(cause.message)
        ? 'JSON of another form than a hub gives'
        : null;
  if (form === null) return cause.message;
  return `${form}; check HF_ENDPOINT, and whether a proxy or a login page answers in place of the hub`;
}
