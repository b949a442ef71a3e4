// One archive of a finished run: all that its figures follow from. A run is read where it was made; a bundle is for other
// people, so it has no key, no event log, and no path of the machine beyond the names of files.
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, win32 } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { openWholeJournal } from '../endpoints/whole-journal.ts';
import { LateBenchError } from '../errors.ts';
import { canonicalJson, sha256Hex } from '../records/identity.ts';
import { escapeHtml } from '../report/escape.ts';
import { markdownText } from '../report/markdown-table.ts';
import { writeAtomic } from '../storage/atomic-write.ts';
import { digestOfFile } from '../storage/byte-digest.ts';
import { type TarFile, writeTar } from '../storage/tar.ts';
import { toolVersion } from '../version.ts';
import { finishedManifest, readRunObject, recordsFile } from './finished-run.ts';
import { checkOutputs, type OutputDigest, outputFiles, replyFiles } from './output-digests.ts';

/** First in the archive: what else is in it. */
export const listName = 'bundle.json';
export const bundleFormat = 'latebench-bundle/1';

export interface BundleList {
  readonly format: typeof bundleFormat;
  readonly tool_version: string;
  readonly files: readonly OutputDigest[];
}

/** The list with its own hash, as it stands in the archive. */
export function listText(list: BundleList): string {
  return `${JSON.stringify({ ...list, sha256: sha256Hex(canonicalJson(list)) }, null, 2)}\n`;
}

export interface BundleOptions {
  /** Keys and passwords that are known: a file that holds one is not given away. */
  readonly secrets: readonly string[];
  /** Where replies are that `runs prune` left to the cache. */
  readonly cacheFolder?: string | undefined;
}

/** Texts of up to so many bytes are looked through for paths; records are not, which have none of ours. */
const maxTextBytes = 64 * 2 ** 20;
const isText = /\.(html|json|md|csv)$/;

function absolutePaths(value: unknown): readonly string[] {
  if (typeof value === 'string') return isAbsolute(value) || win32.isAbsolute(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(absolutePaths);
}

/** How a text is written: as it is, in JSON, HTML, Markdown, and a CSV cell in quotes. */
const writtenIn: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => JSON.stringify(text).slice(1, -1),
  escapeHtml,
  markdownText,
  (text) => text.replaceAll('"', '""'),
];

/** Paths of this machine, each by the name of its file: the longest first, as one may begin another. */
function shortened(paths: Iterable<string>): readonly (readonly [path: string, name: string])[] {
  const long = [...new Set(paths)].filter((path) => path.length > 1).sort((a, b) => b.length - a.length);
  return long.flatMap((path) => {
    const name = win32.basename(basename(path));
    return [...new Map(writtenIn.map((written) => [written(path), written(name)]))];
  });
}

function withoutPaths(text: string, names: ReturnType<typeof shortened>): string {
  let plain = text;
  // A function, because `$&` in the name of a file is no pattern.
  for (const [path, name] of names) plain = plain.replaceAll(path, () => name);
  return plain;
}

type Entry = OutputDigest & { readonly content: () => AsyncIterable<Uint8Array> };

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function textEntry(file: string, text: string): Entry {
  const bytes = Buffer.byteLength(text);
  return { file, bytes, sha256: sha256Hex(text), content: () => bytesOf(text) };
}

function leaks(file: string): LateBenchError {
  const message = `${file} holds a key or password that is set here: it is not put into a bundle; remove it from the run`;
  return new LateBenchError('LB_OUTPUT', message);
}

/** Fails where a secret passes, also across two chunks. */
async function* watched(
  file: string,
  content: AsyncIterable<Uint8Array>,
  secrets: readonly string[],
): AsyncGenerator<Uint8Array> {
  const longest = Math.max(0, ...secrets.map((secret) => Buffer.byteLength(secret) - 1));
  let tail = Buffer.alloc(0);
  for await (const chunk of content) {
    const seen = Buffer.concat([tail, chunk]);
    if (secrets.some((secret) => seen.includes(secret))) throw leaks(file);
    tail = longest === 0 ? tail : seen.subarray(Math.max(0, seen.length - longest));
    yield chunk;
  }
}

/** Those that the manifest lists, as they were: a changed one is not passed off as the run's, and others stay at home. */
async function ownFiles(
  folder: string,
  outputs: readonly OutputDigest[] | undefined,
): Promise<readonly string[]> {
  if (outputs === undefined) return outputFiles(folder);
  const { found } = await checkOutputs(folder, outputs);
  if (found.length === 0) return outputs.map(({ file }) => file);
  const names = found.map(({ what }) => what).join(', ');
  const verb = found.length === 1 ? 'is' : 'are';
  throw new LateBenchError(
    'LB_OUTPUT',
    `${names} ${verb} not as the run wrote it: put it back, or run the command again (latebench verify-run ${folder} says more)`,
  );
}

/** Writes the bundle of a finished run to `path`, and says what is in it. */
export async function writeBundle(
  folder: string,
  path: string,
  { secrets, cacheFolder }: BundleOptions,
): Promise<BundleList> {
  const journal = await openWholeJournal(join(folder, 'journal'), cacheFolder);
  try {
    if (journal.missing === 0) return await packRun(folder, path, { secrets, journal: journal.folder });
    throw new LateBenchError(
      'LB_OUTPUT',
      `${folder}: ${journal.missing} of the ${journal.pruned} replies that latebench runs prune left to the cache are not in it here: a bundle without them could not be verified`,
    );
  } finally {
    await journal.close();
  }
}

/** `journal`: where the stored replies are. */
async function packRun(
  folder: string,
  path: string,
  { secrets, journal }: { readonly secrets: readonly string[]; readonly journal: string },
): Promise<BundleList> {
  const manifest = await finishedManifest(folder);
  const names = shortened(absolutePaths(manifest));
  const entries: Entry[] = [];
  const own = (await ownFiles(folder, manifest.outputs)).map((file) => [file, join(folder, file)] as const);
  // A bundle that verify-run would refuse is of no use to anybody.
  await readRunObject(folder, 'summary.json');
  recordsFile(folder);
  const replies = await replyFiles(dirname(journal));
  for (const [file, from] of [
    ...own,
    ...replies.map((name) => [name, join(dirname(journal), name)] as const),
  ]) {
    if (isText.test(file) && (await stat(from)).size <= maxTextBytes) {
      entries.push(textEntry(file, withoutPaths(await readFile(from, 'utf8'), names)));
    } else entries.push({ file, ...(await digestOfFile(from)), content: () => createReadStream(from) });
  }
  const digests = new Map(entries.map(({ file, bytes, sha256 }) => [file, { file, bytes, sha256 }]));
  const outputs = manifest.outputs?.map((output) => digests.get(output.file) ?? output);
  const plain = withoutPaths(JSON.stringify({ ...manifest, outputs }, null, 2), names);
  const all = [textEntry('manifest.json', `${plain}\n`), ...entries];
  const files = all.map(({ file, bytes, sha256 }) => ({ file, bytes, sha256 }));
  const list: BundleList = { format: bundleFormat, tool_version: toolVersion, files };
  const packed = [textEntry(listName, listText(list)), ...all].map(
    ({ file, bytes, content }): TarFile => ({
      name: file,
      bytes,
      content: watched(file, content(), secrets),
    }),
  );
  await writeAtomic(path, async (file) => {
    const gzip = createGzip();
    await pipeline(writeTar(packed), gzip, async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const chunk of chunks) await file.write(chunk);
    });
  });
  return list;
}
