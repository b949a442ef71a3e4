// Releases a version of a dataset on the hub: the branch becomes the files of its manifest and nothing else, in one
// commit, and the version's tag names that commit. What is there already is compared first: a version that is released
// stays what it is, and no problem changes its split unseen.

import { join } from 'node:path';
import type { HubClient } from '../datasets/hub/client.ts';
import { checkDigest } from '../datasets/hub/digest.ts';
import { fetchFile } from '../datasets/hub/download.ts';
import { type PushFile, preparePush, push } from '../datasets/hub/push.ts';
import { openSnapshot, ownFiles, type Snapshot } from '../datasets/hub/snapshot.ts';
import { makeTag, snapshotIfThere } from '../datasets/hub/tags.ts';
import { isLateBenchError, LateBenchError } from '../errors.ts';
import { nameList } from '../records/name-list.ts';
import { formatCounted } from '../report/format.ts';
import { type DatasetManifest, manifestAt, requireManifest } from './dataset-manifest.ts';
import { layout } from './layout.ts';
import { type IndexEntry, readIndex } from './record-index.ts';
import { isLaterVersion } from './version-order.ts';

export interface ReleasePlan {
  readonly repo: string;
  readonly branch: string;
  /** Of the dataset. */
  readonly folder: string;
  /** The files of its manifest, and the manifest. */
  readonly files: readonly PushFile[];
  readonly create: boolean;
  readonly private: boolean;
  readonly title: string;
  /** Files that no release of this dataset put there may be deleted. */
  readonly replace: boolean;
}

export interface Released {
  readonly commit: string;
  readonly url: string;
  readonly tag: string;
  readonly sent: number;
  readonly deleted: readonly string[];
}

interface Present {
  readonly manifest: DatasetManifest;
  readonly index: ReadonlyMap<string, IndexEntry>;
}

/** The release that the branch holds; null where it holds none. */
async function presentOn(client: HubClient, snapshot: Snapshot): Promise<Present | null> {
  const listed = (path: string) => snapshot.files.find((file) => file.path === path);
  const [manifestFile, indexFile] = [listed(layout.manifest), listed(layout.index)];
  if (manifestFile === undefined || indexFile === undefined) return null;
  const manifest = await manifestAt(await fetchFile(client, snapshot, manifestFile)).catch(() => null);
  if (manifest === null) return null;
  return { manifest, index: await readIndex(await fetchFile(client, snapshot, indexFile)) };
}

async function differing(files: readonly PushFile[], { files: listed }: Snapshot): Promise<PushFile[]> {
  const byPath = new Map(listed.map((file) => [file.path, file]));
  const others: PushFile[] = [];
  for (const file of files) {
    const there = byPath.get(file.path);
    if (there === undefined || (await checkDigest(file.local, there, null)) !== 'right') others.push(file);
  }
  return others;
}

/** Families that are in another split than before, with the names of their splits. */
function movedFamilies(
  before: ReadonlyMap<string, IndexEntry>,
  after: ReadonlyMap<string, IndexEntry>,
): string[] {
  const splitOf = new Map([...before.values()].map(({ family, split }) => [family, split]));
  const moved: string[] = [];
  for (const { id, family, split } of after.values()) {
    const old = before.get(id)?.split ?? splitOf.get(family);
    if (old !== undefined && old !== split) moved.push(`${id} (${old} -> ${split})`);
  }
  return moved;
}

function refusal(message: string): LateBenchError {
  return new LateBenchError('LB_OUTPUT', message);
}

