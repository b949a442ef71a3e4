// The files that a spec names: paths from its folder, absolute paths, patterns of either, and addresses of the hub, as
// in pipelines.
import { existsSync } from 'node:fs';
import { basename, isAbsolute, relative, resolve } from 'node:path';
import { isHubAddress, parseHubAddress } from '../datasets/hub/hub-address.ts';
import { isRemote, type OpenInput, openInputs, type RemoteInputs } from '../datasets/open-inputs.ts';
import { LateBenchError } from '../errors.ts';
import { locationOf } from '../records/location.ts';
import { type JsonLine, jsonLinesOf } from '../storage/annotations.ts';
import { statInput } from '../storage/input-file.ts';
import { isPattern, matchingFiles } from '../storage/matching-files.ts';
import type { BadRow } from '../storage/rows.ts';

export interface SpecPlace {
  /** Of the spec: relative paths begin there. */
  readonly folder: string;
  /** Opens addresses of the hub. */
  readonly remote?: RemoteInputs | undefined;
}

const noRemote: RemoteInputs = async (address) => {
  throw new LateBenchError('LB_CONFIG', `${address}: this build reads files only; pass it \`remote\``);
};

/** The paths of a name that is no address. A file whose name looks like a pattern is that file. */
async function localFiles(folder: string, file: string): Promise<readonly string[]> {
  const path = resolve(folder, file);
  if (!isPattern(file) || existsSync(path)) {
    await statInput(path);
    return [path];
  }
  const found = await matchingFiles(path);
  if (found.length > 0) return found;
  throw new LateBenchError('LB_INPUT_MISSING', `${file}: no file matches it in ${folder}`);
}

/** What publications call it: folders of this machine stay out of them. */
export function publishedName(file: string): string {
  return isAbsolute(file) ? basename(file) : file;
}

/** The same for one of the files that a name of the spec stands for. */
export function publishedInput({ folder }: SpecPlace, { name }: OpenInput, file: string): string {
  if (isRemote(file)) return name;
  return isAbsolute(file) ? basename(name) : relative(folder, name);
}

/** Throws LB_INPUT_MISSING for a file that is not there, LB_USAGE for a malformed address. */
export async function checkSpecFile(folder: string, file: string): Promise<void> {
  if (isHubAddress(file)) parseHubAddress(file);
  else if (!isRemote(file)) await localFiles(folder, file);
}

export async function openSpecFile(
  { folder, remote = noRemote }: SpecPlace,
  file: string,
): Promise<readonly OpenInput[]> {
  return openInputs(isRemote(file) ? [file] : await localFiles(folder, file), { remote });
}

/** The lines of an annotation file. */
export async function linesOfSpecFile(place: SpecPlace, file: string): Promise<JsonLine[]> {
  if (!isRemote(file)) {
    const paths = await localFiles(place.folder, file);
    return (await Promise.all(paths.map(jsonLinesOf))).flat();
  }
  const lines: JsonLine[] = [];
  const onBad = ({ message, where }: BadRow): void => {
    lines.push({ line: where.line ?? 0, value: message, bad: true });
  };
  for (const input of await openSpecFile(place, file)) {
    for await (const rows of input.read({ onBad })) {
      for (const row of rows) lines.push({ line: locationOf(row)?.line ?? 0, value: row, bad: false });
    }
  }
  return lines;
}
