// How the connections of an endpoint are opened: directly, or through the proxy that the environment names
// (HTTP_PROXY, HTTPS_PROXY and NO_PROXY, lower-case names first, as curl and undici read them).
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { LateBenchError } from '../errors.ts';

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
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  const message = `${path} holds no certificate: give a PEM file (--ca-file, LATEBENCH_CA_FILE)`;
  throw new LateBenchError('LB_CONFIG', message);
}

/** Giving any replaces the defaults, so they are named again, with those of NODE_EXTRA_CA_CERTS. */
function trusted(caFile: string | undefined): { readonly ca: string[] } | undefined {
  if (caFile === undefined) return undefined;
  const extra = process.env.NODE_EXTRA_CA_CERTS ?? '';
  return {
    ca: [...rootCertificates, readAuthorities(caFile), ...(extra === '' ? [] : [readAuthorities(extra)])],
  };
}

export function openDispatcher(options: DispatcherOptions): Dispatcher {
  const { origin, caFile, direct = false, connectTimeoutMs: timeout, ...limits } = options;
  const authorities = trusted(caFile);
  const asked = authorities !== undefined || timeout !== undefined;
  const tls = asked ? { ...authorities, ...(timeout !== undefined && { timeout }) } : undefined;
  const base = { ...limits, allowH2: false, ...(tls && { connect: tls }) };
  const proxies = direct ? [] : proxiesFromEnvironment();
  if (proxies.length === 0) return new Pool(origin, base);
  try {
    return new EnvHttpProxyAgent({ ...base, ...(tls && { requestTls: tls, proxyTls: tls }) });
  } catch (cause) {
    // The value may hold a password.
    const message = `${proxies.join(', ')}: not the URL of a proxy; give one such as http://proxy.example:3128`;
    throw new LateBenchError('LB_CONFIG', message, { cause });
  }
}
