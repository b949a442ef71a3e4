// A client of the loopback hub with short waits and a cache of its own, and a file read back from it.
import { readFile } from 'node:fs/promises';
import type { TestContext } from 'node:test';
import { createHubClient, type HubClient, type HubClientOptions } from '../../../src/datasets/hub/client.ts';
import { fetchFile } from '../../../src/datasets/hub/download.ts';
import type { HubSettings } from '../../../src/datasets/hub/hub-settings.ts';
import { openSnapshot } from '../../../src/datasets/hub/snapshot.ts';
import { type ErrorCode, isLateBenchError } from '../../../src/errors.ts';
import type { LoopbackHub } from '../../support/loopback-hub.ts';
import { temporaryFolder } from '../../support/temporary.ts';

export async function clientOf(
  t: TestContext,
  hub: Pick<LoopbackHub, 'url'>,
  settings: Partial<HubSettings> = {},
  options: HubClientOptions = {},
): Promise<HubClient> {
  const cache = settings.cache ?? (await temporaryFolder(t));
  return createHubClient(
    { endpoint: hub.url, token: undefined, offline: false, maxRetries: 3, ...settings, cache },
    {
      ...options,
      timings: { firstBackoffMs: 1, maxBackoffMs: 5, headersMs: 300, idleMs: 300, ...options.timings },
    },
  );
}

export async function fetchNamed(
  client: HubClient,
  repo: string,
  path: string,
  revision = 'main',
): Promise<Buffer> {
  const snapshot = await openSnapshot(client, { repo, revision });
  const file = snapshot.files.find((found) => found.path === path);
  if (file === undefined) throw new Error(`${path} is not listed`);
  return readFile(await fetchFile(client, snapshot, file));
}

export function hasCode(code: ErrorCode, words: RegExp): (error: unknown) => boolean {
  return (error) => {
    if (!isLateBenchError(error)) return false;
    if (error.code === code && words.test(error.message)) return true;
    throw new Error(`${error.code}: ${error.message}, not ${code} ${words}`);
  };
}
