// Inputs by the names that people bring: files, addresses and repositories of the hub, folders of files.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isRepoName } from '../datasets/hub/hub-address.ts';
import { isRemote } from '../datasets/open-inputs.ts';
import { LateBenchError } from '../errors.ts';
import { parseJson } from '../records/parse-json.ts';
import { isDataset, isPool, isRunFolder, partsOf, recordFiles } from '../storage/named-folder.ts';
import type { ParsedOptions } from './parse-options.ts';

const dataFile = /\.(?:jsonl?|ndjson|csv|parquet|arrows?)(?:\.gz)?$/i;

/** `Deltabench_v1` is Deltabench_v1.jsonl where that is there; `OWNER/NAME` is a repository of the hub. */
export function datasetInput(name: string): string {
  if (name === '-' || isRemote(name) || existsSync(name)) return name;
  const file = [`${name}.jsonl`, `${name}.json`].find((path) => existsSync(path));
  return file ?? (isRepoName(name) && !dataFile.test(name) ? `hf:${name}` : name);
}

function isFolderOfOurs(path: string): boolean {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder && isRunFolder(path) && !isPool(path);
}

/** The records of a run folder that has one file of them; any other name as it is. */
function named(path: string): string {
  const [first, ...more] = isFolderOfOurs(path) ? recordFiles(path) : [];
  return first !== undefined && more.length === 0 ? first : path;
}

/** Of a run folder without records: whether its run came to its end. */
function isFinished(path: string): boolean {
  const manifest = join(path, 'manifest.json');
  if (!existsSync(manifest)) return false;
  try {
    return (parseJson(readFileSync(manifest, 'utf8')) as { complete?: unknown } | null)?.complete !== false;
  } catch {
    return true;
  }
}

/**
 * Of a run folder its records; any other name as it is.
 *
 * @throws LB_INPUT_MISSING for a run that has none yet, LB_INPUT_DIRECTORY for a folder with several files of records
 */
export function recordsOf(path: string): string {
  const file = named(path);
  if (!isFolderOfOurs(file)) return file;
  if (isDataset(path)) {
    const message = `${path} is a dataset: name the files of its splits, for example ${path}/data/test.jsonl; latebench dataset export ${path} writes its training data`;
    throw new LateBenchError('LB_INPUT_DIRECTORY', message);
  }
  const example = partsOf(path).flatMap(recordFiles)[0];
  if (example !== undefined) {
    const message = `${path} is a directory; name the files of records in it, for example ${example}`;
    throw new LateBenchError('LB_INPUT_DIRECTORY', message);
  }
  const message = isFinished(path)
    ? `${path} has no records: name the file that its command wrote (-o)`
    : `${path} has no records: its run has not finished; begin it again to resume it ("latebench status ${path}" says how far it is)`;
  throw new LateBenchError('LB_INPUT_MISSING', message);
}

type Named = Pick<ParsedOptions, 'list' | 'positionals'>;

/** What a command is given: after --dataset, then what is named without a flag. Some commands take folders. */
export function inputsOf({ list, positionals }: Named): readonly string[] {
  return [...list('dataset').map(datasetInput), ...positionals.map(named)];
}

/** The same for a command that reads records, with the errors of `recordsOf`. */
export function recordInputs({ list, positionals }: Named): readonly string[] {
  return [...list('dataset').map(datasetInput), ...positionals.map(recordsOf)];
}

function filesIn(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => dataFile.test(name));
  if (names.length > 0) return names.sort().map((name) => join(folder, name));
  throw new LateBenchError('LB_INPUT_MISSING', `${folder}: no file of records in it (--datasets)`);
}

/** The files of datasets, of which each may be a folder. */
export function datasetFiles(names: readonly string[]): readonly string[] {
  return names.map(datasetInput).flatMap((name) => {
    const isFolder = !isRemote(name) && statSync(name, { throwIfNoEntry: false })?.isDirectory() === true;
    return isFolder ? filesIn(name) : [name];
  });
}
