// The files of a run folder that the dashboard reads.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { parseJson } from '../records/parse-json.ts';
import { isPool, partsOf } from '../storage/named-folder.ts';
import { isRow, type Row } from '../storage/rows.ts';

/** The pages that answer what a run was made for, where it has them. */
const mainReports = ['report.html', 'grid.html'];

/** Reports of a run, the main one first: names within its folder. */
export function reportsOf(folder: string): readonly string[] {
  const reports = partsOf(folder).flatMap((part) =>
    readdirSync(part)
      .filter((name) => name.endsWith('.html'))
      .map((name) => relative(folder, join(part, name))),
  );
  return reports.sort((a, b) => mainReports.indexOf(b) - mainReports.indexOf(a) || (a < b ? -1 : 1));
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

/** What a grid came to, where the run is one. */
export const readGrid = (folder: string): Promise<Row | null> => readRow(join(folder, 'grid.json'));

/** The manifests of the stages that a pipeline runs apart, in its folder. */
export async function stageManifests(folder: string): Promise<readonly Row[]> {
  const rows = await Promise.all(partsOf(folder).slice(1).map(readManifest));
  return rows.filter((row) => row !== null);
}

export const readPipeline = (folder: string): Promise<Row | null> => readRow(join(folder, 'pipeline.json'));

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
