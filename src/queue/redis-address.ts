// Addresses of Redis: one server, a master that Sentinels name, or a cluster. What is wrong with an address is said
// here, without the name and password in it.
import { LateBenchError } from '../errors.ts';

export interface RedisHost {
  readonly host: string;
  readonly port: number;
}

export interface RedisLogin {
  readonly username?: string;
  readonly password?: string;
}

interface Common {
  /** As it may be shown: without names, passwords and parameters. */
  readonly shown: string;
  readonly tls: boolean;
  readonly login: RedisLogin;
}

export type RedisAddress =
  | (Common & { readonly kind: 'server'; readonly url: string })
  | (Common & {
      readonly kind: 'sentinel';
      /** Of the Sentinels. */
      readonly hosts: readonly RedisHost[];
      /** The master's, as the Sentinels call it. */
      readonly name: string;
      readonly db: number;
      /** What the Sentinels themselves want. */
      readonly sentinelLogin: RedisLogin;
    })
  | (Common & { readonly kind: 'cluster'; readonly hosts: readonly RedisHost[] });

const forms =
  'redis://HOST:6379, redis+sentinel://HOST:26379,HOST:26379/NAME or redis+cluster://HOST:7000,HOST:7000';
const form = /^redis(s?)(?:\+(sentinel|cluster))?:\/\/(?:(.*)@)?([^/?@]*)(?:\/([^?]*))?(?:\?(.*))?$/s;
const defaultPorts = { sentinel: 26_379, cluster: 6379 };
const sentinelParameters = ['sentinel_username', 'sentinel_password'];

/** An address without what may be secret in it. */
function withoutSecrets(url: string): string {
  return url.replace(/^.*@/s, '').replace(/\?.*$/s, '');
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    // A password with a per cent sign that is not an escape.
    return text;
  }
}

function login(username: string | undefined, password: string | undefined): RedisLogin {
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  };
}

/** Of `USER:PASSWORD`, either of which may be missing. */
function loginOf(text = ''): RedisLogin {
  const colon = text.indexOf(':');
  return colon === -1
    ? login(decoded(text), undefined)
    : login(decoded(text.slice(0, colon)), decoded(text.slice(colon + 1)));
}

/** ioredis decodes name and password itself, and fails at a per cent sign that is no escape. */
function encodedLogin(url: string, user: string | undefined, { username, password }: RedisLogin): string {
  if (user === undefined || !user.includes('%')) return url;
  const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`;
  return url.replace(user, () => encodeURIComponent(username ?? '') + secret);
}

/**
 * @throws LB_CONFIG for an address that is none, with what it lacks
 */
export function parseRedisAddress(url: string): RedisAddress {
  const bad = (why: string): never => {
    throw new LateBenchError('LB_CONFIG', `--redis ${withoutSecrets(url)}: ${why}`);
  };
  const parts = form.exec(url);
  if (parts === null) return bad(`give an address such as ${forms}`);
  const [, secure, kind, user, list = '', path = '', query] = parts;
  const common = { tls: secure === 's', login: loginOf(user) };
  if (kind === undefined) {
    if (list.includes(','))
      return bad('several hosts are Sentinels (redis+sentinel://…/NAME) or a cluster (redis+cluster://…)');
    if (!URL.canParse(url)) return bad(`give an address such as ${forms}`);
    if (!/^\d*$/.test(path)) return bad(`the database is a number, such as redis://${list}/0`);
    return {
      ...common,
      kind: 'server',
      url: encodedLogin(url, user, common.login),
      shown: new URL(url).host,
    };
  }
  const type = kind as 'sentinel' | 'cluster';
  const hosts = list.split(',').map((text): RedisHost => {
    const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]*))(?::(\d+))?$/.exec(text.trim()) ?? [];
    const host = bracketed ?? plain;
    const number = port === undefined ? defaultPorts[type] : Number(port);
    if (host === undefined || host === '' || number < 1 || number > 65_535)
      return bad(`"${text}" is not a host; give HOST:PORT,HOST:PORT`);
    return { host, port: number };
  });
  const parameters = new URLSearchParams(query);
  for (const key of parameters.keys()) {
    if (type === 'cluster') return bad(`a cluster's address has no parameters (${key})`);
    if (!sentinelParameters.includes(key))
      return bad(`${key} is not a parameter; there are ${sentinelParameters.join(' and ')}`);
  }
  const shown = hosts.map(shownHost).join(',');
  if (type === 'cluster') {
    if (path !== '') return bad(`a cluster has no databases and no name: leave "/${path}" out`);
    return { ...common, kind: 'cluster', hosts, shown };
  }
  const [, name = '', db = '0'] = /^([^/]*)(?:\/(.*))?$/s.exec(path)!;
  if (name === '') return bad(`name the master that the Sentinels watch: redis+sentinel://${shown}/NAME`);
  if (!/^\d+$/.test(db)) return bad(`the database is a number, such as /${name}/0`);
  const given = (key: string): string | undefined => parameters.get(key) ?? undefined;
  const sentinelLogin = login(given('sentinel_username'), given('sentinel_password'));
  const master = decoded(name)!;
  return { ...common, kind: 'sentinel', hosts, name: master, db: Number(db), sentinelLogin, shown };
}

export function shownHost({ host, port }: RedisHost): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Whether all keys of a run must be in one slot. */
export function isClusterAddress(url: string): boolean {
  return parseRedisAddress(url).kind === 'cluster';
}
