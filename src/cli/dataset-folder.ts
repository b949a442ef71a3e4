// A dataset that a command names: a folder, or a version on the hub, which is fetched whole into the cache.
import { isHubAddress } from '../datasets/hub/hub-address.ts';
import { openHub } from '../executor/hub.ts';
import type { Call } from './command.ts';
import { configOf } from './command-config.ts';
import { watchSignals } from './signals.ts';

export interface NamedDataset {
  readonly folder: string;
  /** For messages: the folder, or the address with its commit. */
  readonly name: string;
  /** What is wrong with the tree on the hub, in words. */
  readonly problems: readonly string[];
}

/** @throws LB_INPUT_MISSING where a revision of the hub holds no dataset; a folder is not looked into. */
export async function namedDataset(call: Call, name: string): Promise<NamedDataset> {
  if (!isHubAddress(name)) return { folder: name, name, problems: [] };
  const { fetchRelease } = await import('../publish/fetch-release.ts');
  const say = (line: string): void => call.say(`latebench ${call.command.name}: ${line}`);
  const watch = watchSignals({ say: () => {} });
  try {
    return await fetchRelease(openHub(configOf(call), { signal: watch.stopReading, say }), name);
  } finally {
    watch.dispose();
  }
}
