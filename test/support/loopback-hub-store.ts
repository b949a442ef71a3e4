// What the loopback hub holds: repositories, their branches and commits, and large files by their hash.
import { createHash } from 'node:crypto';

export interface StoredFile {
  readonly bytes: Buffer;
  /** Kept in large-file storage, as Parquet and other binary files are on a real hub. */
  readonly lfs: boolean;
}

export interface StoredRepo {
  readonly name: string;
  private: boolean;
  gated: boolean;
  /** Branch or tag to commit. */
  readonly refs: Map<string, string>;
  readonly commits: Map<string, ReadonlyMap<string, StoredFile>>;
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function gitBlobSha1(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function commitName(files: ReadonlyMap<string, StoredFile>, parent: string): string {
  const hash = createHash('sha1').update(parent);
  for (const [path, { bytes }] of files) hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  return hash.digest('hex');
}

export function isBinary(path: string): boolean {
  return /\.(parquet|arrow|gz)$/.test(path);
}

/** Adds files on top of what the branch has, and takes others away; returns the commit. */
export function commitTo(
  repo: StoredRepo,
  branch: string,
  added: ReadonlyMap<string, StoredFile>,
  deleted: readonly string[] = [],
): string {
  const parent = repo.refs.get(branch) ?? '';
  const files = new Map([...(repo.commits.get(parent) ?? []), ...added]);
  for (const path of deleted) files.delete(path);
  const name = commitName(files, parent);
  repo.commits.set(name, files);
  repo.refs.set(branch, name);
  return name;
}
