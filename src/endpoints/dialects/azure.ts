// Azure OpenAI: chat completions at the path of a deployment, with an api-version and the key in a header of its own.
// A base URL that ends in /openai/v1 is the newer form, without either.
import type { Dialect } from '../dialect.ts';
import { readReply } from '../wire-reply.ts';
import { chatDialect } from './openai.ts';

/** The latest that is not a preview; `--query api-version=…` takes another. */
const apiVersion = '2024-10-21';

function root(baseUrl: string): URL {
  const url = new URL(baseUrl);
  url.search = '';
  return url;
}

/** `baseUrl` decides the form of the path; a version in it goes before ours. */
export function azureDialect(baseUrl: string): Dialect {
  const { pathname, searchParams } = new URL(baseUrl);
  const newer = /\/openai\/v1\/?$/.test(pathname);
  const deployed = /\/deployments\/[^/]+\/?$/.test(pathname);
  const version = new URLSearchParams({ 'api-version': searchParams.get('api-version') ?? apiVersion });
  return {
    ...chatDialect,
    name: 'azure',
    can: { ...chatDialect.can, batch: false },
    base: (address) => root(address).toString().replace(/\/$/, ''),
    path(model) {
      if (newer) return '/chat/completions';
      const place = deployed
        ? ''
        : `${/\/openai(?:\/|$)/.test(pathname) ? '' : '/openai'}/deployments/${encodeURIComponent(model)}`;
      return `${place}/chat/completions?${version}`;
    },
    headers: (apiKey): Readonly<Record<string, string>> =>
      apiKey === undefined ? {} : { 'api-key': apiKey },
    // The request names a deployment and the reply its model: the two need not be alike.
    read: (status, body, k) => ({ ...readReply(status, body, k), model: '' }),
  };
}
