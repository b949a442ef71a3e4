// Checks a version against its manifest: every file, every record in both forms, splits that share no problem. Holds
// the index, and an entry of problem-index.ts for every problem.

import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { defaultThreshold } from '../datasets/quality/duplicates.ts';
import { problemForm } from '../datasets/quality/problem-form.ts';
import { createProblemIndex } from '../datasets/quality/problem-index.ts';
import { schemaProblem } from '../records/schema-problem.ts';
import { checkText } from '../records/wrong-argument.ts';
import { digestOfFile } from '../storage/byte-digest.ts';
import { readInput } from '../storage/input.ts';
import { contentDigest, requireManifest } from './dataset-manifest.ts';
import { layout } from './layout.ts';
import { contentHash, publishedSchema } from './publication.ts';
import { type IndexEntry, readIndex } from './record-index.ts';
import { type Split, splits } from './splits.ts';

/** The result of `verifyDataset`: counts of what was checked, and all problems found. */
export interface Verified {
  /** Files whose size and hash were compared with the manifest. */
  readonly files: number;
  /** Records that were read and checked. */
  readonly records: number;
  /** What is wrong, in words; empty when all is well. */
  readonly problems: readonly string[];
}

/** What is wrong with a file that cannot be opened, by the system's code. */
const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'is missing',
  ENOTDIR: 'is missing',
  EISDIR: 'is a folder, not a file',
};

async function checkFiles(
  folder: string,
  files: Readonly<Record<string, { bytes: number; sha256: string }>>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const [path, { sha256 }] of Object.entries(files)) {
    try {
      const found = await digestOfFile(join(folder, path));
      if (found.sha256 !== sha256)
        problems.push(`${path}: not the file of the manifest (sha256 ${found.sha256})`);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      problems.push(`${path}: ${unreadable[code] ?? `cannot be read (${code})`}`);
    }
  }
  // The folder itself may hold what git or its owner puts there; those that a build makes hold nothing else.
  for (const part of new Set(Object.keys(files).map(dirname))) {
    if (part === '.') continue;
    for (const name of await readdir(join(folder, part)).catch(() => [])) {
      if (!(`${part}/${name}` in files)) problems.push(`${part}/${name}: is not in the manifest`);
    }
  }
  return problems;
}

/** One file of a split against the index; returns how many of its records were as they should be. */
async function checkRecords(
  folder: string,
  path: string,
  split: Split,
  index: ReadonlyMap<string, IndexEntry>,
  problems: string[],
): Promise<number> {
  const seen = new Set<string>();
  let right = 0;
  const onBad = ({ message }: { message: string }): void => void problems.push(`${path}: ${message}`);
  for await (const rows of readInput(join(folder, path), { onBad })) {
    for (const row of rows) {
      const id = String(row.id);
      const entry = index.get(id);
      const checked = publishedSchema.safeParse(row);
      const complaint = ((): string | null => {
        if (seen.has(id)) return 'occurs twice';
        if (!checked.success) return schemaProblem(checked.error.issues[0]!, publishedSchema, row, 'record');
        if (entry === undefined) return 'is not in the index';
        if (entry.split !== split) return `belongs to ${entry.split}`;
        if (entry.sha256 !== contentHash(row)) return 'is not the record of the index';
        if (entry.family !== checked.data.publication.family)
          return 'is of another family than the index says';
        return null;
      })();
      seen.add(id);
      if (complaint === null) right += 1;
      else problems.push(`${path}: ${id} ${complaint}`);
    }
  }
  return right;
}

async function checkFamilies(folder: string, threshold: number, problems: string[]): Promise<void> {
  const earlier = createProblemIndex('near');
  for (const split of splits) {
    const path = join(folder, layout.jsonl(split));
    try {
      for await (const rows of readInput(path, { onBad: () => {} })) {
        for (const { id, problem } of rows) {
          const form = problemForm(String(problem));
          if (earlier.has(form, 'near', threshold))
            problems.push(`${id}: nearly the same problem occurs twice`);
          earlier.add(form);
        }
      }
    } catch (error) {
      // A split without records has no file; one that is missing was said above.
      if ((error as { code?: string }).code !== 'LB_INPUT_MISSING') throw error;
    }
  }
}

/**
 * Checks every file and every record of a published dataset against its manifest.
 *
 * @param folder The dataset's folder.
 * @throws LB_INPUT_MISSING when the folder holds no dataset.
 */
export async function verifyDataset(folder: string): Promise<Verified> {
  checkText('verifyDataset', 'the folder of a dataset', folder);
  const manifest = await requireManifest(folder);
  const problems = await checkFiles(folder, manifest.files);
  if (problems.length > 0) return { files: Object.keys(manifest.files).length, records: 0, problems };
  const index = await readIndex(join(folder, layout.index));
  const content = contentDigest();
  for (const { sha256 } of index.values()) content.add(sha256);
  if (content.hex() !== manifest.content_sha256)
    problems.push(`${layout.index}: not the records of the manifest`);
  let records = 0;
  for (const split of splits) {
    const expected = [...index.values()].filter((entry) => entry.split === split).length;
    for (const path of [layout.jsonl(split), layout.parquet(split)]) {
      if (!(path in manifest.files)) {
        if (expected > 0) problems.push(`${path}: is missing`);
        continue;
      }
      const right = await checkRecords(folder, path, split, index, problems);
      if (right !== expected) problems.push(`${path}: ${right} of ${expected} records of the index`);
      if (path === layout.jsonl(split)) records += right;
    }
  }
  const threshold = Number(manifest.spec.familyThreshold ?? defaultThreshold);
  await checkFamilies(folder, threshold, problems);
  return { files: Object.keys(manifest.files).length, records, problems };
}