/** Throws where the version contradicts the one that the branch holds. */
async function checkFollows(manifest: DatasetManifest, folder: string, present: Present): Promise<void> {
  const { version } = manifest;
  const last = present.manifest.version;
  if (last === version) {
    throw refusal(`version ${version} is released with other files: raise \`version\` in the spec`);
  }
  if (!isLaterVersion(version, last)) {
    throw refusal(`version ${last} is released, and ${version} is not later: raise \`version\` in the spec`);
  }
  if ((manifest.rebalanced ?? []).some((chosenAnew) => isLaterVersion(chosenAnew, last))) return;
  const moved = movedFamilies(present.index, await readIndex(join(folder, layout.index)));
  if (moved.length === 0) return;
  throw refusal(
    `${formatCounted(moved.length, 'problem')} of version ${last} ${moved.length === 1 ? 'is' : 'are'} in another split now: ${nameList(moved, 3)}. ` +
      'Results on the two versions would contradict each other. Build in the folder that holds the released version ' +
      'or with --base, which keep its splits, or with --rebalance, which says in the changelog what moved',
  );
}

/** Throws where files would be deleted that no release of this dataset put there. */
function checkDeletes(
  deleted: readonly string[],
  present: Present | null,
  plan: ReleasePlan,
  name: string,
): void {
  if (deleted.length === 0 || plan.replace) return;
  if (present?.manifest.name === name) return;
  const what =
    present === null
      ? 'has files that are not part of a release'
      : `has the release ${present.manifest.name}`;
  throw new LateBenchError(
    'LB_USAGE',
    `${plan.repo} ${what}: ${nameList(deleted, 5)}. A release is the whole branch: --replace deletes them, or name another --repo`,
  );
}

/** Throws where the hub does not know the version's commit by its tag then. */
async function tagCommit(
  client: HubClient,
  named: { readonly repo: string; readonly commit: string; readonly tag: string; readonly message: string },
): Promise<void> {
  const { repo, commit, tag } = named;
  const rest = (error: LateBenchError): LateBenchError =>
    new LateBenchError(
      error.code,
      `commit ${commit} of ${repo} has the files of version ${tag}, but perhaps not its tag: ${error.message}; run the command again`,
      { cause: error },
    );
  try {
    await makeTag(client, named);
    const there = await snapshotIfThere(client, { repo, revision: tag });
    if (there?.commit === commit) return;
  } catch (error) {
    throw isLateBenchError(error) ? rest(error) : error;
  }
  throw rest(new LateBenchError('LB_HUB_REPLY', 'the hub says that it made the tag, and does not have it'));
}

/** Pushing what is released already changes nothing. */
export async function release(
  client: HubClient,
  plan: ReleasePlan,
  say: (line: string) => void,
): Promise<Released> {
  const { repo, branch, folder, files } = plan;
  const manifest = await requireManifest(folder);
  const tag = manifest.version;
  await preparePush(client, plan, say);
  const snapshot = await openSnapshot(client, { repo, revision: branch });
  const paths = new Set(files.map(({ path }) => path));
  const sent = await differing(files, snapshot);
  const deleted = ownFiles(snapshot).flatMap(({ path }) => (paths.has(path) ? [] : [path]));
  const tagged = await snapshotIfThere(client, { repo, revision: tag });
  const url = (commit: string): string => `${client.settings.endpoint}/datasets/${repo}/tree/${commit}`;
  let { commit } = snapshot;
  if (sent.length > 0 || deleted.length > 0) {
    const present = await presentOn(client, snapshot);
    if (present?.manifest.name === manifest.name) await checkFollows(manifest, folder, present);
    if (tagged !== undefined) {
      throw refusal(
        `version ${tag} of ${repo} is released (commit ${tagged.commit}): raise \`version\` in the spec`,
      );
    }
    checkDeletes(deleted, present, plan, manifest.name);
    const { title, create } = plan;
    const pushed = await push(
      client,
      {
        repo,
        branch,
        create,
        private: plan.private,
        title,
        files: sent,
        whole: files,
        deleted,
        parent: commit,
      },
      say,
    );
    commit = pushed.commit;
  } else say(`${branch} holds version ${tag} already`);
  if (tagged === undefined) await tagCommit(client, { repo, commit, tag, message: plan.title });
  else if ((await differing(files, tagged)).length > 0) {
    throw refusal(`version ${tag} of ${repo} is released with other files (commit ${tagged.commit})`);
  }
  return { commit, url: url(commit), tag, sent: sent.length, deleted };
}
