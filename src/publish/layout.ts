// The layout of a dataset's folder. Names are fixed: the card, the hub and other versions rely on them.
import { join } from 'node:path';
import type { Split } from './splits.ts';

/** Paths relative to the dataset's folder, as in the manifest and on the hub. */
export const layout = {
  jsonl: (split: Split): string => `data/${split}.jsonl`,
  parquet: (split: Split): string => `data/${split}.parquet`,
  /** One line a record: id, split, part, family and content hash. */
  index: 'index.jsonl',
  /** One line a label that people corrected; there is none without. */
  errata: 'errata.jsonl',
  critiques: 'quality/critiques.jsonl',
  quality: 'quality/report.json',
  qualityText: 'quality/report.md',
  injections: 'quality/injections.html',
  card: 'README.md',
  changelog: 'CHANGELOG.md',
  manifest: 'manifest.json',
} as const;

/** Files of a build that are not published: journals, quarantine, unfinished output. */
export function buildFolder(folder: string): string {
  return join(folder, '.build');
}
