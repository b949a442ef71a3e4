// The files of a pool's manifest. `manifest.jsonl` is what was known when the pool was last at rest; `manifest/` has
// what came since, in numbered segments that are never changed: `0000000009-0000000016.jsonl` holds the ninth commit to
// the sixteenth. Several segments become one by a new file, so that nothing is ever appended to.
import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, readFile, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../records/parse-json.ts';
import { syncFolder, writeAtomic } from '../../storage/atomic-write.ts';
import { createFolder } from '../../storage/make-folder.ts';
import { outputError } from '../../storage/output-error.ts';
import { manifestPath, oldManifestPath, type Side, segmentsPath } from './layout.ts';
import { closingLine, decodeSegment, encodeEntry, encodeSegment, type PartRow } from './manifest-segment.ts';

export type Lines = readonly (readonly [problemId: string, line: Buffer])[];

/** A segment with the numbers of the first and the last commit in it. */
export interface Segment {
  readonly first: number;
  readonly last: number;
  readonly lines: Lines;
}

const digits = 10;

function nameOf({ first, last }: Pick<Segment, 'first' | 'last'>): string {
  return `${String(first).padStart(digits, '0')}-${String(last).padStart(digits, '0')}.jsonl`;
}

function rangeOf(name: string): Pick<Segment, 'first' | 'last'> | undefined {
  const [, first, last] = /^(\d{10})-(\d{10})\.jsonl$/.exec(name) ?? [];
  return first === undefined ? undefined : { first: Number(first), last: Number(last) };
}

/** Also one that was being written. */
export function isSegmentName(name: string): boolean {
  return rangeOf(name.replace(/^\.(.+)\.tmp$/, '$1')) !== undefined;
}

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Those whose commits no longer segment has too, in order. */
async function rangesIn(folder: string): Promise<readonly Pick<Segment, 'first' | 'last'>[]> {
  const names = await readdir(segmentsPath(folder)).catch(() => [] as string[]);
  const ranges = names
    .flatMap((name) => rangeOf(name) ?? [])
    .sort((a, b) => a.first - b.first || b.last - a.last);
  let upTo = 0;
  return ranges.filter(({ last }) => {
    if (last <= upTo) return false;
    upTo = last;
    return true;
  });
}

/** A writer may join segments while they are read. */
const maxLooks = 20;

/** In the order of their commits; a damaged one is left out, and what it said is found again on the disk. */
export async function readSegments(folder: string): Promise<readonly Segment[]> {
  for (let looks = 1; ; looks += 1) {
    const segments: Segment[] = [];
    let all = true;
    for (const range of await rangesIn(folder)) {
      const bytes = await readIfThere(join(segmentsPath(folder), nameOf(range)));
      if (bytes === undefined) all = false;
      else segments.push({ ...range, lines: decodeSegment(bytes) ?? [] });
    }
    if (all || looks === maxLooks) return segments;
  }
}

/** Opens a file for writing; its folder is made where it is not there yet. */
async function openIn(folder: string, path: string): Promise<FileHandle> {
  try {
    return await open(path, 'w');
  } catch (error) {
    if (!isAbsent(error)) throw error;
    await createFolder(folder);
    return open(path, 'w');
  }
}

/**
 * A segment is flushed to the disk only where it must be `durable`: what a power cut takes of another is found out again
 * from the parts.
 *
 * @throws LB_DISK_FULL, LB_OUTPUT
 */
