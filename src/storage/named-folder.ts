// What kind of folder a user has named: a run, a dataset or a pool, and where its records are.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A dataset has its rows in `data`. */
export const isDataset = (folder: string): boolean =>
  existsSync(join(folder, 'data')) && existsSync(join(folder, 'manifest.json'));

/** The files of a folder's records, none where it has none (yet). */
export function recordFiles(folder: string): string[] {
  for (const name of ['records.parquet', 'records.jsonl']) {
    if (existsSync(join(folder, name))) return [join(folder, name)];
  }
  const parts = join(folder, isDataset(folder) ? 'data' : 'records');
  if (!existsSync(parts)) return [];
  if (isDataset(folder)) {
    const names = readdirSync(parts, { recursive: true, encoding: 'utf8' });
    return names
      .filter((name) => name.endsWith('.parquet'))
      .sort()
      .map((name) => join(parts, name));
  }
  return readdirSync(parts)
    .filter((name) => /^part-.*\.(parquet|jsonl)$/.test(name))
    .sort()
    .map((name) => join(parts, name));
}

/** The folder and those of the stages that a pipeline runs apart: `2-vote`. */
export function partsOf(folder: string): readonly string[] {
  const names = readdirSync(folder, { withFileTypes: true });
  const stages = names.filter((one) => one.isDirectory() && /^\d+-/.test(one.name)).map(({ name }) => name);
  return [folder, ...stages.sort().map((name) => join(folder, name))];
}

export const isPool = (folder: string): boolean => existsSync(join(folder, 'pool.json'));

/** A run in progress has a journal and events, but no manifest and no records yet. */
export function isRunFolder(folder: string): boolean {
  const marks = ['manifest.json', 'events.jsonl', 'journal', 'quarantine.jsonl', 'pipeline.json'];
  return recordFiles(folder).length > 0 || marks.some((name) => existsSync(join(folder, name)));
}
