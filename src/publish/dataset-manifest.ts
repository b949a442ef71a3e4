// The manifest of a published dataset: its sources and the hash of everything in it. It contains nothing volatile: the
// same sources, spec and replies give the same bytes.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { LateBenchError } from '../errors.ts';
import { parseJson } from '../records/parse-json.ts';
import { createByteDigest } from '../storage/byte-digest.ts';
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
  spec: z.record(z.string(), z.unknown()),
  sources: z.array(z.looseObject({ source: z.string(), sha256: z.string().nullable() })),
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

/** Null where the folder holds no dataset. */
export async function readManifest(folder: string): Promise<DatasetManifest | null> {
  let text: string;
  try {
    text = await readFile(join(folder, layout.manifest), 'utf8');
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '')) return null;
    throw cause;
  }
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw new LateBenchError('LB_JSON', `${join(folder, layout.manifest)} is not JSON`, { cause });
  }
  const parsed = datasetManifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  const what = `${path.join('.') || 'manifest'}: ${message}`;
  throw new LateBenchError(
    'LB_SCHEMA',
    `${join(folder, layout.manifest)} is no manifest of a dataset: ${what}`,
  );
}

export async function requireManifest(folder: string): Promise<DatasetManifest> {
  const manifest = await readManifest(folder);
  if (manifest !== null) return manifest;
  throw new LateBenchError(
    'LB_INPUT_MISSING',
    `${folder}: there is no dataset (no ${layout.manifest}); latebench dataset build makes one`,
  );
}
