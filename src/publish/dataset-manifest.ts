// The manifest of a published dataset: its sources and the hash of everything in it. It contains nothing volatile: the
// same sources, spec and replies give the same bytes.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { LateBenchError } from '../errors.ts';
import { firstIssue } from '../records/issue-text.ts';
import { parseJson } from '../records/parse-json.ts';
import { checkText } from '../records/wrong-argument.ts';
import { createByteDigest, digestOfFile } from '../storage/byte-digest.ts';
import { statInput } from '../storage/input-file.ts';
import { layout } from './layout.ts';

export const manifestFormat = 'latebench-dataset/1';

const fileFacts = z.looseObject({ bytes: z.int(), sha256: z.string() });

export const datasetManifestSchema = z.looseObject({
  format: z.literal(manifestFormat),
  name: z.string(),
  version: z.string(),
  tool_version: z.string(),
  schema_version: z.string(),
  /** sha256 over the hashes of all records, in the order of the index: the name of this content. */
  content_sha256: z.string(),
  /** Whether a simulated endpoint had a hand in it. */
  simulated: z.boolean(),
  /** The version that it was built on; null for a first one. */
  base: z.looseObject({ version: z.string(), content_sha256: z.string() }).nullish(),
  /** This version and those before it in which parts and splits were chosen anew. */
  rebalanced: z.array(z.string()).optional(),
  spec: z.record(z.string(), z.unknown()),
  sources: z.array(z.looseObject({ source: z.string(), sha256: z.string().nullable() })),
  /** By role; those of the records that a version kept among them. */
  models: z.record(z.string(), z.string()).optional(),
  stages: z.array(z.looseObject({ name: z.string(), version: z.string() })),
  counts: z.record(z.string(), z.unknown()),
  funnel: z.array(z.looseObject({ step: z.string(), in: z.int(), out: z.int() })),
  /** By path: every file of the dataset but this one. */
  files: z.record(z.string(), fileFacts),
});
/** manifest.json of a published dataset: its sources, its settings and the hash of every file. */
export type DatasetManifest = z.infer<typeof datasetManifestSchema>;

/** A running hash over record hashes, in their order. */
export function contentDigest(): { add(sha256: string): void; hex(): string } {
  const digest = createByteDigest();
  return { add: (sha256) => digest.add(`${sha256}\n`), hex: () => digest.end().sha256 };
}

/** Null where there is no file; throws for one that is no manifest of a dataset. */
export async function manifestAt(path: string): Promise<DatasetManifest | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    const why = code === 'EISDIR' ? 'it is a folder, not a file' : message;
    throw new LateBenchError('LB_INPUT_READ', `${path} cannot be read: ${why}`, { cause });
  }
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw new LateBenchError('LB_JSON', `${path} is not JSON`, { cause });
  }
  const parsed = datasetManifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const what = firstIssue(parsed.error, value, 'manifest');
  throw new LateBenchError('LB_SCHEMA', `${path} is not the manifest of a dataset: ${what}`);
}

/**
 * Reads manifest.json of a published dataset.
 *
 * @param folder The dataset's folder.
 * @returns The manifest; null where the folder holds no dataset.
 * @throws LB_JSON, LB_SCHEMA for a damaged manifest, LB_INPUT_READ for one that cannot be read.
 */
export async function readManifest(folder: string): Promise<DatasetManifest | null> {
  checkText('readManifest', 'the folder of a dataset', folder);
  return manifestAt(join(folder, layout.manifest));
}

export async function requireManifest(folder: string): Promise<DatasetManifest> {
  const manifest = await readManifest(folder);
  if (manifest !== null) return manifest;
  throw new LateBenchError(
    'LB_INPUT_MISSING',
    `${folder}: no dataset here (no ${layout.manifest}); build one with latebench dataset build`,
  );
}

/**
 * Checks a file that is relied on before it is read.
 *
 * @param folder Where the file is: a version's folder, or a copy of some of its files.
 * @throws LB_INPUT_READ where its bytes are not those that the manifest names, LB_INPUT_MISSING where it is missing.
 */
export async function checkFileOf(
  { folder, manifest }: { readonly folder: string; readonly manifest: DatasetManifest },
  path: string,
): Promise<void> {
  const file = join(folder, path);
  await statInput(file);
  const expected = manifest.files[path]?.sha256;
  if (expected === undefined || (await digestOfFile(file)).sha256 === expected) return;
  throw new LateBenchError(
    'LB_INPUT_READ',
    `${file} is not the file of version ${manifest.version}: latebench dataset verify ${folder} says more`,
  );
}
