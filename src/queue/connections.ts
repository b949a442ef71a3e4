// The connections of this process to each Redis, and whether one of them is lost: a run may have several, and each may
// be refused while others are open.
import type { RedisClient } from './redis.ts';

/** Why connections are lost, from the first that is until all are open again. */
export type Outage = Set<string>;

/** Told each reason of an outage once. */
export type OnLost = (reason: string, outage: Outage) => void;

interface Connections {
  readonly open: Set<RedisClient>;
  readonly listeners: Set<OnLost>;
  outage: Outage;
}

const known = new Map<string, Connections>();

function of(url: string): Connections {
  const found = known.get(url) ?? { open: new Set(), listeners: new Set(), outage: new Set() };
  known.set(url, found);
  return found;
}

function forgetIfUnused(url: string): void {
  const { open, listeners } = of(url);
  if (open.size === 0 && listeners.size === 0) known.delete(url);
}

/** What an error of a client says: that of a cluster names the last node's. */
function reasonOf(error: Error & { readonly lastNodeError?: Error }): string {
  const { message } = error.lastNodeError ?? error;
  return message === '' ? 'connection refused' : message;
}

/** Counts a connection in until it ends. */
export function noteConnection(url: string, client: RedisClient): void {
  const { open, listeners } = of(url);
  open.add(client);
  const lost = (reason: string): void => {
    const { outage } = of(url);
    if (outage.has(reason) || !open.has(client)) return;
    outage.add(reason);
    for (const tell of listeners) tell(reason, outage);
  };
  client.on('error', (error: Error) => lost(reasonOf(error)));
  // A server that takes no more clients may hang up without an error of the client's.
  client.on('reconnecting', () => lost('it closed the connection'));
  const settled = (): void => {
    const all = [...open].every(({ status }) => status === 'ready' || status === 'wait');
    if (all) of(url).outage = new Set();
  };
  client.on('ready', settled);
  client.on('end', () => {
    open.delete(client);
    settled();
    forgetIfUnused(url);
  });
}

/** Also told of what is lost already. Returns what ends it. */
export function onLost(url: string, tell: OnLost): () => void {
  const { listeners, outage } = of(url);
  listeners.add(tell);
  for (const reason of outage) tell(reason, outage);
  return () => {
    listeners.delete(tell);
    forgetIfUnused(url);
  };
}
