// Whether the version that a folder holds can be built again with a spec: found before the first call, not once all of them
// are paid for.
import { isDeepStrictEqual } from 'node:util';
import { LateBenchError } from '../errors.ts';
import { nameList } from '../records/name-list.ts';
import { readManifest } from './dataset-manifest.ts';
import type { SourceFacts } from './sources.ts';
import type { DatasetSpec } from './spec.ts';

/** Fields of a spec that decide nothing about the records. */
const describing = new Set(['about', 'authors', 'citation', 'limits', 'endpoint', 'critics', 'tellLimit']);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where two values differ, in what both have: an earlier version of the tool knew fewer fields. */
function differ(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return !isDeepStrictEqual(one, other);
  return Object.keys(one).some((key) => Object.hasOwn(other, key) && differ(one[key], other[key]));
}

/** @throws LB_OUTPUT where the folder holds the version, and its spec had other records. */
export async function checkSameVersion(folder: string, spec: DatasetSpec): Promise<void> {
  const present = await readManifest(folder);
  if (present?.version !== spec.version) return;
  const now = JSON.parse(JSON.stringify(spec)) as Record<string, unknown>;
  const changed = Object.keys(now).filter(
    (key) => !describing.has(key) && key in present.spec && differ(now[key], present.spec[key]),
  );
  if (changed.length === 0) return;
  throw new LateBenchError(
    'LB_OUTPUT',
    `${folder} holds version ${spec.version}, which was built with other values of ${nameList(changed)}: raise \`version\` in the spec, or write to another folder`,
  );
}

/** The bytes of a source, or of each of its files. */
function bytesOf({ sha256, files }: SourceFacts): unknown {
  return files === undefined ? sha256 : files.map((file) => file.sha256);
}

/** @throws LB_OUTPUT where the folder holds the version, and a source was another file then; once all sources are read. */
export async function checkSameSources(
  folder: string,
  version: string,
  sources: readonly SourceFacts[],
): Promise<void> {
  const present = await readManifest(folder);
  if (present?.version !== version) return;
  const before = new Map(present.sources.map((facts) => [facts.source, facts as unknown as SourceFacts]));
  for (const now of sources) {
    const then = before.get(now.source);
    if (then === undefined || isDeepStrictEqual(bytesOf(now), bytesOf(then))) continue;
    throw new LateBenchError(
      'LB_OUTPUT',
      `${folder} holds version ${version}, and ${now.source} has changed since: raise \`version\` in the spec, or write to another folder`,
    );
  }
}
