// Requests for files of results. Providers keep them in a store of others and redirect to a signed address there: a GET
// may follow, as no other request may. The key, and every other header of the endpoint, is for its own host alone.
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { LateBenchError } from '../../errors.ts';
import { type OpenDispatcher, openDispatcher } from '../../http/dispatcher.ts';
import { headerOf } from '../../http/retry-after.ts';
import { publicUrl } from '../redact.ts';
import { redirectError } from '../transport.ts';

export interface FileAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readable & { text(): Promise<string> };
  /** Where the answer is from, without what a signed address must not show. */
  readonly place: string;
  /** It is from another host than the endpoint's. */
  readonly elsewhere: boolean;
}

export interface Downloads {
  get(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<FileAnswer>;
  close(): Promise<void>;
}

/** Results of a batch are made while they are sent. */
const limits = { connections: 1, headersTimeout: 300_000, bodyTimeout: 300_000, pipelining: 1 } as const;
const followed = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 5;

/** Where a redirect leads; null where it may not be followed. */
function nextUrl(from: URL, location: string): URL | null {
  if (location === '' || !URL.canParse(location, from.href)) return null;
  const next = new URL(location, from.href);
  // What was asked for over TLS does not come without.
  const allowed = from.protocol === 'https:' ? ['https:'] : ['http:', 'https:'];
  return allowed.includes(next.protocol) && next.username === '' && next.password === '' ? next : null;
}

export function createDownloads(caFile: string | undefined): Downloads {
  const dispatchers = new Map<string, OpenDispatcher>();
  const dispatcherOf = (origin: string): OpenDispatcher => {
    const known = dispatchers.get(origin) ?? openDispatcher({ origin, ...limits, caFile });
    dispatchers.set(origin, known);
    return known;
  };
  return {
    async get(first, headers, signal) {
      let url = first;
      let elsewhere = false;
      for (let redirects = 0; ; redirects += 1) {
        const response = await dispatcherOf(url.origin).dispatcher.request({
          origin: url.origin,
          method: 'GET',
          path: `${url.pathname}${url.search}`,
          // Also what comes back to the endpoint goes there by the word of another host.
          headers: elsewhere ? {} : headers,
          signal,
        });
        const { statusCode: status, body } = response;
        const place = publicUrl(url.href);
        if (!followed.has(status)) return { status, headers: response.headers, body, place, elsewhere };
        await body.dump();
        const next = nextUrl(url, headerOf(response.headers, 'location') ?? '');
        if (next === null) throw redirectError(place, status, response.headers, true);
        if (redirects === maxRedirects) {
          const message = `${publicUrl(first.href)}: more than ${maxRedirects} redirects, the last to ${publicUrl(next.href)}`;
          throw new LateBenchError('LB_ENDPOINT_REQUEST', message);
        }
        elsewhere ||= next.origin !== first.origin;
        url = next;
      }
    },
    async close() {
      await Promise.all([...dispatchers.values()].map((one) => one.close()));
    },
  };
}
