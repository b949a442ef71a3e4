// A released version as a folder: every file of the commit that an address names, as the hub lists it.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { HubClient } from '../datasets/hub/client.ts';
import { checkDigest } from '../datasets/hub/digest.ts';
import { fetchFile } from '../datasets/hub/download.ts';
import { parseHubAddress } from '../datasets/hub/hub-address.ts';
import { openSnapshot, ownFiles, repoFolder } from '../datasets/hub/snapshot.ts';
import { LateBenchError } from '../errors.ts';
import { requireManifest } from './dataset-manifest.ts';
import { layout } from './layout.ts';

export interface FetchedRelease {
  /** In the cache. */
  readonly folder: string;
  /** `hf:OWNER/NAME@COMMIT`. */
  readonly name: string;
  /** What the tree has beside the manifest's files, or another version than its tag, in words. */
  readonly problems: readonly string[];
}

/**
 * @param address `hf:OWNER/NAME@VERSION`, or any other revision.
 * @throws LB_INPUT_MISSING where no dataset was released, LB_USAGE for an address of a file.
 */
export async function fetchRelease(client: HubClient, address: string): Promise<FetchedRelease> {
  const { repo, revision, selector } = parseHubAddress(address);
  if (selector !== '') {
    throw new LateBenchError(
      'LB_USAGE',
      `${address}: a release is a whole repository; leave out ${selector}`,
    );
  }
  const snapshot = await openSnapshot(client, { repo, revision });
  const name = `hf:${repo}@${snapshot.commit}`;
  if (!snapshot.files.some(({ path }) => path === layout.manifest)) {
    throw new LateBenchError(
      'LB_INPUT_MISSING',
      `${address}: no dataset was released there (no ${layout.manifest})`,
    );
  }
  const files = ownFiles(snapshot);
  for (const file of files) {
    const path = await fetchFile(client, snapshot, file);
    if ((await checkDigest(path, file, null)) !== 'wrong') continue;
    // The copy in the cache was damaged since it came.
    await rm(path);
    await fetchFile(client, snapshot, file);
  }
  const folder = join(repoFolder(client.settings.cache, repo), snapshot.commit);
  const manifest = await requireManifest(folder);
  const known = new Set([...Object.keys(manifest.files), layout.manifest]);
  const more = files
    .filter(({ path }) => !known.has(path))
    .map(({ path }) => `${path}: is not in the manifest`);
  const isVersion = /^\d+\.\d+\.\d+$/.test(revision);
  const other =
    isVersion && manifest.version !== revision ? [`tag ${revision}: holds version ${manifest.version}`] : [];
  return { folder, name, problems: [...other, ...more] };
}
