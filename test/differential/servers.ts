// The servers of one case and one version: a fresh simulation behind the recording proxy and, where the case needs
// them, a Redis and a hub.
import { join } from 'node:path';
import { startSimulator } from '../../src/simulator/server.ts';
import { type LoopbackHub, startLoopbackHub } from '../support/loopback-hub.ts';
import { sha256 } from '../support/loopback-hub-store.ts';
import { startRedis } from '../support/redis.ts';
import type { Case } from './case.ts';
import type { Setting } from './play.ts';

export interface Servers {
  readonly placeholders: Readonly<Record<string, string>>;
  readonly hub: LoopbackHub | undefined;
  close(): Promise<void>;
}

export async function startServers(
  one: Case,
  { proxy, version, data }: Pick<Setting, 'proxy' | 'version' | 'data'>,
): Promise<Servers> {
  const endings: (() => unknown)[] = [];
  const simulator = await startSimulator({ ...one.endpoint });
  endings.push(() => simulator.close());
  proxy.reset(simulator.url);
  const redis = one.needs?.includes('redis') === true ? await startRedis() : undefined;
  if (redis !== undefined) endings.push(() => redis.close());
  const hub = one.needs?.includes('hub')
    ? await startLoopbackHub({ after: (ending) => void endings.push(ending as () => unknown) })
    : undefined;
  return {
    placeholders: {
      '{endpoint}': proxy.url,
      '{samples}': join(version.root, 'data', 'samples'),
      '{package}': version.root,
      '{data}': data ?? '',
      '{redis}': redis?.url ?? '',
      '{hub}': hub?.url ?? '',
      '{hubToken}': hub?.token ?? '',
    },
    hub,
    async close() {
      for (const end of endings.reverse()) await end();
    },
  };
}

/** Requests with their authorization, and the files of each branch. */
export function observeHub({ requests, repos }: LoopbackHub): string {
  const seen = requests.map(({ line, authorization }) => `${line} [${authorization ?? ''}]`).sort();
  const held = [...repos.values()].flatMap((repo) =>
    [...repo.refs].flatMap(([ref, commit]) =>
      [...(repo.commits.get(commit) ?? [])].map(
        ([path, { bytes }]) =>
          `${repo.name}@${ref}${repo.private ? ' (private)' : ''} ${path} ${sha256(bytes)}`,
      ),
    ),
  );
  return [...seen, ...held.sort()].join('\n');
}
