// The files of a run folder that the dashboard reads.
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { parseJson } from '../records/parse-json.ts';
import { isRow, type Row } from '../storage/rows.ts';

export function recordFiles(folder: string): string[] {
  for (const name of ['records.parquet', 'records.jsonl']) {
    if (existsSync(join(folder, name))) return [join(folder, name)];
  }
  // A dataset has its rows in `data`.
  const isDataset = existsSync(join(folder, 'data')) && existsSync(join(folder, 'manifest.json'));
  const parts = join(folder, isDataset ? 'data' : 'records');
  if (!existsSync(parts)) return [];
  if (isDataset) {
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
function partsOf(folder: string): readonly string[] {
  const names = readdirSync(folder, { withFileTypes: true });
  const stages = names.filter((one) => one.isDirectory() && /^\d+-/.test(one.name)).map(({ name }) => name);
  return [folder, ...stages.sort().map((name) => join(folder, name))];
}

/** Reports of a run, the main one first: names within its folder. */
export function reportsOf(folder: string): readonly string[] {
  const reports = partsOf(folder).flatMap((part) =>
    readdirSync(part)
      .filter((name) => name.endsWith('.html'))
      .map((name) => relative(folder, join(part, name))),
  );
  return reports.sort(
    (a, b) => Number(b === 'report.html') - Number(a === 'report.html') || (a < b ? -1 : 1),
  );
}

async function readRow(path: string): Promise<Row | null> {
  try {
    const value: unknown = parseJson(await readFile(path, 'utf8'));
    return isRow(value) ? value : null;
  } catch {
    // Not written yet, or not by us: the records are shown all the same.
    return null;
  }
}

export const readManifest = (folder: string): Promise<Row | null> => readRow(join(folder, 'manifest.json'));

/** The manifests of the stages that a pipeline runs apart, in its folder. */
export async function stageManifests(folder: string): Promise<readonly Row[]> {
  const rows = await Promise.all(partsOf(folder).slice(1).map(readManifest));
  return rows.filter((row) => row !== null);
}

export const readPipeline = (folder: string): Promise<Row | null> => readRow(join(folder, 'pipeline.json'));

export const isPool = (folder: string): boolean => existsSync(join(folder, 'pool.json'));

/** The pools that a run built or voted over: in its folder, or where its pipeline names them. */
export async function poolsOfRun(folder: string): Promise<readonly string[]> {
  const pipeline = await readPipeline(folder);
  const stages = Array.isArray(pipeline?.stages) ? pipeline.stages.filter(isRow) : [];
  const named = stages.flatMap(({ with: given }) =>
    isRow(given) && typeof given.pool === 'string' ? [given.pool] : [],
  );
  const inside = partsOf(folder).flatMap((part) => [part, join(part, 'pool')]);
  return [...new Set([...named, ...inside].map((path) => resolve(path)))].filter(isPool);
}

/** A run in progress has a journal and events, but no manifest and no records yet. */
export function isRunFolder(folder: string): boolean {
  const marks = ['manifest.json', 'events.jsonl', 'journal', 'quarantine.jsonl', 'pipeline.json'];
  return recordFiles(folder).length > 0 || marks.some((name) => existsSync(join(folder, name)));
}
