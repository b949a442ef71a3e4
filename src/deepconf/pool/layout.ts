// The layout of a pool's folder. Part k of a problem holds its samples 128k to 128k + 127 (fewer in the last part, and
// where a range file has the first of them; more in parts that versions up to 0.1 have joined). A range file, which
// `pool compact` makes, holds samples of many problems.
import { join } from 'node:path';
import { sha256Hex } from '../../records/identity.ts';

export const partSamples = 128;

/** The sides of a pool: voting needs `core` alone. */
export type Side = 'core' | 'top';

/** The sides that a pool has, in the order in which they are written. */
export function sidesOf({ keep_top }: { readonly keep_top: boolean }): readonly Side[] {
  return keep_top ? ['top', 'core'] : ['core'];
}

export function settingsPath(pool: string): string {
  return join(pool, 'pool.json');
}

export function problemsPath(pool: string): string {
  return join(pool, 'problems.parquet');
}

export function manifestPath(pool: string): string {
  return join(pool, 'manifest.jsonl');
}

/** What has been committed since the manifest was written. */
export function segmentsPath(pool: string): string {
  return join(pool, 'manifest');
}

/** The manifest of versions that wrote it as one document. */
export function oldManifestPath(pool: string): string {
  return join(pool, 'manifest.json');
}

/** Where scores of other origin than the logprobs are, one file a name. */
export function scoresFolder(pool: string): string {
  return join(pool, 'scores');
}

export function scoresPath(pool: string, name: string): string {
  return join(scoresFolder(pool), `${name}.parquet`);
}

/** File systems take names of 255 bytes. */
const maxNameLength = 200;

/** `problem_id=aime%2F7`: a Hive partition, its value URL-encoded; a hash where that would be too long. */
export function problemFolder(problemId: string): string {
  // encodeURIComponent leaves `.` and `*` alone, which file systems and globs do not.
  const encoded = encodeURIComponent(problemId).replaceAll('.', '%2E').replaceAll('*', '%2A');
  return `problem_id=${encoded.length > maxNameLength ? sha256Hex(problemId).slice(0, 32) : encoded}`;
}

export function sidePath(pool: string, side: Side, problemId: string): string {
  return join(pool, side, problemFolder(problemId));
}

export function partName(part: number): string {
  return `part-${String(part).padStart(6, '0')}.parquet`;
}

/** The number of the part of that name; undefined for any other file. */
export function partOfName(name: string): number | undefined {
  const match = /^part-(\d{6})\.parquet$/.exec(name);
  return match === null ? undefined : Number(match[1]);
}

export function partPath(pool: string, side: Side, problemId: string, part: number): string {
  return join(sidePath(pool, side, problemId), partName(part));
}

export function rangeName(range: number): string {
  return `range-${String(range).padStart(6, '0')}.parquet`;
}

/** The number of the range file of that name, also under its hidden name; undefined for any other file. */
export function rangeOfName(name: string): number | undefined {
  const match = /^\.?range-(\d{6,})\.parquet$/.exec(name);
  return match === null ? undefined : Number(match[1]);
}

export function rangePath(pool: string, side: Side, range: number): string {
  return join(pool, side, rangeName(range));
}

/** Where a whole range file waits until what it takes the place of is gone: no glob sees it. */
export function hiddenRangePath(pool: string, side: Side, range: number): string {
  return join(pool, side, `.${rangeName(range)}`);
}
