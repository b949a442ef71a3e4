// The version that a build adds to: the one in the dataset's folder, or one that is named. A copy of its records is kept with the build, so
// that the new version can be built again, to the same bytes, after it has taken its place.
import { constants, copyFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LateBenchError } from '../errors.ts';
import { readInput } from '../storage/input.ts';
import { createFolder } from '../storage/make-folder.ts';
import { readTextIfPresent } from '../storage/read-text.ts';
import { checkFileOf, type DatasetManifest, readManifest, requireManifest } from './dataset-manifest.ts';
import { buildFolder, layout } from './layout.ts';
import type { PublishedRecord } from './publication.ts';
import { type IndexEntry, readIndex } from './record-index.ts';
import { type Split, splits } from './splits.ts';
import { isLaterVersion } from './version-order.ts';

export interface EarlierVersion {
  readonly manifest: DatasetManifest;
  /** By record id, in the order of the index. */
  readonly entries: ReadonlyMap<string, IndexEntry>;
  readonly splitOfFamily: ReadonlyMap<string, Split>;
  readonly changelog: string | null;
  /** As they were published: split by split, in the order of their files. */
  records(): AsyncGenerator<PublishedRecord>;
}

interface Place {
  readonly folder: string;
  readonly manifest: DatasetManifest;
}

function asideFolder(folder: string): string {
  return join(buildFolder(folder), 'earlier');
}

const isSameContent = (
  one: Pick<DatasetManifest, 'version' | 'content_sha256'>,
  other: Pick<DatasetManifest, 'version' | 'content_sha256'>,
): boolean => one.version === other.version && one.content_sha256 === other.content_sha256;

/** The version that was named, where the folder holds none or has it already. */
async function namedPlace(folder: string, version: string, base: string): Promise<Place> {
  const manifest = await requireManifest(base);
  if (manifest.version === version) {
    throw new LateBenchError('LB_USAGE', `${base} holds version ${version} itself: raise \`version\``);
  }
  const present = await readManifest(folder);
  const on = present?.version === version ? present.base : present;
  if (present === null || (on != null && isSameContent(on, manifest))) return { folder: base, manifest };
  throw new LateBenchError(
    'LB_USAGE',
    `${folder} holds version ${present.version}, which is not built on version ${manifest.version} of ${base}: ` +
      'leave out the base, or write to another folder',
  );
}

async function placeOf(folder: string, version: string, base: string | undefined): Promise<Place | null> {
  if (base !== undefined) return namedPlace(folder, version, base);
  const present = await readManifest(folder);
  if (present === null) return null;
  if (isLaterVersion(present.version, version)) {
    const message = `${folder} holds version ${present.version}, which is later than ${version}: raise \`version\` above it, or write to another folder`;
    throw new LateBenchError('LB_CONFIG', message);
  }
  const aside = await readManifest(asideFolder(folder));
  // The same version again is built on what it was built on.
  const on = present.version === version ? (present.base ?? null) : present;
  if (on === null) return null;
  if (aside !== null && isSameContent(aside, on)) return { folder: asideFolder(folder), manifest: aside };
  if (on === present) return { folder, manifest: present };
  throw new LateBenchError(
    'LB_INPUT_MISSING',
    `${folder} holds version ${version}, which was built on ${on.version}, and ${asideFolder(folder)} does not hold that: ` +
      'raise `version` to build on the existing records',
  );
}

function recordFiles({ files }: DatasetManifest): readonly string[] {
  return splits.map(layout.jsonl).filter((path) => path in files);
}

/** What of the version is needed, checked against its manifest on the way. */
async function keepAside({ folder, manifest }: Place, aside: string): Promise<void> {
  const unfinished = `${aside}.new`;
  await rm(unfinished, { recursive: true, force: true });
  const paths = [layout.index, layout.changelog, ...recordFiles(manifest)].filter(
    (path) => path in manifest.files,
  );
  for (const path of [...paths, layout.manifest]) {
    await checkFileOf({ folder, manifest }, path);
    await createFolder(dirname(join(unfinished, path)));
    await copyFile(join(folder, path), join(unfinished, path), constants.COPYFILE_FICLONE);
  }
  await rm(aside, { recursive: true, force: true });
  await rename(unfinished, aside);
}

/**
 * Null for a first version.
 *
 * @param version The version that is to be built.
 * @param dry Nothing is written: no copy is kept.
 * @param base Folder of the version to build on, where `folder` holds none.
 * @throws LB_INPUT_MISSING when the same version is built again and what it was built on is gone, or the base holds no
 * dataset; LB_USAGE when the folder holds a version that is not built on the base.
 */
export async function openEarlierVersion(
  folder: string,
  version: string,
  { dry, base }: { readonly dry: boolean; readonly base?: string | undefined },
): Promise<EarlierVersion | null> {
  const place = await placeOf(folder, version, base);
  if (place === null) return null;
  const aside = asideFolder(folder);
  if (!dry && place.folder !== aside) await keepAside(place, aside);
  const from = dry ? place.folder : aside;
  const entries = await readIndex(join(from, layout.index));
  const onBad = ({ message }: { message: string }): never => {
    throw new LateBenchError('LB_INPUT_READ', `${from}: ${message}; the dataset is damaged`);
  };
  return {
    manifest: place.manifest,
    entries,
    splitOfFamily: new Map([...entries.values()].map(({ family, split }) => [family, split])),
    changelog: (await readTextIfPresent(join(from, layout.changelog))) ?? null,
    async *records() {
      for (const path of recordFiles(place.manifest)) {
        for await (const rows of readInput(join(from, path), { onBad }))
          yield* rows as unknown as PublishedRecord[];
      }
    },
  };
}
