// What changed between two versions of a dataset, by record: from their indexes alone, without reading a text.

import { join } from 'node:path';
import { checkText } from '../records/wrong-argument.ts';
import { checkFileOf, type DatasetManifest, requireManifest } from './dataset-manifest.ts';
import { layout } from './layout.ts';
import { type IndexEntry, readIndex } from './record-index.ts';

export interface RecordChange {
  readonly id: string;
  /** Its earlier and its present split, where they differ. */
  readonly split: readonly [string, string] | null;
  readonly part: readonly [string, string] | null;
}

/** The differences between two versions of a dataset, by record id. */
export interface DatasetDiff {
  /** The earlier version and its number of records. */
  readonly from: { readonly version: string; readonly records: number };
  /** The later version and its number of records. */
  readonly to: { readonly version: string; readonly records: number };
  /** Ids of records that only the later version has. */
  readonly added: readonly string[];
  /** Ids of records that only the earlier version has. */
  readonly removed: readonly string[];
  /** Records of both versions with other contents, and the fields that differ. */
  readonly changed: readonly RecordChange[];
  /** Families that moved into or out of the test split: earlier results may be invalid. */
  readonly moved_over_test: readonly string[];
}

/** What changed, without the versions' names. */
export type VersionDiff = Omit<DatasetDiff, 'from' | 'to'>;

function pairOf(before: string, after: string): readonly [string, string] | null {
  return before === after ? null : [before, after];
}

export function diffIndexes(
  before: ReadonlyMap<string, IndexEntry>,
  after: ReadonlyMap<string, IndexEntry>,
): VersionDiff {
  const added = [...after.keys()].filter((id) => !before.has(id));
  const removed = [...before.keys()].filter((id) => !after.has(id));
  const changed = [...after].flatMap(([id, now]): RecordChange[] => {
    const old = before.get(id);
    if (old === undefined || old.sha256 === now.sha256) return [];
    return [{ id, split: pairOf(old.split, now.split), part: pairOf(old.part, now.part) }];
  });
  const splitOfFamily = new Map([...before.values()].map(({ family, split }) => [family, split]));
  const moved = new Set<string>();
  for (const { family, split } of after.values()) {
    const old = splitOfFamily.get(family);
    if (old !== undefined && old !== split && (old === 'test' || split === 'test')) moved.add(family);
  }
  return { added, removed, changed, moved_over_test: [...moved] };
}

/**
 * Compares two versions of a dataset by record id. It holds the index of both in memory: about 600 bytes a record.
 *
 * @param from Folder of the earlier version.
 * @param to Folder of the later version.
 * @throws LB_INPUT_MISSING where a folder holds no dataset, LB_INPUT_READ for an index that is
 * damaged or not that of its manifest.
 * @example
 * const { added, removed, changed } = await diffDatasets('late-errors-1', 'late-errors-2');
 */
export async function diffDatasets(from: string, to: string): Promise<DatasetDiff> {
  for (const folder of [from, to]) checkText('diffDatasets', 'the folder of a dataset', folder);
  const [older, newer] = [await requireManifest(from), await requireManifest(to)];
  const before = await checkedIndex(from, older);
  const after = await checkedIndex(to, newer);
  return {
    from: { version: older.version, records: before.size },
    to: { version: newer.version, records: after.size },
    ...diffIndexes(before, after),
  };
}

/** The index that the version was published with: records would be missing from another. */
async function checkedIndex(folder: string, manifest: DatasetManifest): Promise<Map<string, IndexEntry>> {
  await checkFileOf({ folder, manifest }, layout.index);
  return readIndex(join(folder, layout.index));
}

/** Lines for people: every record that was removed or changed, and `maxAdded` names at most of those that were added. */
export function diffLines(diff: VersionDiff, maxAdded = Number.POSITIVE_INFINITY): string[] {
  const listed = (title: string, names: readonly string[], max = names.length): string[] => {
    if (names.length === 0) return [];
    const more = names.length > max ? [`  … and ${names.length - max} more`] : [];
    return [`${title}: ${names.length}`, ...names.slice(0, max).map((name) => `  ${name}`), ...more];
  };
  const change = ({ id, split, part }: RecordChange): string =>
    [id, split === null ? '' : `${split[0]} -> ${split[1]}`, part === null ? '' : `${part[0]} -> ${part[1]}`]
      .filter((text) => text !== '')
      .join(', ');
  const lines = [
    ...listed('added', diff.added, maxAdded),
    ...listed('removed', diff.removed),
    ...listed('changed', diff.changed.map(change)),
    ...listed('families that moved into or out of test', diff.moved_over_test),
  ];
  return lines.length === 0 ? ['no record differs'] : lines;
}
