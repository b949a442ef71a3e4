// What the files of a finished run folder hashed to, and which of them are other files now. Records of what happened
// (journals, events, the budget) are no outputs: a later run with the same folder adds to them.
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type BytesFacts, digestOfFile } from '../storage/byte-digest.ts';
import type { Difference } from './differences.ts';

export interface OutputDigest extends BytesFacts {
  /** Within the run folder, with `/` between folders. */
  readonly file: string;
}

const noOutput =
  /^(manifest\.json|events(-\d+)?\.jsonl|journal\/.*|budget\/.*|cache\/.*|run\.lock|(.*\/)?\..*)$/;
const reply = /^journal\/(?!.*(\/|^)\.)/;

async function filesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/** Outputs of a run, by name within its folder. */
export async function outputFiles(folder: string): Promise<readonly string[]> {
  return (await filesOf(folder)).filter((name) => !noOutput.test(name));
}

/** Files of the replies that a run got. */
export async function replyFiles(folder: string): Promise<readonly string[]> {
  return (await filesOf(folder)).filter((name) => reply.test(name));
}

/** Of every output in a run folder, by name. Reads all of them. */
export async function outputDigests(folder: string): Promise<readonly OutputDigest[]> {
  const digests: OutputDigest[] = [];
  for (const file of await outputFiles(folder)) {
    digests.push({ file, ...(await digestOfFile(join(folder, file))) });
  }
  return digests;
}

export interface OutputCheck {
  /** Outputs that were looked at. */
  readonly files: number;
  readonly found: readonly Difference[];
  /** Files that the run did not write. */
  readonly others: readonly string[];
}

/** Files that differ from what the run wrote, and those that are gone. */
export async function checkOutputs(folder: string, written: readonly OutputDigest[]): Promise<OutputCheck> {
  const names = new Set(await outputFiles(folder));
  const found: Difference[] = [];
  for (const { file, bytes, sha256 } of written) {
    const now = names.delete(file) ? await digestOfFile(join(folder, file)) : null;
    if (now?.sha256 === sha256) continue;
    const stored = now === null ? 'no such file' : `${now.bytes} bytes, sha256 ${now.sha256}`;
    found.push({ what: file, stored, recomputed: `${bytes} bytes, sha256 ${sha256} when the run wrote it` });
  }
  return { files: written.length, found, others: [...names] };
}
