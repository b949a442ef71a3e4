// How connections are opened: directly, or through the proxy that the environment names
// (HTTP_PROXY, HTTPS_PROXY and NO_PROXY, lower-case names first, as curl and undici read them).
import { X509Certificate } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { LateBenchError } from '../errors.ts';
import { pastContinue } from './interim-replies.ts';
import { reusedReads } from './reused-reads.ts';

export interface DispatcherOptions {
  readonly origin: string;
  readonly connections: number;
  readonly connectTimeoutMs?: number | undefined;
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
  /** 0: no connection is used twice. */
  readonly pipelining: 0 | 1;
  /** Certificate authorities that are trusted beside those of Node; a PEM file. */
  readonly caFile?: string | undefined;
  /** Never through a proxy: a server of this process. */
  readonly direct?: boolean | undefined;
  /** Handlers copy those chunks of a body that are overwritten once they return (reused-reads.ts). */
  readonly reusesReads?: boolean | undefined;
}

export interface OpenDispatcher {
  readonly dispatcher: Dispatcher;
  /** Gives up what is under way. */
  close(): Promise<void>;
}

const proxyVariables = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'] as const;

/** The variables that name a proxy. */
export function proxiesFromEnvironment(env: Readonly<Record<string, string | undefined>> = process.env) {
  return proxyVariables.filter((name) => (env[name] ?? '') !== '');
}

/** @throws LB_CONFIG for a file that cannot be read, or holds no certificate. */
export function readAuthorities(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    const message = `${path} cannot be read: ${(cause as Error).message} (--ca-file, LATEBENCH_CA_FILE)`;
    throw new LateBenchError('LB_CONFIG', message, { cause });
  }
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0) {
    const message = `${path} holds no certificate: give a PEM file (--ca-file, LATEBENCH_CA_FILE)`;
    throw new LateBenchError('LB_CONFIG', message);
  }
  // TLS leaves out, without a word, what it cannot read.
  for (const [place, certificate] of certificates.entries()) {
    try {
      new X509Certificate(certificate);
    } catch (cause) {
      const message = `${path} holds a certificate that cannot be read (number ${place + 1}; --ca-file, LATEBENCH_CA_FILE)`;
      throw new LateBenchError('LB_CONFIG', message, { cause });
    }
  }
  return text;
}

/** Giving any replaces the defaults, so they are named again, with those of NODE_EXTRA_CA_CERTS. */
function trusted(caFile: string | undefined): { readonly ca: string[] } | undefined {
  if (caFile === undefined) return undefined;
  const extra = process.env.NODE_EXTRA_CA_CERTS ?? '';
  return {
    ca: [...rootCertificates, readAuthorities(caFile), ...(extra === '' ? [] : [readAuthorities(extra)])],
  };
}

function throughProxies(options: EnvHttpProxyAgent.Options): Dispatcher | undefined {
  const proxies = proxiesFromEnvironment();
  if (proxies.length === 0) return undefined;
  try {
    return new EnvHttpProxyAgent(options);
  } catch (cause) {
    // The value may hold a password.
    const message = `${proxies.join(', ')}: not the URL of a proxy; give one such as http://proxy.example:3128`;
    throw new LateBenchError('LB_CONFIG', message, { cause });
  }
}

/** `fetch`, through the proxies that the environment names. */
export function proxiedFetch(): typeof fetch {
  const dispatcher = throughProxies({ allowH2: false });
  if (dispatcher === undefined) return fetch;
  return async (input, init) => {
    // Undici's own: that of Node is of another version, which need not take this dispatcher. Few commands need it.
    const { fetch: through } = await import('undici');
    const asked = [input, { ...init, dispatcher }] as unknown as Parameters<typeof through>;
    return (await through(...asked)) as unknown as Response;
  };
}

function dispatcherOf(options: DispatcherOptions, closing: AbortSignal): Dispatcher {
  const { origin, caFile, direct = false, connectTimeoutMs: timeout, reusesReads, ...limits } = options;
  const connect = { ...trusted(caFile), ...(timeout !== undefined && { timeout }), signal: closing };
  const base = { ...limits, allowH2: false, connect };
  const proxied = direct ? undefined : throughProxies({ ...base, requestTls: connect, proxyTls: connect });
  if (proxied !== undefined) return proxied;
  // TLS gives 16 KB at once, of which copies are made.
  const connector =
    reusesReads === true && origin.startsWith('http:')
      ? buildConnector({ ...connect, onread: reusedReads() })
      : pastContinue(buildConnector(connect));
  return new Pool(origin, { ...base, connect: connector });
}

export function openDispatcher(options: DispatcherOptions): OpenDispatcher {
  const closing = new AbortController();
  // Every connection listens.
  setMaxListeners(0, closing.signal);
  const dispatcher = dispatcherOf(options, closing.signal);
  return {
    dispatcher,
    async close() {
      const destroyed = dispatcher.destroy();
      // Undici leaves connections that are being made to their time limit of 10 s.
      closing.abort();
      await destroyed;
    },
  };
}
