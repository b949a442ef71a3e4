// By which names a local server may be called: a page of another site that rebinds its own name to loopback still sends
// that name, and is turned away.
import { isIP } from 'node:net';

/** The names of loopback, without ports. */
export const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]'] as const;

/** A server as its callers know it. */
export interface ServedNames {
  /** Host names, without ports, by which the server may be called. */
  readonly hosts: ReadonlySet<string>;
  /** Bound to every address: then any address is a good name, no other name is. */
  readonly anyAddress: boolean;
  port: number;
}

/** Whether the Host header of a request names this server. */
export function isServedName(host: string | undefined, { hosts, anyAddress, port }: ServedNames): boolean {
  const [, name, given] = /^(\[[0-9a-f:]+\]|[^:]+)(?::(\d+))?$/i.exec(host ?? '') ?? [];
  if (name === undefined || Number(given ?? 80) !== port) return false;
  return hosts.has(name.toLowerCase()) || (anyAddress && isIP(name.replace(/^\[|\]$/g, '')) !== 0);
}
