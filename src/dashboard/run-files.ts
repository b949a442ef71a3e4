// The files of a run folder that the dashboard reads.
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '../records/parse-json.ts';
import { isRow, type Row } from '../storage/rows.ts';

export function recordFiles(folder: string): string[] {
  for (const name of ['records.parquet', 'records.jsonl']) {
    if (existsSync(join(folder, name))) return [join(folder, name)];
  }
  const parts = join(folder, 'records');
  if (!existsSync(parts)) return [];
  return readdirSync(parts)
    .filter((name) => /^part-.*\.(parquet|jsonl)$/.test(name))
    .sort()
    .map((name) => join(parts, name));
}

/** A run in progress has a journal and events, but no manifest and no records yet. */
export function isRunFolder(folder: string): boolean {
  const marks = ['manifest.json', 'events.jsonl', 'journal', 'quarantine.jsonl'];
  return recordFiles(folder).length > 0 || marks.some((name) => existsSync(join(folder, name)));
}

export async function readManifest(folder: string): Promise<Row | null> {
  try {
    const value: unknown = parseJson(await readFile(join(folder, 'manifest.json'), 'utf8'));
    return isRow(value) ? value : null;
  } catch {
    // Not written yet, or not by us: the records are shown all the same.
    return null;
  }
}