export async function writeSegment(folder: string, segment: Segment, durable: boolean): Promise<void> {
  const path = join(segmentsPath(folder), nameOf(segment));
  const temporary = join(segmentsPath(folder), `.${nameOf(segment)}.tmp`);
  try {
    const file = await openIn(segmentsPath(folder), temporary);
    try {
      await file.writeFile(encodeSegment(segment.lines.map(([, line]) => line)));
      if (durable) await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    if (!durable) return;
    await syncFolder(segmentsPath(folder));
    await syncFolder(folder);
  } catch (cause) {
    throw outputError(path, cause);
  }
}

/** From the oldest on: those that are left say nothing that the base does not say. */
export async function removeSegments(
  folder: string,
  segments: readonly Pick<Segment, 'first' | 'last'>[],
): Promise<void> {
  for (const segment of segments) {
    try {
      // Not `rm`, which looks at the file first.
      await unlink(join(segmentsPath(folder), nameOf(segment)));
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
  }
}

const oldSchema = z.object({
  parts: z.array(
    z.object({
      side: z.enum(['core', 'top']),
      problem_id: z.string(),
      part: z.number(),
      rows: z.number(),
      bytes: z.number(),
      sha256: z.string(),
    }),
  ),
});

/** The parts of manifest.json of earlier versions; undefined without one. Runs have a file of that name too. */
async function readOldParts(folder: string): Promise<z.infer<typeof oldSchema>['parts'] | undefined> {
  const text = (await readIfThere(oldManifestPath(folder)))?.toString() ?? '';
  try {
    return oldSchema.safeParse(parseJson(text)).data?.parts;
  } catch {
    return undefined;
  }
}

/** Removes manifest.json of earlier versions, and no other. */
export async function removeOldManifest(folder: string): Promise<void> {
  if ((await readOldParts(folder)) !== undefined) await rm(oldManifestPath(folder), { force: true });
}

/** Whether there is a manifest.json of an earlier version. */
export async function hasOldManifest(folder: string): Promise<boolean> {
  return (await readOldParts(folder)) !== undefined;
}

/** manifest.json of earlier versions, as lines. */
async function readOld(folder: string): Promise<Lines> {
  const byProblem = new Map<string, Record<Side, PartRow[]>>();
  for (const { side, problem_id, part, rows, bytes, sha256 } of (await readOldParts(folder)) ?? []) {
    const parts = byProblem.get(problem_id) ?? { core: [], top: [] };
    parts[side].push([part, rows, bytes, sha256]);
    byProblem.set(problem_id, parts);
  }
  return [...byProblem].map(([problem_id, parts]) => [problem_id, encodeEntry({ problem_id, ...parts })]);
}

/** What was known at rest. One that cannot be read counts as none: all of it can be found out again. */
export async function readBase(folder: string): Promise<Lines> {
  const bytes = await readIfThere(manifestPath(folder));
  return bytes === undefined ? readOld(folder) : (decodeSegment(bytes) ?? []);
}

/** Takes the place of all there was: the segments and manifest.json of earlier versions go after it. */
export async function writeBase(folder: string, lines: Iterable<Buffer>): Promise<void> {
  const hash = createHash('sha256');
  let count = 0;
  await writeAtomic(manifestPath(folder), async (file) => {
    let waiting: Buffer[] = [];
    let bytes = 0;
    for (const line of lines) {
      hash.update(line);
      count += 1;
      waiting.push(line);
      bytes += line.length;
      if (bytes < writtenAtOnce) continue;
      await file.write(Buffer.concat(waiting));
      waiting = [];
      bytes = 0;
    }
    await file.write(Buffer.concat([...waiting, closingLine(count, hash.digest('hex'))]));
  });
  await removeSegments(folder, await allRanges(folder));
  await removeUnfinishedSegments(folder);
  await rmdir(segmentsPath(folder)).catch(() => {});
  await removeOldManifest(folder);
}

async function removeUnfinishedSegments(folder: string): Promise<void> {
  for (const name of await readdir(segmentsPath(folder)).catch(() => [] as string[])) {
    if (isSegmentName(name)) await rm(join(segmentsPath(folder), name), { force: true });
  }
}

const writtenAtOnce = 1 << 20;

async function allRanges(folder: string): Promise<readonly Pick<Segment, 'first' | 'last'>[]> {
  const names = await readdir(segmentsPath(folder)).catch(() => [] as string[]);
  return names.flatMap((name) => rangeOf(name) ?? []).sort((a, b) => a.last - b.last);
}
