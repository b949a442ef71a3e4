// Where the hub is and who asks, from the variables every tool for the hub reads: HF_ENDPOINT, HF_TOKEN,
// HF_HUB_OFFLINE. The token never reaches a message.
import { LateBenchError } from '../../errors.ts';

export interface HubSettings {
  /** Without a slash at its end. */
  readonly endpoint: string;
  readonly token: string | undefined;
  readonly offline: boolean;
  /** Folder of everything that was fetched. */
  readonly cache: string;
  /** Times a failed request is sent again. */
  readonly maxRetries: number;
}

/** As they were set; undefined where nobody did. */
export interface HubValues {
  readonly endpoint: string | undefined;
  readonly token: string | undefined;
  readonly offline: string | undefined;
  readonly cache: string;
  readonly maxRetries: number;
}

const publicEndpoint = 'https://huggingface.co';

function endpointOf(value: string | undefined): string {
  const text = value?.trim() || publicEndpoint;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new LateBenchError('LB_CONFIG', `HF_ENDPOINT ${JSON.stringify(text)} is not a URL`);
  }
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    const message = 'HF_ENDPOINT must be an http(s) URL without a user name or password';
    throw new LateBenchError('LB_CONFIG', message);
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function tokenOf(value: string | undefined): string | undefined {
  const token = value?.trim();
  if (token === undefined || token === '') return undefined;
  // The client library refuses other tokens, and a header cannot hold other characters.
  if (!/^hf_[\x21-\x7e]+$/.test(token)) {
    const message = 'HF_TOKEN is not an access token of the hub: those begin with hf_ and have no spaces';
    throw new LateBenchError('LB_CONFIG', message);
  }
  return token;
}

/**
 * Checks settings for the hub and fills in the public address.
 *
 * @param values Texts as environment variables have them (`HF_ENDPOINT`, `HF_TOKEN`, `HF_HUB_OFFLINE`), the folder of
 * the cache, and the number of retries.
 * @throws LB_CONFIG for an address that is not a URL, and for a token of another kind; the message does not show it.
 */
export function hubSettings({ endpoint, token, offline, cache, maxRetries }: HubValues): HubSettings {
  return {
    endpoint: endpointOf(endpoint),
    token: tokenOf(token),
    offline: /^(1|on|yes|true)$/i.test(offline?.trim() ?? ''),
    cache,
    maxRetries,
  };
}

/** The text without the token, and without anything else that is shaped like one. */
export function withoutToken(text: string, token: string | undefined): string {
  const plain = token === undefined ? text : text.split(token).join('hf_…');
  return plain.replace(/\bhf_[\w-]{6,}/g, 'hf_…');
}
