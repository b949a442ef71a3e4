// What the tests of this module share: a folder that goes away, replies that differ, and where frames lie in a file.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { JournalEntry } from '../../../src/storage/journal/entry.ts';
import { type Journal, openJournal } from '../../../src/storage/journal/journal.ts';

export async function scratch(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latebench-journal-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export function keyOf(name: string | number): string {
  return createHash('sha256').update(String(name)).digest('hex');
}

/** A reply whose body does not compress and is told from its header alone. */
export function reply(name: string | number, bytes = 60, attempt = 1): JournalEntry {
  const parts: Buffer[] = [];
  for (let at = 0; at * 32 < bytes; at += 1) {
    parts.push(createHash('sha256').update(`${name}/${attempt}/${bytes}/${at}`).digest());
  }
  return {
    key: keyOf(name),
    sample: 0,
    attempt,
    status: 200,
    headers: { 'x-bytes': String(bytes), 'x-name': String(name) },
    started_at: '2025-01-01T00:00:00.000Z',
    finished_at: '2025-01-01T00:00:01.000Z',
    endpoint: 'simulation',
    model: 'model',
    body: Buffer.concat(parts).subarray(0, bytes),
  };
}

/** True for an entry that `reply` made, down to the last byte. */
export function isReply(entry: JournalEntry): boolean {
  const made = reply(entry.headers['x-name']!, Number(entry.headers['x-bytes']), entry.attempt);
  return entry.key === made.key && Buffer.compare(entry.body, made.body) === 0;
}

/** Small tests want no ballast. */
export function openBare(folder: string, options = {}): Promise<Journal> {
  return openJournal(folder, { reservedBytes: 0, ...options });
}

export async function all(journal: Journal): Promise<JournalEntry[]> {
  const entries: JournalEntry[] = [];
  for await (const entry of journal.scan()) entries.push(entry);
  return entries;
}

export async function journalFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.lbj')).sort();
}

export interface Written {
  readonly name: string;
  /** The frames of the entries, in the order they were appended. */
  readonly frames: readonly { readonly start: number; readonly end: number }[];
}

/** Appends one after the other and closes, so that the ends of the frames are the sizes of the file between. */
export async function writeOneByOne(folder: string, entries: readonly JournalEntry[]): Promise<Written> {
  const journal = await openBare(folder);
  const frames: { start: number; end: number }[] = [];
  let start = 24;
  let name = '';
  for (const entry of entries) {
    await journal.append(entry);
    name = (await journalFiles(folder)).at(-1)!;
    const end = (await stat(join(folder, name))).size;
    frames.push({ start, end });
    start = end;
  }
  await journal.close();
  return { name, frames };
}

/** A name as a dead process would have left it. */
export function foreignName(marker: Buffer = randomBytes(8)): string {
  return `1-1-${marker.toString('hex')}.lbj`;
}
