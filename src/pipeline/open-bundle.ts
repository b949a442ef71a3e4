// A bundle laid out in a temporary folder, with every file in it held to the list that came with it.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isLateBenchError, LateBenchError } from '../errors.ts';
import { parseJson } from '../records/parse-json.ts';
import { digestOfFile } from '../storage/byte-digest.ts';
import { createFolder } from '../storage/make-folder.ts';
import { privateFolder } from '../storage/private-files.ts';
import { readTar } from '../storage/tar.ts';
import { type BundleList, bundleFormat, listName, listText } from './bundle.ts';
import type { Difference } from './differences.ts';

export interface OpenBundle {
  /** Where the run lies until `close`. */
  readonly folder: string;
  /** Files that are not what the list says, by name. */
  readonly found: readonly Difference[];
  close(): Promise<void>;
}

function unreadable(path: string, why: string, cause?: unknown): LateBenchError {
  return new LateBenchError('LB_INPUT_READ', `${path} is not a complete bundle: ${why}`, { cause });
}

async function layOut(path: string, folder: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  let writing = Promise.resolve();
  const layFiles = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const { name, content } of readTar(chunks)) {
      if (names.has(name)) throw unreadable(path, `${name} is in it twice`);
      names.add(name);
      const to = join(folder, name);
      await createFolder(dirname(to), privateFolder);
      await pipeline(content, createWriteStream(to));
    }
  };
  try {
    await pipeline(createReadStream(path), createGunzip(), (chunks: AsyncIterable<Uint8Array>) => {
      writing = layFiles(chunks);
      return writing;
    });
  } finally {
    // Of a damaged archive the pipeline ends while its last file is being written, and the folder cannot be removed yet.
    await writing.catch(() => {});
  }
  return names;
}

async function readList(path: string, folder: string): Promise<BundleList> {
  const text = await readFile(join(folder, listName), 'utf8').catch(() => {
    throw unreadable(path, `it has no ${listName}; create one with latebench bundle RUN`);
  });
  let list: BundleList;
  try {
    const { sha256, ...rest } = parseJson(text) as BundleList & { readonly sha256: string };
    list = rest;
    if (listText(rest) !== text) throw new Error(`${listName} is not as it was written (sha256 ${sha256})`);
  } catch (cause) {
    throw unreadable(path, `${listName} was changed: ${(cause as Error).message}`, cause);
  }
  if (list.format === bundleFormat) return list;
  throw unreadable(path, `it is of another form, ${String(list.format)}, than ${bundleFormat}`);
}

/** Files that differ from the list, are gone, or are not of the bundle. */
async function checkFiles(
  folder: string,
  list: BundleList,
  names: ReadonlySet<string>,
): Promise<Difference[]> {
  const found: Difference[] = [];
  const others = new Set(names);
  others.delete(listName);
  for (const { file, bytes, sha256 } of list.files) {
    const now = others.delete(file) ? await digestOfFile(join(folder, file)) : null;
    if (now?.sha256 === sha256) continue;
    const stored = now === null ? 'no such file' : `${now.bytes} bytes, sha256 ${now.sha256}`;
    found.push({ what: file, stored, recomputed: `${bytes} bytes, sha256 ${sha256} when it was packed` });
  }
  return [...found, ...[...others].map((what) => ({ what, stored: 'a file', recomputed: 'no such file' }))];
}

/** @throws LB_INPUT_READ for what is no bundle, or a damaged one. */
export async function openBundle(path: string): Promise<OpenBundle> {
  const folder = await mkdtemp(join(tmpdir(), 'latebench-bundle-'));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const names = await layOut(path, folder);
    const list = await readList(path, folder);
    await rm(join(folder, listName));
    return { folder, found: await checkFiles(folder, list, names), close };
  } catch (cause) {
    await close();
    if (isLateBenchError(cause) && cause.code !== 'LB_INPUT_READ') throw cause;
    throw unreadable(path, (cause as Error).message.replace(`${path} is not a complete bundle: `, ''), cause);
  }
}
